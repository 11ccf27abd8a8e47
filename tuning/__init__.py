"""Finding the weights of the evaluations from games of the engine against itself."""
