"""What commands there are, and the help that closes with nothing but their names.

`stratege --help` is printed from here: no command, nor what reads command lines, is loaded for it.
"""

from __future__ import annotations

import os
import sys
import textwrap

from stratege.core.language import N_, _

COMMANDS = {
    "games": N_("List the games and their variants."),
    "play": N_("Play a game in the terminal, against a friend or a machine."),
    "analyse": N_("Value every move of a position, best first."),
    "solve": N_(
        "Find every winning move where a game is solved: of a position, or of the start of a board of that "
        "size (`-` reads a position from standard input)."
    ),
    "diff": N_(
        "Compare two variants of a game: on how many boards they give another result, the smallest of these, "
        "and which openings change."
    ),
    "tables": N_("Exact tables: plan and build them, list, check and count them, let them travel."),
    "book": N_(
        "Opening books: build one by searching, best lines first, and show, check or export what it says."
    ),
    "match": N_(
        "Have two machines play each other, sides swapped, and say what the score proves. "
        "Without a limit, they have 0.1 s a move."
    ),
    "tournament": N_(
        "Have many machines play each other: cross table, and Elo with intervals over all games. With "
        "--save, whatever stops it, --resume goes on without a game lost or counted twice."
    ),
    "ladder": N_(
        "Keep a standing ladder of a game: neighbours play, who wins goes up, newcomers begin at the bottom. "
        "Each call plays so many rounds more; with 0 it shows how the ladder stands."
    ),
    "bot": N_(
        "Bots: players that you write yourself, as a Python file, an exam paper's answers, or any program."
    ),
    "levels": N_("Say how strong the machine's levels are: Elo within the ladder, share of perfect moves."),
    "cluster": N_("Many machines for games, imports and tables: start a cluster, see who is in it."),
    "archive": N_("Keep games in a database: import and export, an opening explorer, ratings, SQL."),
    "puzzles": N_("Puzzles: positions with exactly one solution, proven by a table or a solver."),
    "image": N_("Pictures in few colours, kept as runs, rectangles or by context (paper 000, exercise 1)."),
    "show": N_("Show a position, or write it as an SVG or PNG picture."),
    "study": N_("Check a record with its variations and comments by the rules, and show or save it."),
    "mark": N_(
        "Mark answers to a paper: every question that asks for code, part by part, with the reason and the "
        "smallest counter-example. The file runs in a process of its own that can do no harm."
    ),
    "trace": N_(
        "Run the function that a question of a paper asks for line by line: variables as they change, boards "
        "drawn. The file runs in a process of its own that can do no harm."
    ),
    "tree": N_(
        "Search a game tree and draw it as the papers do: over leaves that you type, or over the moves of a "
        "board of Awalé or Quixo. Squares are Max, circles Min; cut branches are marked with their reason."
    ),
    "engine": N_("Let another program use the engine, by lines of text (docs/protocol.md)."),
    "perft": N_("Count the games of a given length: the test of a set of rules, and their speed."),
    "bench": N_("Search fixed positions: the number of nodes is the fingerprint of the search."),
    "web": N_(
        "Serve the web app: play, analyse and explore in the browser. Its first start builds small tables "
        "and plays house games in the background."
    ),
    "plot": N_(
        "Draw it: how a game went, how a tournament's ratings came about, what a table holds, where winning "
        "moves lie, the openings of the archive."
    ),
    "docs": N_("Open the documentation site in the browser."),
    "doctor": N_("Say what is installed and what is not, where the folders are and how large; clear caches."),
}
"""Each is a module beside this one, in the order of the help."""

ABOUT = N_("Stratège: play, analyse and solve strategy games. Without a command, it opens a menu.")

OPTIONS = {
    "--lang [fr|en]": N_("the language of the interface"),
    "--version": N_("print the version"),
    "--install-completion": N_("have the shell complete commands, games, variants, levels and moves"),
    "--show-completion": N_("print what the shell needs for that, to put it where you like"),
    "-h, --help": N_("Show this help."),
}


def option_help(name: str) -> str:
    """What an option of `stratege` itself does."""
    return _(OPTIONS[name])


def asks_for_help(words: list[str]) -> bool:
    """Whether the words of a command line ask for the help of `stratege` itself, not of a command."""
    own = [word for word, before in zip(words, ["", *words]) if before != "--lang"]
    first = next((word for word in own if not word.startswith("-") or word in ("-h", "--help")), "")
    return first in ("-h", "--help")


def print_help() -> None:
    """The help of `stratege` itself."""
    width = max(40, min(_columns(), 120))
    bold = ("\x1b[1m", "\x1b[0m") if _in_colour() else ("", "")
    lines = [f"{bold[0]}{_('Usage:')}{bold[1]} stratege [OPTIONS] COMMAND [ARGS]...", ""]
    lines += [*textwrap.wrap(_(ABOUT), width), ""]
    summaries = {name: _(text).partition(". ")[0].removesuffix(".") + "." for name, text in COMMANDS.items()}
    for title, rows in (
        (_("Options"), {name: option_help(name) for name in OPTIONS}),
        (_("Commands"), summaries),
    ):
        lines += [f"{bold[0]}{title}{bold[1]}", *_rows(rows, width), ""]
    print("\n".join(lines).rstrip())


def _rows(rows: dict[str, str], width: int) -> list[str]:
    """Names with what is said of them beside, under each other."""
    column = 4 + max(map(len, rows))
    lines: list[str] = []
    for name, text in rows.items():
        head, *more = textwrap.wrap(text, max(20, width - column))
        lines += [f"  {name}".ljust(column) + head, *(" " * column + line for line in more)]
    return lines


def _columns() -> int:
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isascii() and chosen.isdigit():
        return int(chosen)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 100


def _in_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
