"""In notebooks: a board to click on (`Board`); positions, lines and analyses show themselves without it."""

from stratege.core.extras import require

require("notebook")

from stratege.notebook.board import Board  # noqa: E402 - what is missing is said first

__all__ = ["Board"]
