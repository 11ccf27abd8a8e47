"""The asynchronous engine client: the same answers as the library, streams, deadlines, crashes."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

import stratege
from stratege.client.engine import Engine, EngineError, parse_info, parse_valued
from stratege.core.line import Line
from stratege.engine.limits import Limits

TINY = """
import sys, time
for line in sys.stdin:
    words = line.split()
    if words[0] == "isready":
        print("readyok")
    elif words[0] == "go":
        if "depth 7" in line: sys.exit(3)
        if "depth 8" in line: time.sleep(60)
        if "depth 9" in line: print("error no such depth")
        print("something of a later version")
        print("info depth 1 value 12 nodes 5 time 3 line e g")
        print("bestmove e")
    elif words[0] == "quit":
        break
    sys.stdout.flush()
"""


def tiny() -> Engine:
    return Engine([sys.executable, "-c", TINY])


def test_it_answers_as_the_library_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path))
    line = Line(stratege.game("chomp", size="3x3").start(), ["2,0"])

    async def talk() -> None:
        async with Engine.of(line.game) as engine:
            analysis = await engine.analyse(line, Limits(depth=6))
            mine = line.analyse(depth=6)
            assert [(one.move, one.value.score, one.kind, one.line) for one in analysis.moves] == [
                (one.move, one.value.score, one.kind, one.line) for one in mine.moves
            ]
            assert (analysis.depth, analysis.of) == (mine.depth, line)
            played = await engine.play(line, Limits(depth=6))
            assert played.move == mine.moves[0].move
            infos = [info async for info in engine.infos(line, Limits(depth=4))]
            assert [info.depth for info in infos] == [0, 1, 2, 3, 4]
            assert infos[-1].line[0] == played.move
            async for info in engine.infos(line.start, Limits()):  # left early: the search is stopped
                if info.depth == 1:
                    break
            over = await engine.play(stratege.parse("chomp", "1,0,0:2"), Limits(depth=2))
            assert over.move is None

    asyncio.run(talk())


def test_a_crash_is_an_error_and_the_next_question_starts_it_anew() -> None:
    position = stratege.game("awale").start()

    async def talk() -> None:
        async with tiny() as engine:
            with pytest.raises(EngineError, match="status 3"):
                await engine.play(position, Limits(depth=7))
            played = await engine.play(position, Limits(depth=1))
            assert (played.move, played.info and played.info.value.estimate) == ("e", 12)

    asyncio.run(talk())


def test_silence_has_a_deadline_and_cancelling_leaves_nothing_behind() -> None:
    position = stratege.game("awale").start()

    async def talk() -> None:
        async with tiny() as engine:
            with pytest.raises(EngineError, match="in time"):
                await engine.play(position, Limits(depth=8), timeout=0.2)
            assert (await engine.play(position, Limits(depth=1))).move == "e"
            task = asyncio.create_task(engine.play(position, Limits(depth=8)))
            await asyncio.sleep(0.2)
            process = engine._process
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert process is not None
            with pytest.raises(EngineError, match="no such depth"):
                await engine.play(position, Limits(depth=9))
            assert process.returncode is not None

    asyncio.run(asyncio.wait_for(talk(), 60))


def test_questions_wait_for_each_other() -> None:
    position = stratege.game("awale").start()

    async def talk() -> None:
        async with tiny() as engine:
            answers = await asyncio.gather(*(engine.play(position, Limits(depth=1)) for _task in range(5)))
            assert {answer.move for answer in answers} == {"e"}

    asyncio.run(talk())


def test_what_cannot_be_started_says_so() -> None:
    async def talk() -> None:
        with pytest.raises(EngineError, match="could not be started"):
            await Engine("/no/such/program").play(stratege.game("awale").start(), Limits(depth=1))

    asyncio.run(talk())


NONSENSE = """
import sys
for line in sys.stdin:
    if line.startswith("quit"):
        break
    print("readyok" if line.startswith("isready") else {answer!r} if line[0] in "ga" else "", flush=True)
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("play", "bestmove"),
        ("play", "bestmove none"),
        ("play", "bestmove g"),
        ("play", "\x00 ✓\n\ninfo depth\nbestmove 7"),
        ("play", "error"),
        ("analyse", "valued x search line x\nanalysed depth 1"),
        ("analyse", "valued e\nanalysed depth 1"),
        ("analyse", "valued e search value much line e\nanalysed"),
        ("analyse", "valued e search line e\nvalued e search line e\nanalysed"),
        ("analyse", "analysed depth deep"),
    ],
)
def test_nonsense_is_an_error_that_names_the_program(question: str, answer: str) -> None:
    async def talk() -> None:
        async with Engine([sys.executable, "-c", NONSENSE.format(answer=answer)]) as engine:
            with pytest.raises(EngineError, match=r"^The engine .* failed: it answers: .*\.$"):
                await getattr(engine, question)(stratege.game("awale").start(), Limits(depth=1))

    asyncio.run(talk())


@pytest.mark.parametrize("program", ["import time; time.sleep(600)", "while True: print('nonsense')", "1/0"])
def test_who_is_never_ready_is_given_up_and_leaves_nothing(program: str) -> None:
    async def talk() -> None:
        engine = Engine([sys.executable, "-c", program], start_timeout=0.5)
        with pytest.raises(EngineError, match=r"in time|status 1"):
            async with engine:
                pass
        assert engine._process is None
        if "sleep" in program:
            task = asyncio.create_task(Engine([sys.executable, "-c", program]).__aenter__())
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(talk())


def test_lines_of_the_protocol() -> None:
    won = parse_info(["info", "depth", "6", "win", "5", "nodes", "80", "time", "2", "line", "1,2", "1,1"])
    assert won is not None
    assert (str(won.value), won.nodes, won.seconds, won.line) == ("won in 5", 80, 0.002, ("1,2", "1,1"))
    exact = parse_info(["info", "depth", "0", "table", "draw", "nodes", "0", "time", "0", "line", "e"])
    assert exact is not None
    assert (exact.value.kind, exact.value.result) == ("table", 0)
    for other in ("info string hello", "info depth 1 value much line e", "info depth 2 table maybe line e"):
        assert parse_info(other.split()) is None
    valued = parse_valued(["valued", "e", "search", "depth", "8", "value", "-35", "line", "e", "g"])
    assert (valued.verdict, valued.value.depth) == ("-0.35", 8)
    with pytest.raises(ValueError, match="line"):
        parse_valued(["valued", "e"])
