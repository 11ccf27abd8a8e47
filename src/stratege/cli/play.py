"""`stratege play`: a game in the terminal."""

from __future__ import annotations

import random
from contextlib import nullcontext
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from stratege.cli import completion, followed
from stratege.cli.app import command
from stratege.cli.boards import game_asked, position_asked
from stratege.cli.console import compile_notice, make_way, out, print_board, save_or_show
from stratege.cli.first_use import playing_at_once
from stratege.cli.options import Lang, NoBook, SaveFile, Seed, Size, VariantName
from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import check_output, read_text, write_whole
from stratege.core.language import N_, _
from stratege.core.position import Position
from stratege.core.readiness import only_ready_code
from stratege.core.record import Record, parse_record
from stratege.engine.adaptive import ABOUT, level_of
from stratege.engine.limits import Limits
from stratege.engine.players import HUMAN, Player, check_name, player, without_book

# What one can type instead of a move, in both languages.
COMMANDS = {
    "?": ("?", "help", "aide"),
    "undo": ("undo", "u", "annuler"),
    "resign": ("resign", "abandonner"),
    "save": ("save", "sauver"),
    "load": ("load", "charger"),
    "quit": ("quit", "q", "exit", "quitter"),
}
HELP = (
    ("?", N_("the legal moves and this list")),
    (N_("undo"), N_("take back your last move")),
    (N_("save FILE"), N_("write the game to a file")),
    (N_("load FILE"), N_("go on with a game from a file")),
    (N_("resign"), N_("give the game up")),
    (N_("quit"), N_("leave, with the record of the game")),
)


WHO = _("human, level:1 to level:10, adaptive, greedy, random, mcts, or exam where a paper has a machine")


SLOW_WITHOUT_CODE = {"mcts", "exam"}


class Leave(Exception):
    """The person at the keyboard wants to stop."""


class Match:
    """One game at the terminal: the record so far, and who moves for each side."""

    def __init__(
        self, record: Record, names: tuple[str, str], seed: int | None, limit: int | None, thinking: Limits
    ) -> None:
        draw = random.Random(seed)
        self.thinking = thinking
        self.names = names
        self.players: list[Player | None] = [
            None if name == HUMAN else player(name, record.game, draw.getrandbits(32)) for name in names
        ]
        self.limit = limit
        self.take_up(record)

    def take_up(self, record: Record) -> None:
        """Go on from the end of this record."""
        self.line = record.line(self.limit)

    def undo(self) -> bool:
        """Go back to the last position where a person was to move; whether there was one."""
        line = self.line.before
        while line is not None and self.players[line.to_move - 1] is not None:
            line = line.before
        self.line = line or self.line
        return line is not None

    def record(self) -> Record:
        """The game so far."""
        outcome = self.line.outcome()
        tags = {"Player1": self.names[0], "Player2": self.names[1], "Date": date.today().isoformat()}
        if outcome is not None:
            tags["Ending"] = outcome.code
        return Record(self.line.start, self.line.moves_text, outcome.result if outcome else "*", tags)


def converse(match: Match, save: Path | None) -> None:
    """Play the match to its end or until somebody leaves; never lose the record."""
    out.print(f"[one]{match.line.position.game.label()}[/]", highlight=False)
    if match.limit is not None:
        out.print(_("A draw after {n} moves.", n=match.limit), style="label")
    if HUMAN in match.names and any(level_of(name) for name in match.names):
        out.print(_(ABOUT), style="label")
    try:
        while (outcome := match.line.outcome()) is None:
            _turn(match)
        print_board(match.line.position)
        out.print(str(outcome), style="turn", markup=False)
        level = followed.note(match.line, match.names)
        if level is not None:
            out.print(_("The next game begins at level {n}.", n=level), style="label")
    except (Leave, KeyboardInterrupt, EOFError):
        out.print()
    finally:
        text = match.record().text()
        if save is None:
            out.print()
            out.print(text, markup=False, end="", soft_wrap=True)
        else:
            save_or_show(save, text)
            out.print(_("The game is in {path}.", path=save), style="label", markup=False, soft_wrap=True)


def _turn(match: Match) -> None:
    here = match.line
    machine = match.players[here.to_move - 1]
    if machine is not None:
        match.line = here.play(machine.choose(here, match.thinking))
        move = match.line.move_text
        out.print(_("Player {player} plays {move}.", player=here.to_move, move=move), markup=False)
        return
    print_board(here.position)
    while match.line is here:
        style = "one" if here.to_move == 1 else "two"
        prompt = _("Player {player}, your move (? for help): ", player=here.to_move)
        _answer(match, out.input(f"[{style}]{prompt}[/]"))


