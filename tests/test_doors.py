"""All doors say the same of the same lines: the library, the command, the line protocol and the HTTP API."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.engine.conversation import Conversation
from tests.games.catalogue import every_engine, every_game, identify
from tests.web.visitors import Visitor, served, settings_in

from stratege.cli.main import run
from stratege.core.game import Game
from stratege.core.line import Line
from stratege.core.position import Position
from stratege.core.wordsize import fit_words
from stratege.web.app import create_app

A_FEW = 3  # lines of each game, every day
MANY = 300 // len(every_game()) + 1  # so that all games together have three hundred
LONGEST = 12
LARGE = ("awale-standard-1",)  # whose table takes ten seconds: those of other games are a sample

Said = list[dict[str, Any]]
TOLD = ("move", "kind", "depth", "value", "result", "plies", "margin", "conversion", "line")


def depth_of(rules: Game) -> int:
    """Fixed; boards beyond 64 bits are searched in plain Python."""
    return 2 if fit_words(rules.rules, rules.start(seed=0).state) else 1


def builds(position: Position) -> bool:
    """Whether a table is built when this is first asked about, which takes a while."""
    recipe = position.game.declaration.recipe
    return recipe is not None and recipe.at_once(position.game.rules, position.state)


def games() -> Iterator[Any]:
    """Every game; of those that build a table at their start one variant is enough every day."""
    for one in every_engine():
        (rules,) = one.values
        usual = rules.variant.name == next(iter(type(rules).variants)) and one.id not in LARGE
        rare = [] if usual or not builds(rules.start(seed=0)) else [pytest.mark.soak]
        yield pytest.param(rules, marks=[*one.marks, *rare], id=one.id)


def lines_of(rules: Game, count: int) -> Iterator[Line]:
    """Random lines, one of them empty; none comes to a table that its start does not need."""
    draw = random.Random(f"doors {identify(rules)}")
    builds_any = builds(rules.start(seed=0))
    for number in range(count):
        line = Line(rules.start(seed=number))
        for _ply in range(0 if number == 0 else draw.randrange(LONGEST)):
            longer = line.play(draw.choice(line.legal())) if line.legal() else line
            if builds(longer.position) and not builds_any:
                break
            line = longer
        yield line


def by_library(line: Line, depth: int) -> Said:
    return [told(valued.as_json()) for valued in line.analyse(depth=depth).moves]


def by_command(line: Line, depth: int, capsys: pytest.CaptureFixture[str]) -> Said:
    rules, moves = line.game, " ".join(line.moves_text)
    words = ["analyse", rules.name, line.start.text(), "--variant", rules.variant.name, "--size", rules.size]
    assert run([*words, "--moves", moves, "--depth", str(depth), "--json"]) == 0
    return [told(move) for move in json.loads(capsys.readouterr().out)["moves"]]


RESULTS = {"win": 1, "draw": 0, "loss": -1}


def by_protocol(line: Line, depth: int, talk: Conversation) -> Said:
    words = " ".join(["position", line.start.text(), "moves", *line.moves_text])
    assert talk(words) == []
    return [read(answer) for answer in talk.search(f"analyse depth {depth}")[:-1]]


def read(answer: str) -> dict[str, Any]:
    """A `valued` line of the protocol as the others say it."""
    found = re.fullmatch(r"valued (\S+) (\w+) (.*) ?line (.*)", answer)
    assert found is not None, answer
    words = found[3].split()
    more = dict(zip(words[::2], words[1::2]))
    result = RESULTS[more.pop("result")] if "result" in more else None
    numbers = {name: int(number) for name, number in more.items()}
    return told({"move": found[1], "kind": found[2], "result": result, **numbers, "line": found[4].split()})


def by_web(line: Line, depth: int, visitor: Visitor) -> Said:
    rules = line.game
    asked = {"game": rules.name, "variant": rules.variant.name, "size": rules.size, "depth": depth}
    place = {"position": line.start.text(), "moves": " ".join(line.moves_text), "seconds": 60}
    answer = visitor.get("/api/v1/analysis", params={**asked, **place})
    assert answer.status_code == 200, answer.text
    (done,) = re.findall(r"event: done\ndata: (.*)\n\n", answer.text)
    return [told(move) for move in json.loads(done)["moves"]]


def told(move: Mapping[str, Any]) -> dict[str, Any]:
    return {name: move.get(name) for name in TOLD}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor of an app whose engines think for as long as it takes, and see the tables of this module."""
    folder = tmp_path_factory.mktemp("doors")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STRATEGE_TABLES", str(folder / "tables"))
        with served(create_app(settings_in(folder, longest_analysis=60.0))) as house:
            yield house.visitor()


@pytest.mark.parametrize("count", [A_FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("rules", list(games()))
def test_every_door_gives_the_same_valued_moves(
    rules: Game,
    count: int,
    visitor: Visitor,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder: Path = visitor.client.app.state.settings.folder  # type: ignore[attr-defined]
    monkeypatch.setenv("STRATEGE_TABLES", str(folder / "tables"))
    talk, depth, kinds = Conversation(rules), depth_of(rules), set()
    for line in lines_of(rules, count):
        known = by_library(line, depth)
        assert by_command(line, depth, capsys) == known, line
        assert by_protocol(line, depth, talk) == known, line
        assert by_web(line, depth, visitor) == known, line
        assert len(known) == len(line.legal())
        kinds |= {move["kind"] for move in known}
    assert kinds <= {"exact", "table", "search"}
