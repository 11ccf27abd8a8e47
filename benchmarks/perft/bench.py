"""Perft: the compiled kernels against the same algorithm in C, and against OpenSpiel's Python interface."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import stratege
from benchmarks.perft.twins import FLAGS, ask, build, kernel_answers
from benchmarks.report import Report, Table, compiler
from stratege.core.game import Game
from stratege.engine.perft import perft

NAME = "perft"

ROUNDS = 5
CASES = (("awale", None, 11), ("quixo", 5, 5), ("mingmang", 8, 4))
QUESTIONS = {"count": "counted", "digest": "played"}
OPEN_SPIEL_DEPTH = 9

SUMMARY = (
    "Leaves of the game tree per second of processor time, best of {rounds} turns taken alternately. "
    "*Counted*: the last moves are listed, not played (`stratege.engine.perft_kernel`). *Played*: "
    "every leaf is made and asked whether the game is over (`benchmarks.perft.full`). C is the same "
    "algorithm, `cc {flags}`; both must give the same answer before a speed counts. "
    "Goals: a ratio of at least 0.8 to C for Awalé and Quixo, 50 to OpenSpiel."
)


def run() -> Report:
    summary = SUMMARY.format(rounds=ROUNDS, flags=" ".join(FLAGS))
    return Report(summary, [against_c(), against_open_spiel()])


def against_c() -> Table:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, size, depth in CASES:
            game = stratege.game(name, size=size)
            program = build(game, Path(folder)) if compiler() else None
            rows += [_race(game, depth, question, program) for question in QUESTIONS]
    columns = ("game", "depth", "last moves", "leaves", "Numba M/s", "C M/s", "ratio", "of medians")
    return Table("Against C" + ("" if compiler() else " (there is no C compiler here)"), columns, rows)


def _race(game: Game, depth: int, question: str, program: Path | None) -> list[str]:
    """One row: the kernel and its twin in turns, so that other work on the machine slows both."""
    state = game.start().state
    leaves = kernel_answers("count", game, state, depth)()
    answers = kernel_answers(question, game, state, depth)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        answer, seconds = timed(answers)
        ours.append(seconds)
        if program is not None:
            twin, seconds = ask(program, question, game, state, depth)
            theirs.append(seconds)
            _same(answer, twin, f"{game.label()}, {question}")
    row = [game.label(), str(depth), QUESTIONS[question], f"{leaves:,}", _millions(leaves, min(ours))]
    if not theirs:
        return [*row, "–", "–", "–"]
    ratios = (min(theirs) / min(ours), median(theirs) / median(ours))
    return [*row, _millions(leaves, min(theirs)), *(f"{ratio:.2f}" for ratio in ratios)]


def against_open_spiel() -> Table:
    """Awalé `abapa`, which OpenSpiel plays as `oware`, with moves counted at the last ply by both."""
    columns = ("game", "depth", "leaves", "Stratège M/s", "OpenSpiel M/s", "ratio")
    try:
        import pyspiel
    except ImportError:
        return Table("Against OpenSpiel (which is not installed here)", columns, [])
    start = stratege.game("awale", "abapa").start()
    oware = pyspiel.load_game("oware").new_initial_state()
    perft(start, 2)  # compile it
    ours, theirs = [], []
    for _ in range(ROUNDS):
        leaves, seconds = timed(lambda: perft(start, OPEN_SPIEL_DEPTH))
        ours.append(seconds)
        peer, seconds = timed(lambda: open_spiel_leaves(oware, OPEN_SPIEL_DEPTH))
        theirs.append(seconds)
        _same(leaves, peer, "OpenSpiel")
    speeds = (_millions(leaves, min(ours)), _millions(leaves, min(theirs)))
    ratio = f"{min(theirs) / min(ours):.0f}"
    row = [start.game.label(), str(OPEN_SPIEL_DEPTH), f"{leaves:,}", *speeds, ratio]
    return Table("Against OpenSpiel, driven from Python", columns, [row])


def open_spiel_leaves(state: Any, depth: int) -> int:
    """The number of games of exactly `depth` ≥ 1 plies from an OpenSpiel state."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(open_spiel_leaves(state.child(action), depth - 1) for action in actions)


def timed(function: Callable[[], int]) -> tuple[int, float]:
    """The function's answer and the seconds of processor time that it took."""
    start = time.thread_time()
    answer = function()
    return answer, time.thread_time() - start


def _same(ours: int, theirs: int, what: str) -> None:
    if ours != theirs:
        raise RuntimeError(f"{what}: {ours} here, {theirs} there: the speeds mean nothing")


def _millions(leaves: int, seconds: float) -> str:
    return f"{leaves / seconds / 1e6:,.2f}" if leaves / seconds < 1e7 else f"{leaves / seconds / 1e6:,.0f}"
