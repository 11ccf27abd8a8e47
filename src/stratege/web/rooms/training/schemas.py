"""What the API says about training, shape by shape."""

from __future__ import annotations

from typing_extensions import TypedDict

from stratege.web.schemas import View


class Standing(TypedDict):
    """How well the visitor solves puzzles of a game: a rating, its deviation, and how many of how many."""

    game: str
    rating: int
    deviation: int
    tried: int
    solved: int


class PuzzleShape(TypedDict):
    """A puzzle to be solved; `again` if it was tried before and counts no more."""

    id: str
    game: str
    question: str
    rating: int
    again: bool
    view: View
    you: Standing


class Attempt(TypedDict):
    """What became of a try: whether the moves are right so far, whether that was all, and how it goes on.

    `solution` is told once it is over; `change` is what the rating has gained or lost.
    """

    right: bool
    over: bool
    words: str
    reply: str | None
    view: View
    solution: list[str]
    you: Standing
    change: int


class Deck(TypedDict):
    """The visitor's own mistakes: how many are to repeat now, later, and known; when the next one comes."""

    due: int
    later: int
    known: int
    next_hours: int | None
    games: int
    """Finished games that have not been looked through yet."""


class CardShape(TypedDict):
    """One of the visitor's mistakes, to be done better; null if none is due."""

    number: int
    game: str
    question: str
    played: str
    view: View


class Repetition(TypedDict):
    """A mistake to be repeated, if one is due, and how the deck stands."""

    card: CardShape | None
    deck: Deck


class Recall(TypedDict):
    """Whether it was known, what is right, and in how many days it comes again (null: never)."""

    right: bool
    words: str
    best: list[str]
    days: int | None
    view: View
    deck: Deck


class Reviewed(TypedDict):
    """A game looked through: how many mistakes it had."""

    found: int
    deck: Deck
