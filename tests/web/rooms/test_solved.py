"""The room of solved games: its answers are the solvers' own, what it cannot do is said in one sentence."""

from __future__ import annotations

import functools
import operator
import random
from pathlib import Path
from typing import Any

import pytest
from tests.web.visitors import House

import stratege
from stratege.exams.chomp import carte_gagnante
from stratege.games.chomp import maps, solver
from stratege.games.nimble import explain
from stratege.games.nimble import solver as nimble_solver
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from stratege.web.engines.pool import EnginePool
from stratege.web.rooms.solved import solutions

BARS = [(columns, rows) for columns in range(1, 6) for rows in range(1, 6)]
LARGER = [(10, 8), (8, 10), (6, 13), (40, 3), (2, 100), (14, 12)]


def chomp(house: House, columns: int, rows: int) -> dict[str, Any]:
    answer = house.visitor().get("/api/v1/solved/chomp", params={"columns": columns, "rows": rows})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_maps_of_small_bars_are_the_papers(thinking_house: House) -> None:
    for columns, rows in BARS:
        told = chomp(thinking_house, columns, rows)
        assert told["map"] == carte_gagnante(columns, rows), (columns, rows)


@pytest.mark.parametrize("box", LARGER)
def test_maps_of_larger_bars_are_the_solvers(box: tuple[int, int], thinking_house: House) -> None:
    told = chomp(thinking_house, *box)
    start = stratege.game("chomp", size="{}x{}".format(*box)).start()
    winning = [f"{row},{column}" for row, column in solver.winning_moves(start.state)]
    assert (told["winning_moves"], told["won"]) == (winning, bool(winning))
    assert told["svg"] == maps.svg(told["map"], start.game.label())
    assert [move["move"] for move in told["moves"]] == start.moves()
    assert [move["move"] for move in told["moves"] if move["wins"]] == winning
    for move in random.Random(0).sample(told["moves"], 5):
        after = start.play(move["move"])
        assert after.text() == f"{move['leaves']}:2"
        answers = solver.winning_moves(after.state)
        assert move["answers"] == [f"{row},{column}" for row, column in answers]


def test_a_bar_is_worked_out_once(thinking_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    first = chomp(thinking_house, 7, 6)

    def refuse(*_arguments: object) -> None:
        raise AssertionError("this bar is known already")

    monkeypatch.setattr(EnginePool, "answer", refuse)
    assert chomp(thinking_house, 7, 6) == first


def test_a_reason_is_given_in_the_visitors_language(thinking_house: House) -> None:
    told = chomp(thinking_house, 4, 4)
    (winner,) = [move for move in told["moves"] if move["wins"]]
    assert (winner["move"], winner["reason"]) == ("1,1", "leaves two arms of the same length")
    french = thinking_house.visitor(**{"accept-language": "fr"})
    other = french.get("/api/v1/solved/chomp?columns=4&rows=4").json()["moves"]
    assert [move["reason"] for move in other if move["wins"]] != [winner["reason"]]


def test_the_gallery_is_the_solvers(thinking_house: House) -> None:
    told = thinking_house.visitor().get("/api/v1/solved/chomp/gallery").json()
    assert told["svg"] == maps.gallery_svg()
    assert told["heat"] == maps.heat_svg(maps.heat_of_all())
    assert len(told["bars"]) == told["side"] ** 2
    by_size = {bar["size"]: bar["winning_moves"] for bar in told["bars"]}
    assert by_size["10x8"] == ["3,8", "4,5"]
    assert by_size["1x1"] == []


@pytest.mark.parametrize("variant", ["standard", "misere"])
def test_nimble_is_the_solvers(variant: str, house: House) -> None:
    visitor, draw = house.visitor(), random.Random(variant)
    for squares in range(1, 14):
        pawns = [draw.randint(0, 2) for _square in range(squares)]
        asked = {"variant": variant, "position": ",".join(map(str, pawns))}
        told = visitor.get("/api/v1/solved/nimble", params=asked).json()
        misere = variant == "misere"
        steps = [square for square in reversed(range(1, squares)) for _pawn in range(pawns[square])]
        assert [heap["steps"] for heap in told["heaps"]] == steps
        assert [int(heap["binary"], 2) for heap in told["heaps"]] == steps
        assert [heap["square"] for heap in told["heaps"]] == [step + 1 for step in steps]
        columns = zip(*(heap["binary"] for heap in told["heaps"]), strict=True)
        assert told["ones"] == [column.count("1") for column in columns] or not steps
        assert told["nim_sum"] == int(told["binary"], 2) == functools.reduce(operator.xor, steps, 0)
        winning = nimble_solver.winning_moves(pawns, misere)
        assert told["winning_moves"] == [f"{origin + 1}-{target + 1}" for origin, target in winning]
        assert told["won"] is not nimble_solver.is_lost(pawns, misere)
        assert told["explanation"] == explain.explanation(pawns, misere)


def test_nimble_follows_the_moves_and_draws_boards(house: House) -> None:
    visitor = house.visitor()
    told = visitor.get("/api/v1/solved/nimble?position=0,0,1,2,0,2&moves=4-2").json()
    assert told["view"]["position"] == "0,1,1,1,0,2:2"
    assert (told["nim_sum"], told["won"]) == (0, False)
    boards = {visitor.get(f"/api/v1/solved/nimble?seed={n}").json()["view"]["position"] for n in range(8)}
    assert len(boards) > 4
    over = visitor.get("/api/v1/solved/nimble?position=3,0&variant=misere").json()
    assert (over["won"], over["view"]["outcome"]["winner"]) == (True, 1)


def test_a_table_of_a_larger_board_gets_a_card_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"boards": 9, "won": 4, "lost": 3, "drawn": 2, "longest": 113}
    start = {"result": 0, "plies": None, "words": "drawn"}
    table = {"game": "mingmang", "variant": "free", "size": "5", "known": {**known, "start": start}}
    layer = {"layer": "boards", "positions": 9, "bytes": 9, "statistics": {"won": 4, "lost": 3, "drawn": 2}}
    row = {"table": "mingmang-free-5", "positions": 9, "bytes": 9, "damaged": 0, "layers": [layer]}
    assert 'data-table="mingmang-5"' not in house.visitor().get("/solved").text
    monkeypatch.setattr(solutions, "tables", lambda: [{**table, **row}])
    page = house.visitor().get("/solved").text
    assert 'data-table="mingmang-5"' in page
    assert "113 moves" in page
    assert solutions.pictures(solutions.tables())["mingmang-free-5"] in page  # its histogram


