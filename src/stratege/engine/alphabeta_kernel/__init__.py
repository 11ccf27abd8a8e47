"""Alpha-beta search over any kernel, as templates (see `core.compiling`).

| module | what it does |
|---|---|
| `search` | the search itself: negamax with null windows |
| `quiescence` | what a leaf is worth after the captures that pay |
| `ordering` | which move is tried first |
| `transpositions` | the table of positions already searched |
| `repetition` | boards that come back |
| `work` | the one array that all of them write to |

Values are the integers of `core.scores`, for the player to move. A search of depth d gives exactly the
minimax value of the tree cut at depth d: table entries count only for the same depth. Where the tree is cut,
games with exchanges are judged after the captures that pay. A selective search (`work.SELECTIVE`) is a mode
of its own that gives this up to look further.
"""
