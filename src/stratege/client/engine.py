"""An engine of the line protocol (docs/protocol.md), asked asynchronously, in the manner of `chess.engine`.

    async with Engine.of(stratege.game("awale")) as engine:
        played = await engine.play(line, Limits(seconds=1))
        analysis = await engine.analyse(line, Limits(depth=10))
        async for info in engine.infos(line, Limits(seconds=5)):
            print(info.depth, info.value)

A program that ends, does not answer in time or talks nonsense is an `EngineError`; the next question starts
it anew if it has ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from stratege.arena.external import go, split, where
from stratege.core.errors import StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.value import EXACT, SEARCH, Value
from stratege.engine.analysis import Analysis, ValuedMove
from stratege.engine.limits import Limits

START_SECONDS = 120.0  # the first time ever, an engine may have to be compiled
MARGIN = 5.0  # seconds beyond a time limit, until a program counts as hung
PATIENCE = 600.0  # without a time limit
LONGEST_LINE = 1 << 20
RESULTS = {"win": 1, "draw": 0, "loss": -1}


class EngineError(StrategeError):
    """The program could not be started, ended, was silent for too long, answered `error` or nonsense."""


@dataclass(frozen=True)
class Info:
    """What a completed depth has found: the value for the player to move, and the best play for both."""

    depth: int
    value: Value
    nodes: int
    seconds: float
    line: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """The move chosen, as its player writes it, None if the game is over; the last `info`, if any came."""

    move: str | None
    info: Info | None


class Engine:
    """A program that is asked about lines or positions of one game, one question at a time.

    `command` is how it is started, a text as in a shell or a list of words. Within `async with`, or until
    `close`, it runs; questions from several tasks wait for each other. `timeout` in a question is how long
    the whole answer may take; without it, the time limit and a margin, or ten minutes. `start_timeout` is how
    long it may take to be ready.
    """

    def __init__(self, command: str | Sequence[str], start_timeout: float = START_SECONDS) -> None:
        self._command = split(command) if isinstance(command, str) else list(command)
        self._start_timeout = start_timeout
        self._process: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    @classmethod
    def of(cls, game: Game) -> Self:
        """Stratège's own engine for a game."""
        options = ["--variant", game.variant.name, "--size", game.size]
        return cls([sys.executable, "-m", "stratege", "engine", game.name, *options])

    async def play(self, line: Line | Position, limits: Limits, timeout: float | None = None) -> Played:
        """The move that it would play, which is legal."""
        asked = Line(line) if isinstance(line, Position) else line
        best, last = "", None
        async for words in self._asked(asked, go(limits), "bestmove", limits, timeout):
            if words[0] == "info":
                last = parse_info(words) or last
            elif words[0] == "bestmove":
                best = " ".join(words[1:2])
        if asked.outcome() is not None:
            return Played(None, last)
        try:
            return Played(asked.play(best).move_text, last)
        except StrategeError:
            raise self._failed(_("it answers: {line}", line=f"bestmove {best}")) from None

    async def infos(
        self, line: Line | Position, limits: Limits, timeout: float | None = None
    ) -> AsyncGenerator[Info, None]:
        """What each completed depth has found, as it comes; leaving the loop stops the search."""
        async with contextlib.aclosing(self._asked(line, go(limits), "bestmove", limits, timeout)) as answers:
            async for words in answers:
                found = parse_info(words)
                if found is not None:
                    yield found

    async def analyse(self, line: Line | Position, limits: Limits, timeout: float | None = None) -> Analysis:
        """Every legal move valued, best first, as `Line.analyse` has it."""
        asked = Line(line) if isinstance(line, Position) else line
        question = go(limits).replace("go", "analyse", 1)
        answers = self._asked(asked, question, "analysed", limits, timeout)
        told = [words async for words in answers if words[0] in ("valued", "analysed")]
        legal, moves = set(asked.position.moves()), list[ValuedMove]()
        numbers = {"depth": 0, "nodes": 0, "time": 0}
        for words in told:
            try:
                if words[0] == "analysed":
                    numbers |= _numbers(words[1:])
                else:
                    moves.append(parse_valued(words))
                    legal.remove(moves[-1].move)
            except (ValueError, KeyError):
                raise self._failed(_("it answers: {line}", line=" ".join(words))) from None
        seconds = numbers["time"] / 1000
        return Analysis(asked, tuple(moves), numbers["depth"], numbers["nodes"], seconds)

    async def close(self) -> None:
        """End the program, which has a second to leave by itself."""
        async with self._asking:
            process = self._process
            if process is not None and process.returncode is None and process.stdin is not None:
                with contextlib.suppress(OSError, TimeoutError):
                    process.stdin.write(b"quit\n")
                    await asyncio.wait_for(process.wait(), 1)
            await self._kill()

    async def __aenter__(self) -> Self:
        await self._started()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def _asked(
        self, line: Line | Position, question: str, end: str, limits: Limits, timeout: float | None
    ) -> AsyncGenerator[list[str], None]:
        """The words of each line of the answer, up to the one that begins with `end`."""
        asked = Line(line) if isinstance(line, Position) else line
        if timeout is None:
            timeout = PATIENCE if limits.seconds is None else limits.seconds + MARGIN
        async with self._asking:
            process = await self._started()
            ended = False
            try:
                await self._send(process, where(asked), question)
                deadline = asyncio.get_running_loop().time() + timeout
                while not ended:
                    words = await self._words(process, deadline)
                    if words[0] == "error":
                        ended = True
                        raise self._failed(_("it answers: {line}", line=" ".join(words)))
                    ended = words[0] == end
                    yield words
            finally:
                if not ended:
                    await self._abandon(process, end)

    async def _abandon(self, process: asyncio.subprocess.Process, end: str) -> None:
        """Have the answer under way ended, so that the next question is not answered by it."""
        try:
            await self._send(process, "stop")
            deadline = asyncio.get_running_loop().time() + MARGIN
            while process.returncode is None and (await self._words(process, deadline))[0] != end:
                pass
        except EngineError:
            await self._kill()  # it is gone, or shall be
        except BaseException:
            await self._kill()
            raise

    async def _started(self) -> asyncio.subprocess.Process:
        """The program, started anew if it is not there."""
        if self._process is None or self._process.returncode is not None:
            await self._kill()
            pipe = asyncio.subprocess.PIPE
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdin=pipe,
                    stdout=pipe,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # so that what it starts ends with it
                )
            except OSError as error:
                raise self._failed(_("it could not be started ({why})", why=error.strerror)) from None
            try:
                await self._send(self._process, "isready")
                deadline = asyncio.get_running_loop().time() + self._start_timeout
                while (await self._words(self._process, deadline))[0] != "readyok":
                    pass
            except BaseException:
                await self._kill()  # whoever waits no longer leaves nothing behind
                raise
        return self._process

    async def _send(self, process: asyncio.subprocess.Process, *lines: str) -> None:
        assert process.stdin is not None
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        with contextlib.suppress(OSError):  # it has ended: reading says so
            await process.stdin.drain()

    async def _words(self, process: asyncio.subprocess.Process, deadline: float) -> list[str]:
        """The words of the next line that has any; the program is killed if none comes."""
        assert process.stdout is not None
        try:
            async with asyncio.timeout_at(deadline):
                while line := await process.stdout.readline():
                    if words := line.decode(errors="replace").split():
                        return words
                status = await process.wait()
        except (TimeoutError, ValueError):  # silence, or a line without end
            await self._kill()
            raise self._failed(_("it gave no answer in time")) from None
        raise self._failed(_("it ended with status {status}", status=status))

    def _failed(self, why: str) -> EngineError:
        return EngineError(_("The engine {name} failed: {why}.", name=self._command[0], why=why))

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
            await process.wait()
            process._transport.close()  # type: ignore[attr-defined]