def _answer(match: Match, line: str) -> None:
    """Carry out what the person typed; a mistake costs nothing but a sentence."""
    word, _space, rest = line.strip().partition(" ")
    asked = next((name for name, words in COMMANDS.items() if word.lower() in words), None)
    try:
        if not word:
            return
        if asked is None:
            match.line = match.line.play(line)
        elif asked == "?":
            _help(match.line.position)
        elif asked == "undo":
            if not match.undo():
                out.print(_("There is nothing to take back."))
        elif asked == "resign":
            match.line = match.line.resign()
        elif asked == "quit":
            raise Leave
        else:
            _file(match, asked, rest.strip())
    except StrategeError as error:
        out.print(str(error), style="red", markup=False)


def _file(match: Match, asked: str, name: str) -> None:
    if not name:
        words = _("Say which file: save game.txt") if asked == "save" else _("Say which file: load game.txt")
        raise StrategeError(words)
    path = Path(name).expanduser()
    if asked == "save":
        write_whole(path, match.record().text().encode())
        out.print(_("The game is in {path}.", path=path), markup=False, soft_wrap=True)
    else:
        match.take_up(parse_record(read_text(path)))


def _help(position: Position) -> None:
    out.print(_("moves: {moves}", moves=" ".join(position.moves())), markup=False)
    for words, meaning in HELP:
        out.print(f"  {_(words):<16}", _(meaning), style="label", markup=False)


def play_match(
    record: Record,
    names: tuple[str, str],
    seed: int | None = None,
    limit: int | None = None,
    save: Path | None = None,
    seconds: float = 1.0,
) -> None:
    """Play on from a record in the terminal, machines thinking so many seconds a move at the most."""
    for name in names:
        if name != HUMAN:
            check_name(name, record.game)
    names = followed.begun(names[0], record.game), followed.begun(names[1], record.game)
    machines = set(names) - {HUMAN, "random"}
    waited_for = HUMAN in names and machines and not machines & SLOW_WITHOUT_CODE
    with playing_at_once(record.game) if waited_for else nullcontext():
        with compile_notice() if machines and not only_ready_code() else nullcontext():
            match = Match(record, names, seed, limit or record.game.ply_limit, Limits(seconds=seconds))
        converse(match, save)


@command(
    examples=[
        "stratege play awale --player2 level:3",
        "stratege play quixo --size 4 --seed 7",
        "stratege play --load game.txt",
    ],
)
def play(
    name: Annotated[
        str | None,
        typer.Argument(
            help=_("the game; `stratege games` lists them"), metavar="GAME", autocompletion=completion.games
        ),
    ] = None,
    variant: VariantName = None,
    size: Size = None,
    player1: Annotated[
        str, typer.Option("--player1", help=WHO, metavar="WHO", autocompletion=completion.players)
    ] = "human",
    player2: Annotated[
        str, typer.Option("--player2", help=WHO, metavar="WHO", autocompletion=completion.players)
    ] = "human",
    position: Annotated[
        str | None,
        typer.Option("--position", help=_("from this position instead of the start"), metavar="TEXT"),
    ] = None,
    load: Annotated[
        Path | None, typer.Option("--load", help=_("go on with a game saved before"), metavar="FILE")
    ] = None,
    save: SaveFile = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", help=_("call it a draw after so many moves"), min=1, max=1_000_000, metavar="N"
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--time", help=_("how long a machine may think, in seconds"), min=0.01, max=3600, metavar="S"
        ),
    ] = 1.0,
    no_book: NoBook = False,
    seed: Seed = None,
    lang: Lang = None,
) -> None:
    if save is not None:
        make_way(save)
        check_output(save)
    if load is not None:
        record = parse_record(read_text(load))
        if name is not None and name != record.game.name:
            raise BadOption(_("{path} is a game of {game}.", path=load, game=record.game.title))
    elif name is None:
        raise BadOption(_("Say which game to play; `stratege games` lists them."))
    elif position is not None:
        record = Record(position_asked(name, position, variant, size))
    else:
        record = Record(game_asked(name, variant, size).start(seed))
    one, two = (without_book(who, record.game) if no_book else who for who in (player1, player2))
    play_match(record, (one, two), seed, limit, save, seconds)
