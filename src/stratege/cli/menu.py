"""The menu that `stratege` opens: choose a game, play it, come back."""

from __future__ import annotations

import stratege
from stratege.cli.console import out
from stratege.cli.play import Leave, play_match
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.record import Record
from stratege.core.registry import GAMES, game
from stratege.engine.players import HUMAN


def run() -> None:
    """Offer the games until the person leaves."""
    out.print(f"[bold]Stratège[/] [label]{stratege.__version__}[/]")
    try:
        while True:
            chosen = _choose_game()
            play_match(Record(chosen.start()), ("human", _choose_opponent()))
            out.print()
    except (Leave, KeyboardInterrupt, EOFError):
        out.print()


def _choose_game() -> Game:
    games = [game(name) for name in GAMES]
    chosen = games[_choose(_("Which game?"), [one.title for one in games])]
    names = list(chosen.variants)
    variant = names[0]
    if len(names) > 1:
        summaries = [f"{v.name} [label]— {_(v.summary)}[/]" for v in chosen.variants.values()]
        variant = names[_choose(_("Which variant?"), summaries)]
    while True:
        size = out.input(_("Size (Enter for {size}): ", size=chosen.size)).strip()
        try:
            return game(chosen.name, variant, size or None)
        except StrategeError as error:
            out.print(str(error), style="red", markup=False)


def _choose_opponent() -> str:
    """A level, or another person at the same keyboard."""
    while True:
        answer = out.input(_("Your opponent's level, 1 to 10, or 0 for a person (Enter for 3): ")).strip()
        if answer == "0":
            return HUMAN
        if not answer or (answer.isascii() and answer.isdigit() and 1 <= int(answer) <= 10):
            return f"level:{int(answer or 3)}"
        out.print(_("Please answer with a number from 1 to {n}.", n=10), style="red")


def _choose(question: str, choices: list[str]) -> int:
    """Ask for one of the numbered choices; the first for an empty answer."""
    out.print()
    out.print(question, style="bold")
    for number, choice in enumerate(choices, start=1):
        out.print(f"  [one]{number}[/] {choice}")
    while True:
        answer = out.input(_("Number (q to leave): ")).strip().lower()
        if answer in ("q", "quit", "quitter"):
            raise Leave
        if not answer:
            return 0
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choices):
            return int(answer) - 1
        out.print(_("Please answer with a number from 1 to {n}.", n=len(choices)), style="red")
