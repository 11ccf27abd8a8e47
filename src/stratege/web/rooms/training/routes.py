"""The training room's routes: puzzles, endless and rated, and one's own mistakes at growing intervals."""

from __future__ import annotations

import random
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from stratege.core.errors import BadOption
from stratege.core.language import N_, _
from stratege.core.line import Line
from stratege.core.registry import GAMES, game, game_class
from stratege.training.puzzle import HOLD, Puzzle, by_id, puzzles
from stratege.web.engines import asking
from stratege.web.errors import Missing
from stratege.web.live import views
from stratege.web.live.lines import apart, job_of
from stratege.web.live.routes import hub_of, people_of
from stratege.web.pages import page
from stratege.web.rooms.training import jobs
from stratege.web.rooms.training.schemas import (
    Attempt,
    CardShape,
    Deck,
    PuzzleShape,
    Recall,
    Repetition,
    Reviewed,
    Standing,
)
from stratege.web.rooms.training.trainee import Trainee
from stratege.web.schemas import FAILURES
from stratege.web.visitor import visitor_of

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/training", responses=FAILURES)

LONGEST_SOLUTION = 20
DRAW = random.SystemRandom()

GameWithPuzzles = Annotated[str, Query(max_length=20, examples=["nimble"])]
Word = Annotated[str, Field(max_length=64)]


class Tried(BaseModel):
    """The moves made so far, the answers between them included."""

    game: Annotated[str, Field(max_length=20, examples=["nimble"])]
    id: Annotated[str, Field(max_length=20)]
    moves: Annotated[list[Word], Field(min_length=1, max_length=LONGEST_SOLUTION)]


class Recalled(BaseModel):
    """What one would play now where one was wrong before."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
    move: Word


@pages.get("/training")
def training_page(request: Request) -> Response:
    """Puzzles and mistakes."""
    return page(request, "training", trained=[name for name in GAMES if puzzles(name)])


@api.get("", response_model=list[Standing], summary=N_("How well one solves puzzles"))
def standings(request: Request) -> JSONResponse:
    """The visitor's rating in each game that has puzzles."""
    trainee = trainee_of(request)
    return JSONResponse([trainee.standing(name) for name in GAMES if puzzles(name)])


@api.get("/puzzle", response_model=PuzzleShape, summary=N_("A puzzle to solve"))
async def puzzle(request: Request, game: GameWithPuzzles) -> JSONResponse:
    """One about as hard as the visitor is strong, with exactly one solution, which is proven."""
    game_class(game)
    trainee = trainee_of(request)
    chosen, again = await apart(trainee.next_puzzle, game, DRAW)
    shape: PuzzleShape = {
        "id": chosen.id,
        "game": game,
        "question": chosen.question,
        "rating": chosen.rating,
        "again": again,
        "view": await apart(views.view_of, chosen.line),
        "you": trainee.standing(game),
    }
    return JSONResponse(shape)


@api.post("/puzzle", response_model=Attempt, summary=N_("Try to solve a puzzle"))
async def solve(request: Request, tried: Tried) -> JSONResponse:
    """Whether the moves are right so far; a puzzle counts the first time that it is solved or failed."""
    game_class(tried.game)
    found = by_id(tried.game).get(tried.id)
    if found is None:
        raise Missing(_("There is no such puzzle."))
    if len(tried.moves) > len(found.solution):
        raise BadOption(_("The solution is shorter than that."))
    return JSONResponse(await _judged(trainee_of(request), found, tuple(tried.moves)))


@api.get("/mistake", response_model=Repetition, summary=N_("One of one's own mistakes, to be done better"))
async def mistake(request: Request) -> JSONResponse:
    """The one that has waited longest, if one is due, and how the others stand."""
    trainee = trainee_of(request)
    row = trainee.due_card()
    card: CardShape | None = None
    if row is not None:
        question = _("You played {move} here. What would you play now?", move=row.played)
        shown = await apart(lambda: views.view_of(_line_of(row)))
        card = {
            "number": row.number,
            "game": row.game,
            "question": question,
            "played": row.played,
            "view": shown,
        }
    answer: Repetition = {"card": card, "deck": trainee.deck()}
    return JSONResponse(answer)