MISTAKES = [
    ("chomp?columns=17&rows=17", "16×16"),
    ("chomp?columns=101&rows=1", "100 squares"),
    ("chomp?columns=100&rows=100", "16×16"),
    ("chomp?columns=0", "columns"),
    ("chomp?rows=-3", "rows"),
    ("chomp?rows=1e9", "rows"),
    ("chomp?rows=" + "9" * 50, "rows"),
    ("nimble?position=0,61", "60 pawns"),
    ("nimble?position=" + "0," * 46 + "1", "too large for the web"),
    ("nimble?position=1,x", "numbers"),
    ("nimble?position=0,1&moves=1-2", "not legal"),
    ("nimble?variant=chess", "chess"),
    ("nimble?seed=-1", "seed"),
]


@pytest.mark.parametrize(("path", "words"), MISTAKES, ids=[path[:40] for path, _words in MISTAKES])
def test_a_mistake_is_one_sentence(path: str, words: str, house: House) -> None:
    answer = house.visitor().get(f"/api/v1/solved/{path}")
    assert answer.status_code == 400
    assert words in answer.json()["error"]


def test_pages_say_which_tables_are_missing(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path / "none"))
    visitor = house.visitor()
    assert visitor.get("/api/v1/solved/tables").json() == []
    hall = visitor.get("/solved").text
    assert hall.count("is not there yet") == 4
    for name, size in (("quixo", 3), ("quixo", 4), ("mingmang", 3), ("mingmang", 4)):
        assert f"stratege tables build {name} --size {size}" in hall
    for path in ("/solved/chomp", "/solved/nimble"):
        assert visitor.get(path).status_code == 200


def test_what_a_table_says_is_shown(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(tmp_path / "tables")
    monkeypatch.setenv("STRATEGE_TABLES", str(shelf.folder))
    builder = Builder(shelf, stratege.game("mingmang", "free", "3"), 2, 1 << 28)
    builder.build(builder.plan(None))
    visitor = house.visitor()
    (table,) = visitor.get("/api/v1/solved/tables").json()
    (file,) = shelf.files()
    layer = shelf.layer(builder.game, file.stem)
    assert layer is not None
    assert table["layers"][0]["statistics"] == layer.header.statistics
    known = table["known"]
    assert (known["boards"], known["start"]["words"]) == (3**9, "won in 1")
    hall = visitor.get("/solved").text
    for count in (known["won"], known["lost"], known["drawn"]):
        assert f"<dd>{count:,}</dd>" in hall
    assert hall.count("is not there yet") == 3
    file.write_bytes(file.read_bytes()[:5000])
    assert visitor.get("/api/v1/solved/tables").json()[0]["damaged"] == 1
    assert "cannot be used: build it again" in visitor.get("/solved").text
