"""Awalé's moves, seed by seed and call by call."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stratege.core.language import _
from stratege.exams.awale_ccinp import case_ramassable
from stratege.school.frames import Frame
from stratege.school.pictures import pits, svg
from stratege.school.stages import sense


def drawn(board: list[int], marked: Collection[int], below: Sequence[str]) -> str:
    """A board, the pits that matter marked."""
    cells = pits(board)
    assert cells is not None
    return svg(cells, marked, below=below)


def sowing(plateau: list[int], case: int) -> list[Frame]:
    """A move: every seed sown, then what is harvested."""
    sense.board_and_pit(plateau, case, 0)
    board, hand, here = list(plateau), plateau[case], case
    board[case] = 0
    frames = [Frame(_("The board; pit {pit} holds {n}.", pit=case, n=hand), drawn(plateau, {case}, [""]))]
    frames.append(
        Frame(_("All {n} are taken into the hand.", n=hand), drawn(board, {case}, [_in_hand(hand)]))
    )
    while hand:
        here = (here + 1) % 12
        if here == case:
            words = _("Pit {pit} is where they came from: it is passed over.", pit=here)
        else:
            board[here] += 1
            hand -= 1
            words = _("One into pit {pit}, which now holds {n}.", pit=here, n=board[here])
        frames.append(Frame(words, drawn(board, {here}, [_in_hand(hand)])))
    return frames + _gathered(board, here)


def _in_hand(hand: int) -> str:
    return _("in hand: {n}", n=hand)


def _gathered(board: list[int], here: int) -> list[Frame]:
    """The harvest, from the last pit backwards."""
    frames, total = [], 0
    while case_ramassable(board, here):
        total += board[here]
        words = _("Pit {pit} is the opponent's and holds {n}: harvested.", pit=here, n=board[here])
        board[here] = 0
        frames.append(Frame(words, drawn(board, {here}, [_("harvested: {n}", n=total)])))
        here -= 1
    words = _(
        "Pit {pit} is not harvested: {why}. The move gains {n}.", pit=here, why=_why(board, here), n=total
    )
    return [*frames, Frame(words, drawn(board, {here}, [_("harvested: {n}", n=total)]))]


def _why(board: list[int], pit: int) -> str:
    if pit < 6:
        return _("it is the mover's own")
    return _("it holds {n}, neither 2 nor 3", n=board[pit])


def harvest(plateau: list[int], case: int) -> list[Frame]:
    """The recursion of `ramasser_graines`: the calls pile up, then their results come back."""
    sense.board_and_pit(plateau, case, 0)
    board, frames, calls = list(plateau), list[Frame](), list[str]()
    total = _harvest(board, case, frames, calls)
    return [*frames, Frame(_("The first call has returned {n}.", n=total), drawn(board, (), [f"→ {total}"]))]


def _harvest(board: list[int], case: int, frames: list[Frame], calls: list[str]) -> int:
    calls.append(f"ramasser_graines(…, {case})")
    words = _("A call for pit {pit}, which holds {n}.", pit=case, n=board[case])
    frames.append(Frame(words, drawn(board, {case}, calls)))
    if not case_ramassable(board, case):
        why = _why(board, case)
        calls.pop()
        words = _(
            "Pit {pit} is not harvested: {why}. The call returns 0 and calls nobody.", pit=case, why=why
        )
        frames.append(Frame(words, drawn(board, {case}, [*calls, "→ 0"])))
        return 0
    seeds, board[case] = board[case], 0
    calls[-1] = f"ramasser_graines(…, {case}): {seeds} + …"
    words = _("It empties the pit, keeps {n} in mind, and calls itself for the pit before.", n=seeds)
    frames.append(Frame(words, drawn(board, {case}, calls)))
    rest = _harvest(board, case - 1, frames, calls)
    calls.pop()
    words = _(
        "Back in the call for pit {pit}: {seeds} + {rest} = {n}.",
        pit=case,
        seeds=seeds,
        rest=rest,
        n=seeds + rest,
    )
    frames.append(Frame(words, drawn(board, {case}, [*calls, f"→ {seeds + rest}"])))
    return seeds + rest