def parse_info(words: Sequence[str]) -> Info | None:
    """An `info` line of the protocol; None for another, or one of a later version."""
    try:
        head, _line, line = _parted(words, "line")
        if head[0] != "info" or head[1] != "depth":
            return None
        depth, kind, said = int(head[2]), head[3], head[4]
        numbers = _numbers(head[5:])
        if kind == "value":
            value = Value(SEARCH, estimate=int(said), depth=depth, selective="selective" in numbers)
        elif kind in RESULTS:
            value = Value(EXACT, RESULTS[kind], int(said), depth=depth)
        else:
            value = Value(kind, RESULTS[said], depth=depth)
    except (ValueError, IndexError, KeyError):
        return None
    return Info(depth, value, numbers.get("nodes", 0), numbers.get("time", 0) / 1000, tuple(line))


def parse_valued(words: Sequence[str]) -> ValuedMove:
    """A `valued` line of the protocol; a `ValueError` or `KeyError` if it is none."""
    head, _line, line = _parted(words, "line")
    _valued, move, kind, *more = head
    said = dict(zip(more[::2], more[1::2]))
    result = RESULTS[said.pop("result")] if "result" in said else None
    numbers = {name: int(number) for name, number in said.items()}
    estimate = numbers.get("value", 0) if result is None else 0
    plies, margin, conversion = (numbers.get(name) for name in ("plies", "margin", "conversion"))
    value = Value(kind, result, plies, margin, conversion, estimate=estimate, depth=numbers.get("depth", 0))
    value = replace(value, selective="selective" in numbers)
    return ValuedMove(move, value, tuple(line), "")


def _parted(words: Sequence[str], at: str) -> tuple[list[str], str, list[str]]:
    place = list(words).index(at)
    return list(words[:place]), at, list(words[place + 1 :])


def _numbers(words: Sequence[str]) -> dict[str, int]:
    return {name: int(number) for name, number in zip(words[::2], words[1::2])}
