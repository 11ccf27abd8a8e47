"""Pictures in few colours, kept as runs or as rectangles: paper 000, exercise 1, as a tool.

`picture` is what all else is about; `reduction` makes colours few; `runs` and `rectangles` are the two
codecs on arrays, their loops in `kernel`; `codecs`, `streams` and `container` make the file format, which
docs/images.md describes byte by byte; `reading`, `peers` and `drawing` deal with other formats.
"""

from stratege.core.extras import require

require("images")
