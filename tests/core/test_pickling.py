"""Values are pickled, copied and hashed, used or not, also into another process and from another version."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from tests.games.catalogue import identify, usual_games

import stratege
from stratege.core import pickling
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.outcome import Outcome
from stratege.core.position import Position
from stratege.core.record import Record


def values_of(rules: Game) -> Iterator[Any]:
    """One of each kind of value, all of them used."""
    start = rules.start(seed=1)
    line = Line(start).play(start.legal()[0])
    str(line.position), line.position.svg(), line.position.moves(), line.position.outcome()
    yield from (rules, start, line, line.position, line.resign().outcome())
    yield Record(start, line.moves_text, "1-0", {"Player1": "Ann"}, {1: "hm"})
    analysis = line.analyse(depth=1, building=None)
    yield from (analysis, *analysis.moves[:1], *(valued.value for valued in analysis.moves[:1]))


def again(value: Any) -> Any:
    """What a process is sent, back."""
    assert hash(value) is not None
    if isinstance(value, Position | Line):
        assert value.legal() is not None
    return value


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_values_are_pickled_copied_and_hashed_after_use(rules: Game) -> None:
    for value in values_of(rules):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.deepcopy(value) == copy.copy(value) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)


def test_values_go_to_other_processes_and_come_back() -> None:
    values = [value for name in stratege.GAMES for value in values_of(stratege.game(name))]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert [*pool.map(again, values, chunksize=100)] == values


def test_a_pickle_of_another_version_says_why_it_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    position = stratege.game("awale").start()
    with monkeypatch.context() as earlier:
        earlier.setattr(pickling, "FORMAT", pickling.FORMAT + 1)
        earlier.setattr(stratege, "__version__", "9.9")
        old = [pickle.dumps(value) for value in (position, Line(position), Outcome(1, None, "x", "y"))]
    for data in old:
        with pytest.raises(StrategeError, match=r"made by Stratège 9\.9.*Texts and records are read"):
            pickle.loads(data)


UNMARKED = (  # a position pickled before pickles were marked: class, then its dictionary
    b"\x80\x02cstratege.core.outcome\nOutcome\nq\x00)\x81q\x01}q\x02X\x06\x00\x00\x00winnerq\x03K\x01sb."
)


def test_a_pickle_of_before_they_were_marked_says_so_too() -> None:
    with pytest.raises(StrategeError, match="a version before pickles were marked"):
        pickle.loads(UNMARKED)