@api.post("/mistake", response_model=Recall, summary=N_("Do better than one did"))
async def recall(request: Request, recalled: Recalled) -> JSONResponse:
    """Whether the move is one of the right ones; what is known comes later each time, what is not at once."""
    trainee = trainee_of(request)
    row = trainee.card(recalled.number)
    line = await apart(_line_of, row)
    after = await apart(line.play, recalled.move)
    right = after.move_text in row.right
    days = await trainee.recall(row, right)
    deck: Deck = trainee.deck()
    answer: Recall = {
        "right": right,
        "words": await apart(_recall_words, line, row.right, right, days),
        "best": row.right,
        "days": days,
        "view": await apart(views.view_of, after),
        "deck": deck,
    }
    return JSONResponse(answer)


@api.post("/review", response_model=Reviewed, summary=N_("Look through a finished game for mistakes"))
async def review(request: Request) -> JSONResponse:
    """The last of one's games that was not looked through yet; its mistakes are then to be repeated."""
    trainee, who = trainee_of(request), visitor_of(request).identity
    name = trainee.next_game()
    if name is None:
        raise Missing(_("All your finished games have been looked through."))
    async with hub_of(request).visit(name) as session:
        line = session.live.line()
        players = session.live.players_of(who)
    found = await asking.answer(request, job_of(jobs.review, line, players=players))
    rules, start = line[0].position.game, line[0].position.text()
    moves = [node.move or "" for node in line[1:]]
    await trainee.learn(name, (rules.name, rules.variant.name, rules.size), start, moves, found)
    answer: Reviewed = {"found": len(found), "deck": trainee.deck()}
    return JSONResponse(answer)


def trainee_of(request: Request) -> Trainee:
    """The visitor, as one who trains."""
    people = people_of(request)
    return Trainee(people.store, visitor_of(request).identity, people.clock)


async def _judged(trainee: Trainee, found: Puzzle, moves: tuple[str, ...]) -> Attempt:
    line = await apart(_played, found, moves)
    right = found.solution[: len(moves)] == moves
    over = not right or len(moves) == len(found.solution)
    reply = None if over else found.solution[len(moves)]
    change = await trainee.note(found, right) if over else 0
    return {
        "right": right,
        "over": over,
        "words": await apart(_words, found, moves, right, over),
        "reply": reply,
        "view": await apart(views.view_of, line if reply is None else line.play(reply)),
        "solution": list(found.solution) if over else [],
        "you": trainee.standing(found.name),
        "change": change,
    }


def _played(found: Puzzle, moves: tuple[str, ...]) -> Line:
    """The puzzle's line after the moves, each checked by the rules."""
    line = found.line
    for move in moves:
        line = line.play(move)
    return line


def _words(found: Puzzle, moves: tuple[str, ...], right: bool, over: bool) -> str:
    """What is said of a try, with the reason that the game gives for the right move, if it has one."""
    if right:
        return _("Solved.") if over else _("Right. Go on.")
    wrong = next(ply for ply, (mine, theirs) in enumerate(zip(moves, found.solution)) if mine != theirs)
    best, line = found.solution[wrong], _played(found, moves[:wrong])
    result = (
        _("{move} loses.", move=moves[wrong])
        if found.goal == HOLD
        else _("{move} does not win.", move=moves[wrong])
    )
    return f"{result} {_right_words(line, best)}"


def _right_words(line: Line, best: str) -> str:
    explanation = line.game.declaration.explanation
    why = explanation.explain(line.position, line.game.parse_move(best, line.to_move)) if explanation else ""
    return _("Right is {move}: {why}.", move=best, why=why) if why else _("Right is {move}.", move=best)


def _recall_words(line: Line, best: list[str], right: bool, days: int | None) -> str:
    if not right:
        return " ".join([_right_words(line, best[0]), _("It comes again today.")])
    if days is None:
        return _("Right. You know this one now.")
    return (
        _("Right. It comes again tomorrow.") if days == 1 else _("Right. It comes again in {n} days.", n=days)
    )


def _line_of(row: object) -> Line:
    variant, size, start, moves = row.line  # type: ignore[attr-defined]
    return Line(game(row.game, variant, size).parse(start), moves)  # type: ignore[attr-defined]
