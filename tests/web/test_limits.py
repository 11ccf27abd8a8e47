"""Rate limits that several processes share: together they give what one would, and no more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.conftest import fresh_database

from stratege.core.errors import StrategeError
from stratege.web.limits import PART, Limits
from stratege.web.live.postgresql_store import PostgresqlStore

BURST, RATE = 64, 1e-6  # so slow that nothing comes back while the test runs


class Bank:
    """An allowance as the database keeps it, in memory."""

    def __init__(self) -> None:
        self.left: dict[str, float] = {}
        self.asked = 0

    async def lease(self, name: str, key: str, rate: float, burst: float, least: float, most: float) -> float:
        self.asked += 1
        left = self.left.setdefault(key, burst)
        part = 0.0 if left < least else min(left, most)
        self.left[key] -= part
        return part


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 12)), max_size=80))
def test_all_processes_together_give_no_more_than_the_allowance(
    steps: list[tuple[int, int]],
) -> None:
    bank, houses = Bank(), [Limits() for _process in range(3)]
    for house in houses:
        house.lease = bank.lease
    limits = [house.limit("moves", RATE, BURST) for house in houses]

    async def story() -> float:
        given = 0.0
        for process, amount in steps:
            given += amount if await limits[process].take("ann", amount) else 0
        return given

    given_out, wanted = asyncio.run(story()), sum(amount for _process, amount in steps)
    assert given_out <= BURST
    lost = len(houses) * (BURST / PART + 12)
    assert given_out >= min(wanted, BURST - lost)


def test_the_database_is_asked_once_for_many() -> None:
    bank, house = Bank(), Limits()
    house.lease = bank.lease
    limit = house.limit("requests", RATE, 1600)

    async def story() -> list[bool]:
        return [await limit.take("ann") for _turn in range(2000)]

    answers = asyncio.run(story())
    assert answers == [True] * 1600 + [False] * 400
    assert bank.asked == PART + 1  # who was refused is not asked for again at once


def test_while_the_database_is_away_a_process_has_a_limit_of_its_own() -> None:
    house = Limits()

    async def away(*_what: object) -> float:
        raise StrategeError("away")

    house.lease = away
    limit = house.limit("requests", RATE, 3)

    async def story() -> list[bool]:
        return [await limit.take("ann") for _turn in range(5)]

    assert asyncio.run(story()) == [True] * 3 + [False] * 2


def test_what_postgresql_gives_is_a_bucket(tmp_path: Path, postgresql: str) -> None:
    store = PostgresqlStore(fresh_database(postgresql), tmp_path)
    assert store.lease is not None
    lease = store.lease

    async def story() -> list[float]:
        got = [await lease("moves", "ann", RATE, 10.0, 1.0, 4.0) for _turn in range(4)]
        got.append(await lease("moves", "bob", RATE, 10.0, 1.0, 4.0))
        got.append(await lease("games", "ann", RATE, 10.0, 1.0, 4.0))
        with store.writing() as connection:
            connection.exec_driver_sql("UPDATE allowance SET at = at - 3000")
        got.append(await lease("moves", "ann", 1.0, 10.0, 1.0, 10.0))
        return got

    *before, after = asyncio.run(story())
    assert before == pytest.approx([4, 4, 2, 0, 4, 4], abs=0.01)
    assert 3 <= after <= 10  # three seconds later, and as long as it took to ask
    store.close()
