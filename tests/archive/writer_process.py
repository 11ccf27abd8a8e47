"""A process that puts games in one after the other and says so; it is there to be killed."""

from __future__ import annotations

import sys

from tests.archive.made import made

from stratege.archive.store import Archive
from stratege.core.registry import game


def main(place: str, first: int) -> None:
    """Print the digest of each game once it is in."""
    with Archive.open(place) as archive:
        for seed in range(first, first + 1_000_000):
            entry = made(game("quixo", size=3), seed)
            archive.add([entry])
            print(entry.digest(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
