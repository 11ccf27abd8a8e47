"""Where the levels' figures go: a file beside each game, and the table of the docs that is made of them.

`python -m benchmarks.search.figures` writes that table again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from benchmarks.search.state import state_of
from stratege.core.compiling import cache_root
from stratege.core.files import write_whole
from stratege.core.level_figures import BOARD, CONDITIONS, level_figures, read_figures
from stratege.core.registry import GAMES

T = TypeVar("T")

PAGE = Path(__file__).parents[2] / "docs" / "engine.md"
BEGINS, ENDS = (
    "<!-- the levels' figures: written by benchmarks.search.figures -->\n",
    "<!-- end of figures -->\n",
)
NONE = "–"


class Kept:
    """What was found, in a file: hours of games may be stopped and go on, while the sources are the same."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or cache_root() / "benchmarks" / "levels.json"
        self._found: dict[str, object] = json.loads(self._path.read_text()) if self._path.exists() else {}

    def row(self, game: str, name: str, find: Callable[[], T]) -> T:
        """What has that name, plain data of that game, found now if it was not."""
        name = f"{state_of(game)} {name}"
        if name not in self._found:
            self._found[name] = find()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(self._found, indent=1).encode())
        return self._found[name]  # type: ignore[return-value]


def keep_figures(
    game: str, key: str, board: str, conditions: str, rows: Sequence[Sequence[float]], page: Path = PAGE
) -> None:
    """Put a column of a game's figures into its file, and all files into the docs."""
    path = GAMES[game].figures_file
    assert path is not None
    measured = read_figures(path) | {key: {BOARD: board, CONDITIONS: conditions, "rows": rows}}
    write_whole(path, (json.dumps(measured, indent=1, sort_keys=True) + "\n").encode())
    write_page(page)


def write_page(page: Path = PAGE) -> None:
    """Write the docs' table again."""
    before, _begins, rest = page.read_text(encoding="utf-8").partition(BEGINS)
    after = rest.partition(ENDS)[2]
    write_whole(page, (before + BEGINS + table() + ENDS + after).encode())


def table() -> str:
    """The figures of all games as a table of Markdown, a column for each game."""
    measured = {GAMES[name].game.title: level_figures(GAMES[name].figures_file) for name in GAMES.own}
    columns = {title: figures for title, figures in measured.items() if figures}
    if not columns:
        return "Not measured yet.\n"
    parts = []
    for words, what in (("Elo", "elo_words"), ("perfect moves", "perfect_words")):
        lines = [["level", *columns], ["---:"] * (len(columns) + 1)]
        for level in range(max(map(len, columns.values()))):
            cells = [getattr(figures[level], what) or NONE for figures in columns.values()]
            lines.append([str(level + 1), *cells])
        parts.append(f"**{words}**\n\n" + "".join("| " + " | ".join(line) + " |\n" for line in lines))
    return "\n" + "\n".join(parts) + "\n"


if __name__ == "__main__":
    write_page()
