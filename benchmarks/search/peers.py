"""The search against other libraries': easyAI's Negamax in speed, OpenSpiel's Monte-Carlo player in games."""

from __future__ import annotations

import argparse
import importlib
import time
from dataclasses import dataclass
from typing import Any

import stratege
from benchmarks.report import Report, Table, markdown
from benchmarks.search.lists import ListAwale
from benchmarks.search.twins import search_here
from stratege.arena.openings import random_openings
from stratege.arena.statistics import Score, wilson
from stratege.core.line import Line
from stratege.core.record import Record
from stratege.engine.limits import Limits
from stratege.engine.players import player

NAME = "peers"

GAMES = 200
SECONDS = 0.1
PLIES = 4
DEPTH = 9
ROUNDS = 3
UCT_C = 2.0  # OpenSpiel's own choice in its examples
MEMORY_MIB = 1000
SIMULATIONS = 1 << 30  # more than it can do: its clock stops it

SUMMARY = (
    "easyAI: Negamax without a table, nodes counted by the moves it makes; goal: at least 500 times its "
    "nodes per second at the same depth. OpenSpiel: its C++ `MCTSBot`, random playouts and solver, on "
    "`oware`, which is our `abapa`, both with {seconds:g} s a move, sides swapped, from {plies} random "
    "plies; goal: at least 90 %."
)


def run(games: int = GAMES) -> Report:
    summary = SUMMARY.format(seconds=SECONDS, plies=PLIES)
    return Report(summary, [against_easy_ai(), against_open_spiel(games)])


def against_easy_ai(depth: int = DEPTH, rounds: int = ROUNDS) -> Table:
    columns = (
        "Awalé, start",
        "depth",
        "nodes",
        "seconds",
        "k nodes/s",
        "Stratège k nodes/s",
        "ratio",
    )
    try:
        easy = importlib.import_module("easyAI")
    except ImportError:
        hint = "`pip install easyAI` beside the project to have it measured"
        return Table(f"Against easyAI, which is not installed here: {hint}", columns, [])
    ours = min((search_here(stratege.game("awale").start(), depth) for _ in range(rounds)), key=_seconds)
    speed = ours.nodes / ours.seconds
    rows = []
    for name, game in (("its Awele, capture repaired", repaired(easy)), ("lists, moves unmade", ListAwale())):
        made, seconds = _negamax(easy, game, depth)
        ratio = speed * seconds / made
        cells = (f"{made:,}", f"{seconds:.2f}", f"{made / seconds / 1e3:,.1f}", f"{speed / 1e3:,.0f}")
        rows.append([name, str(depth), *cells, f"{ratio:,.0f}"])
    return Table(f"Against easyAI (Stratège: {ours.nodes:,} nodes in {ours.seconds:.4f} s)", columns, rows)


def _seconds(one: Any) -> float:
    return float(one.seconds)


def _negamax(easy: Any, game: Any, depth: int) -> tuple[int, float]:
    """The moves that Negamax makes to search the game that deep, and the seconds that it takes."""
    think = easy.Negamax(depth, scoring=_scoring)
    begun = time.thread_time()
    think(game)
    return game.made, time.thread_time() - begun


def _scoring(game: Any) -> int:
    if isinstance(game, ListAwale):
        return game.scoring()
    return int(game.player.score - game.opponent.score)


def repaired(easy: Any) -> Any:
    """easyAI's own Awele; it asks for `pos / 6` to be the opponent's row, which in Python 3 is `pos // 6`."""
    awele = importlib.import_module("easyAI.games.Awele").Awele

    def make_move(self: Any, move: str) -> None:
        type(self).made += 1
        if move == "None":
            awele.make_move(self, move)
            return
        origin = at = "abcdefghijkl".index(move)
        for _seed in range(self.board[origin]):
            at = (at + 1) % 12
            if at == origin:
                at = (at + 1) % 12
            self.board[at] += 1
        self.board[origin] = 0
        while at // 6 == self.opponent.camp and self.board[at] in [2, 3]:
            self.player.score += self.board[at]
            self.board[at] = 0
            at = (at - 1) % 12

    game = type("RepairedAwele", (awele,), {"make_move": make_move, "made": 0})
    mind = easy.Negamax(DEPTH, _scoring)
    return game([easy.AI_Player(mind), easy.AI_Player(mind)])  # as in its own example


@dataclass
class Clock:
    """How long a player thought, and for how many moves."""

    seconds: float = 0.0
    moves: int = 0

    def __str__(self) -> str:
        return f"{self.seconds / max(1, self.moves):.4f}"


def against_open_spiel(games: int = GAMES, seconds: float = SECONDS, simulations: int | None = None) -> Table:
    """The same time for both; or so many simulations for its bot, which crashes if it has time for none."""
    columns = (
        "level:10 – MCTSBot",
        "won",
        "drawn",
        "lost",
        "score",
        "95 %",
        "s a move",
        "its s a move",
    )
    try:
        importlib.import_module("pyspiel")
    except ImportError:
        return Table("Against OpenSpiel (which is not installed here)", columns, [])
    game = stratege.game("awale", "abapa")
    openings = random_openings(game, PLIES)
    score, ours, theirs = Score(), Clock(), Clock()
    for number in range(games):
        if number % 2 == 0:
            opening = next(openings)
        score += _play(opening, 1 + number % 2, number, seconds, simulations, ours, theirs)
    low, high = wilson(score)
    figures = (str(score.wins), str(score.draws), str(score.losses), f"{score.rate:.1%}")
    row = [game.label(), *figures, f"{low:.1%} – {high:.1%}", str(ours), str(theirs)]
    return Table(f"Against OpenSpiel, {games} games", columns, [row])


def _play(
    opening: Record,
    seat: int,
    seed: int,
    seconds: float,
    simulations: int | None,
    ours: Clock,
    theirs: Clock,
) -> Score:
    """One game with the search in this seat, as it sees the result."""
    import pyspiel

    oware = pyspiel.load_game("oware")
    # One playout for each leaf, as in OpenSpiel's own examples.
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    settings = (UCT_C, simulations or SIMULATIONS, MEMORY_MIB, True, seed, False)
    limit = {} if simulations else {"max_wall_clock_time": seconds}
    bot = pyspiel.MCTSBot(oware, evaluator, *settings, **limit)
    me = player("level:10", opening.start.game, seed)
    line, board = Line(opening.start), oware.new_initial_state()
    moves = [opening.start.game.parse_move(text, 1 + i % 2) for i, text in enumerate(opening.moves)]
    while (over := line.outcome()) is None:
        legal = line.legal()
        if board.is_terminal() or board.legal_actions() != legal:
            raise RuntimeError(f"{line.position.text()}: OpenSpiel plays by other rules")
        if moves:
            move = moves.pop(0)
        else:
            mine = line.to_move == seat
            clock = ours if mine else theirs
            begun = time.perf_counter()
            move = me.choose(line, Limits(seconds=seconds)) if mine else bot.step(board)
            clock.seconds += time.perf_counter() - begun
            clock.moves += 1
        line = line.play(move)
        board.apply_action(move)
    if over.winner is None:
        return Score(draws=1)
    return Score(wins=1) if over.winner == seat else Score(losses=1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search.peers", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many against OpenSpiel")
    print(markdown(run(parser.parse_args().games)))


if __name__ == "__main__":
    main()
