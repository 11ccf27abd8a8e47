"""What every game owes the house, checked by playing it at random.

`check(game)` raises `Broken` naming the clause that fails. The clauses hold for any registered game;
`test_contract.py` runs them on all, `test_broken_toys.py` on games broken on purpose.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from stratege.core.errors import BadNotation, IllegalMove, StrategeError
from stratege.core.game import Game
from stratege.core.position import Position

UNBOUNDED_GAMES_STOP_AT = 120  # plies of an endless game that are worth checking


class Broken(AssertionError):
    """A clause of the contract does not hold."""


def check(game: Game, games: int = 3, seed: int = 0) -> None:
    """Play `games` random games and check every clause at every position."""
    for number in range(games):
        draw = random.Random(f"{seed} {number}")
        for position in playout(game, draw):
            for clause in CLAUSES:
                try:
                    clause(position, draw)
                except (StrategeError, LookupError, TypeError, ValueError) as error:
                    raise Broken(f"{clause.__name__} can be checked: {error!r}") from error
    start_is_repeatable(game)
    garbage_is_refused(game)


def playout(game: Game, draw: random.Random) -> Iterator[Position]:
    """The positions of one random game; `Broken` if it is longer than the game allows."""
    position = game.start(seed=draw.getrandbits(32))
    bound = game.longest if game.longest is not None else game.ply_limit
    demand(bound is not None, "a game that may not end has a ply limit")
    assert bound is not None
    stop = bound if game.longest is not None else min(bound, UNBOUNDED_GAMES_STOP_AT)
    for _ply in range(stop + 1):
        yield position
        moves = position.legal()
        if not moves:
            return
        position = position.play(draw.choice(moves))
    demand(game.longest is None, f"every game ends within {bound} plies")


def demand(holds: bool, clause: str, seen: object = "") -> None:
    if not holds:
        raise Broken(f"{clause} {seen!r}" if seen != "" else clause)


def moves_are_sorted_and_unique(position: Position, draw: random.Random) -> None:
    moves = position.legal()
    demand(moves == sorted(set(moves)), "moves are sorted and unique", moves)
    demand(len(moves) <= position.game.most_moves, "there are no more moves than `most_moves`", len(moves))
    demand(all(move < position.game.action_count for move in moves), "moves are below `action_count`", moves)


def move_texts_round_trip(position: Position, draw: random.Random) -> None:
    texts = position.moves()
    demand(len(set(texts)) == len(position.legal()), "each move has a text of its own", texts)
    for move, text in zip(position.legal(), texts):
        read = position.game.parse_move(text, position.to_move)
        demand(read == move, "a move's text reads back as the move", text)


def state_is_plain(position: Position, draw: random.Random) -> None:
    numbers = position.state
    plain = isinstance(numbers, tuple) and all(type(number) is int and number >= 0 for number in numbers)
    demand(plain, "a state is a tuple of non-negative integers", numbers)
    demand(position.to_move in (1, 2), "the player to move is 1 or 2", position.to_move)


def text_round_trips(position: Position, draw: random.Random) -> None:
    text = position.text()
    demand("\n" not in text, "a position's text is one line", text)
    again = position.game.parse(text)
    demand(again == position, "a position's text reads back as the position", text)
    demand(again.text() == text, "reading and writing a text changes nothing", text)


def equal_positions_hash_alike(position: Position, draw: random.Random) -> None:
    twin = Position(position.game, position.state, position.to_move, position.past)
    try:
        same = hash(twin) == hash(position)
    except TypeError as error:
        raise Broken(f"a position can be hashed: {error}") from None
    demand(twin == position and same, "equal positions have equal hashes")
    demand(position.text() == twin.text(), "equal positions have equal texts")


def play_changes_nothing_else(position: Position, draw: random.Random) -> None:
    before = (position.text(), position.legal(), hash(position), str(position))
    for move in draw.sample(position.legal(), min(3, len(position.legal()))):
        once, twice = position.play(move), position.play(move)
        demand(once == twice, "the same move from the same position gives the same position", move)
        demand(once.to_move == 3 - position.to_move, "players take turns", once.to_move)
    after = (position.text(), position.legal(), hash(position), str(position))
    demand(before == after, "playing a move leaves the position as it was", (before, after))


def outcome_agrees_with_moves(position: Position, draw: random.Random) -> None:
    try:
        outcome = position.outcome()
    except KeyError as reason:
        raise Broken(f"every reason of the kernel has its words: {reason}") from None
    demand((outcome is None) == bool(position.legal()), "a game is over exactly when there is no move")
    if outcome is None:
        return
    demand(bool(outcome.reason) and "{" not in outcome.reason, "an end has its reason in words", outcome)
    if outcome.score is not None:
        one, two = outcome.score
        by_score = None if one == two else 1 if one > two else 2
        demand(outcome.winner == by_score, "the winner is who has the better score", outcome)


def illegal_moves_are_refused(position: Position, draw: random.Random) -> None:
    legal = set(position.legal())
    text_of = position.game.move_text
    for wild in (-1, 10**9):
        refuses(IllegalMove, lambda wild=wild: position.play(wild), "a number that is no move is refused")  # type: ignore[misc]
    for move in draw.sample(range(2 * position.game.most_moves + 2), 3):
        if move not in legal:
            refuses(IllegalMove, lambda move=move: position.play(move), "an illegal move is refused")  # type: ignore[misc]
            try:
                text = text_of(move, position.to_move)
                why = position.game.why_illegal(position, move)
            except (StrategeError, IndexError):
                continue  # a number that is no move of this game at all
            demand(
                bool(why) or position.outcome() is not None or bool(position.past),
                "an illegal move has its why",
                text,
            )


def drawings_show_the_board(position: Position, draw: random.Random) -> None:
    demand(bool(str(position).strip()), "a position can be printed")
    try:
        root = ET.fromstring(position.svg())
    except ET.ParseError as error:
        raise Broken(f"a position's picture is well-formed SVG: {error}") from None
    demand(root.tag.endswith("svg"), "a position's picture is SVG", root.tag)
    demand(any(child.tag.endswith("title") for child in root), "a picture has a title for screen readers")
    places = {group.get("data-spot") for group in root.iter() if group.get("data-spot")}
    touched = {place for move in position.moves() for place in move.split("-")}
    demand(touched <= places, "a picture has the places that moves touch", touched - places)


def refuses(error: type[Exception], action: Callable[[], object], clause: str) -> None:
    try:
        action()
    except error as caught:
        demand(bool(str(caught)) and "\n" not in str(caught), f"{clause}, in one sentence", str(caught))
    except Exception as other:
        raise Broken(f"{clause} with {error.__name__}, not {type(other).__name__}: {other}") from None
    else:
        raise Broken(clause)


def start_is_repeatable(game: Game) -> None:
    demand(game.start(seed=7) == game.start(seed=7), "the same seed gives the same start")
    demand(game.start(seed=7).outcome() is None or game.most_moves == 0, "the start is not already over")


def garbage_is_refused(game: Game) -> None:
    for garbage in (
        "",
        "garbage",
        ":::::",
        "-1",
        "1:3",
        "\x00",
        "é" * 40,
        "9" * 5000,
        game.start(0).text() + ":x",
    ):
        refuses(BadNotation, lambda text=garbage: game.parse(text), "garbage is no position")  # type: ignore[misc]
    for garbage in ("", "zz", "-1", "1-", "9" * 5000, "é", "\x00"):
        refuses(StrategeError, lambda text=garbage: game.parse_move(text, 1), "garbage is no move")  # type: ignore[misc]


CLAUSES = (
    state_is_plain,
    moves_are_sorted_and_unique,
    move_texts_round_trip,
    text_round_trips,
    equal_positions_hash_alike,
    play_changes_nothing_else,
    outcome_agrees_with_moves,
    illegal_moves_are_refused,
    drawings_show_the_board,
)
