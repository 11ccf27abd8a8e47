"""The result of a match, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.table import Table

from stratege.arena.series import Plan, Played, Standing
from stratege.arena.statistics import Score, Sprt, Verdict, elo, wilson
from stratege.cli.console import out
from stratege.core.language import _
from stratege.engine.limits import DEEPEST

MOST_FAULTS = 5  # shown to people; programs get them all


def show(plan: Plan, standing: Standing, test: Sprt | None) -> None:
    """The result on the screen."""
    out.print(f"[one]{plan.game.label()}[/]", highlight=False)
    out.print("{} – {}".format(*plan.players), markup=False)
    games = standing.score.games
    if standing.interrupted:
        out.print(_("Stopped after {n} of {games} games.", n=games, games=plan.games))
    if games > 0:
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(style="label")
        for row in _rows(plan, standing, test):
            table.add_row(*row)
        out.print(table)
        _show_faults(standing)


def _rows(plan: Plan, standing: Standing, test: Sprt | None) -> Iterator[tuple[str, str]]:
    score, (low, high), difference = standing.score, wilson(standing.score), elo(standing.score)
    yield _("score"), f"[one]{score.points:g} / {score.games}[/] ({_percent(score.rate)})  {tally(score)}"
    yield _("95 % interval (Wilson)"), f"{_percent(low)} … {_percent(high)}"
    span = f"{_signed(difference.low)} … {_signed(difference.high)}"
    yield _("Elo difference"), f"[one]{_signed(difference.difference)}[/] ({span})"
    yield _("draws"), f"{score.draws} ({_percent(score.draws / score.games)})"
    yield _("endings"), ", ".join(f"{code} {count}" for code, count in standing.endings.items())
    yield _("games that differ"), f"{standing.different} / {score.games}"
    if test is not None:
        yield _("sequential test"), _test_words(standing, test)
    yield _("limit of a move"), plan.terms.tag()
    if plan.ply_limit is not None:
        yield _("a draw after"), _("{n} moves", n=plan.ply_limit)
    yield _("seed"), str(plan.seed)


def _show_faults(standing: Standing) -> None:
    for played in standing.faults[:MOST_FAULTS]:
        words = {"n": played.number + 1, "player": played.loser, "reason": played.record.tags["Reason"]}
        out.print(_("Game {n}: {player} loses, {reason}.", **words), style="red", markup=False)
    more = len(standing.faults) - MOST_FAULTS
    if more > 0:
        out.print(_("… and {n} more such games.", n=more), style="red")


def _test_words(standing: Standing, test: Sprt) -> str:
    low, high = test.bounds
    words = {
        Verdict.ACCEPT: _(
            "accepted: {elo1} Elo rather than {elo0}", elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}"
        ),
        Verdict.REJECT: _(
            "rejected: {elo0} Elo rather than {elo1}", elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}"
        ),
        Verdict.CONTINUE: _("undecided"),
    }[standing.verdict or Verdict.CONTINUE]
    return f"{words} ({low:.2f} < {test.ratio(standing.pairs):.2f} < {high:.2f})"


def described(plan: Plan, standing: Standing, test: Sprt | None) -> dict[str, object]:
    """The result for programs; an infinite difference is the text `Infinity` or `-Infinity`."""
    score, limits = standing.score, plan.terms.limits
    difference = elo(score)
    depth = None if limits.depth == DEEPEST else limits.depth
    answer: dict[str, object] = {
        "game": plan.game.name,
        "variant": plan.game.variant.name,
        "size": plan.game.size,
        "players": plan.players,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.rate,
        "interval": wilson(score),
        "elo": _finite(difference.difference),
        "elo_interval": [_finite(difference.low), _finite(difference.high)],
        "pairs": standing.pairs,
        "endings": standing.endings,
        "different": standing.different,
        "faults": [_fault(played) for played in standing.faults],
        "limits": {"seconds": limits.seconds, "depth": depth, "nodes": limits.nodes},
        "ply_limit": plan.ply_limit,
        "seed": plan.seed,
        "interrupted": standing.interrupted,
    }
    if test is not None:
        answer["sprt"] = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "ratio": test.ratio(standing.pairs),
            "bounds": test.bounds,
            "verdict": standing.verdict,
        }
    return answer


def _fault(played: Played) -> dict[str, object]:
    tags = played.record.tags
    return {
        "game": played.number + 1,
        "player": played.loser,
        "code": tags["Ending"],
        "reason": tags["Reason"],
    }


def _finite(number: float) -> float | str:
    return number if math.isfinite(number) else "Infinity" if number > 0 else "-Infinity"


def _signed(number: float) -> str:
    words = "∞" if math.isinf(number) else f"{abs(number):.0f}"
    return words if words == "0" else ("+" if number > 0 else "−") + words


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def tally(score: Score) -> str:
    """Won, drawn and lost, as chess players write it."""
    return f"+{score.wins} ={score.draws} −{score.losses}"
