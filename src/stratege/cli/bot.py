"""`stratege bot check`: is a bot fit to play, and if not, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from stratege.cli.app import command, command_group
from stratege.cli.boards import game_asked
from stratege.cli.console import compile_notice, out, print_board, print_json
from stratege.cli.options import Depth, Json, Lang, Seconds, Seed, Size, Trust, VariantName
from stratege.core.language import _, in_figures

if TYPE_CHECKING:
    from stratege.arena.bot_check import Problem

SECONDS = 2.0
PROBLEMS = 1
MOST_PROBLEMS = 3

bot = command_group(
    "bot",
    ["stratege bot check mine.py --game quixo", "stratege bot check awale_ccinp.py"],
)


@command(
    help=_(
        "Play a few games with a bot against chance, and say what is wrong with it. The file runs in a "
        "process of its own that can do no harm."
    ),
    examples=[
        "stratege bot check mine.py --game quixo",
        "stratege bot check awale_ccinp.py --depth 2",
        "stratege bot check 'engine:stratege engine awale' --game awale",
        "stratege bot check http://127.0.0.1:8000/move --game chomp",
    ],
    group=bot,
)
def check(
    file: Annotated[str, typer.Argument(help=_("the file, or the name of a player"), metavar="FILE")],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", help=_("the game that it plays; answers to an exam paper tell it"), metavar="GAME"
        ),
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(
            "--paper", help=_("the file answers this exam paper: 001, 002 or 004"), metavar="NUMBER"
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", help=_("how many games"), min=1, max=1000, metavar="N")
    ] = 4,
    seconds: Seconds = None,
    depth: Depth = None,
    variant: VariantName = None,
    size: Size = None,
    seed: Seed = None,
    trust: Trust = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.arena.bot_check import bot_name, check_bot, recognised
    from stratege.arena.match import Terms
    from stratege.engine.limits import DEEPEST, Limits

    name, paper = recognised(file, game, paper)
    chosen = game_asked(name, variant, size)
    limits = Limits(depth or DEEPEST, seconds=SECONDS if seconds is None and paper is None else seconds)
    terms = Terms(limits, chosen.ply_limit, trust=trust)
    with compile_notice():
        checked = check_bot(bot_name(file, paper), chosen, terms, games, seed or 0)
    if as_json:
        print_json(
            {
                "games": checked.score.games,
                "wins": checked.score.wins,
                "draws": checked.score.draws,
                "losses": checked.score.losses,
                "slowest": round(checked.slowest, 3),
                "problems": [
                    {
                        "code": one.code,
                        "reason": one.reason,
                        "position": one.position.text(),
                        "player": one.seat,
                    }
                    for one in checked.problems
                ],
            }
        )
    else:
        different = {problem.reason: problem for problem in reversed(checked.problems)}
        for problem in [*reversed(different.values())][:MOST_PROBLEMS]:
            _explain(problem)
        slowest = in_figures(checked.slowest, 2)
        words = {"n": checked.score.games, "won": checked.score.wins, "slowest": slowest}
        if checked.problems:
            words["faults"] = len(checked.problems)
            out.print(_("{faults} of {n} games were lost by a fault.", **words), style="red")
        else:
            out.print(
                _(
                    "All {n} games were played to the end, {won} of them won; slowest move {slowest} s.",
                    **words,
                ),
                soft_wrap=True,
            )
    if checked.problems:
        raise typer.Exit(PROBLEMS)


def _explain(problem: Problem) -> None:
    """What happened, where, and what would have been right."""
    from stratege.arena.match import ILLEGAL, LATE

    moves, position = len(problem.record.moves), problem.position
    words = {"n": moves, "player": problem.seat, "reason": problem.reason}
    told = _("After {n} moves, as player {player}: {reason}.", **words)
    out.print(told, style="red", markup=False, soft_wrap=True)
    print_board(position)
    if problem.code == ILLEGAL:
        legal = " ".join(position.moves())
        out.print(_("Here it may play: {moves}", moves=legal), markup=False, soft_wrap=True)
    elif problem.code == LATE:
        out.print(_("Let it look less far ahead, or give it more time with --time."))
    out.print(
        _("The position as it gets it: {text}", text=position.text()),
        style="label",
        markup=False,
        soft_wrap=True,
    )
