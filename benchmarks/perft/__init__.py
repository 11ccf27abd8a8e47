"""How fast the compiled kernels walk a game's tree, against the same algorithm in C and against OpenSpiel."""
