"""Position keys: 64 bits that name a position of a game for ever, and 64 more for each move in it.

They are in databases and must never change: no Python hash, no compiled one, but arithmetic modulo 2^64
written out here, on integers and on arrays of them alike. Among the 6·10^7 positions of a million games, two
that differ share a key with a chance of one in ten thousand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from stratege.core.game import Game

WORD = (1 << 64) - 1
SIGN = 1 << 63

RULES_VERSION = 1
"""Goes up when a kernel's rules change, so that games by the old rules are not counted with the new."""


def seed_of(game: Game) -> int:
    """Where keys of a game, variant and size begin, so that no two of them share positions."""
    name = f"{game.name}/{game.variant.name}/{game.size}/{RULES_VERSION}"
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


def blended(key: Any, word: Any) -> Any:
    """The key with one more 64-bit word in it: a number, or an array of uint64."""
    key = ((key ^ word) * 0x9E3779B97F4A7C15) & WORD
    key = ((key ^ (key >> 32)) * 0xD6E8FEB86659FD93) & WORD
    return key ^ (key >> 29)


def key_of(seed: int, words: Iterable[int], player: int) -> int:
    """The key of a position from its trace and the player to move, as databases hold it: signed.

    A word beyond 64 bits counts as several, the lowest first.
    """
    key = seed
    for word in words:
        key = blended(key, word & WORD)
        while word > WORD:
            word >>= 64
            key = blended(key, word & WORD)
    key = blended(key, player)
    return int(key - (1 << 64) if key >= SIGN else key)


def edge_of(key: Any, move: Any) -> Any:
    """The key of a move in a position, under which its statistics are kept; for numbers or arrays alike.

    The move is in its lowest bits, so that the moves in a position are neighbours among all edges.
    """
    return key ^ move


def keys_of(seed: int, words: Any, players: Any) -> Any:
    """The same for many positions at once: an int64 array of (positions, words), and their players."""
    import numpy

    key = numpy.full(len(words), seed, numpy.uint64)
    for column in words.astype(numpy.uint64).T:
        key = blended(key, column)
    return blended(key, players.astype(numpy.uint64)).view(numpy.int64)
