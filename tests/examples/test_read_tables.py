"""The reader that needs nothing but Python says what the real probes say."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy
import pytest
from tests.games import naive_awale

from stratege.core.game import Game
from stratege.core.position import Position
from stratege.core.recipe import Exact
from stratege.core.registry import game
from stratege.games.mingmang import table_recipe as mingmang_recipe
from stratege.games.quixo import table_recipe as quixo_recipe
from stratege.tables import travel
from stratege.tables.builder import Builder, header_of
from stratege.tables.format import DATA_BEGINS, RAW, ZSTD, Press, checksums_of, seal, write_at
from stratege.tables.shelf import Shelf

SCRIPT = Path(__file__).parents[2] / "examples" / "read_tables.py"


@pytest.fixture(scope="module")
def reader() -> ModuleType:
    spec = importlib.util.spec_from_file_location("read_tables", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(folder: Path, chosen: Game, limit: int | None = None) -> Shelf:
    shelf = Shelf(folder)
    builder = Builder(shelf, chosen, workers=1, memory=1 << 30)
    builder.build(builder.plan(limit))
    return shelf


def expected(shelf: Shelf, position: Position) -> tuple[int, int | None, int | None]:
    exact = shelf.probe(position.game, position.state)
    assert exact is not None
    return exact.result, exact.plies, exact.margin


def board(position: Position) -> str:
    return position.text().split(":")[0]


def test_it_is_short_and_needs_nothing() -> None:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 200
    assert not any(
        "stratege" in line or "numpy" in line for line in lines if line.startswith(("import", "from"))
    )


def test_awale(reader: ModuleType, tmp_path: Path) -> None:
    chosen = game("awale", "awari")
    shelf = built(tmp_path, chosen, 4)
    table = reader.Table(shelf.folder_of(chosen))
    for seeds in range(1, 5):
        for pits in naive_awale.boards(seeds):
            text = ",".join(map(str, pits))
            assert table.probe(text) == expected(shelf, chosen.parse(text)), text


def test_texts_as_stratege_writes_them_say_who_is_to_move(reader: ModuleType, tmp_path: Path) -> None:
    """With the player, and with stores and turns in Awalé: the answer is for the player to move."""
    texts = {
        ("awale", "awari", "4"): [
            "0,0,1,0,0,1,0,0,0,2,0,0:3,7:2:0",
            "0,0,1,0,0,1,0,0,0,2,0,0:3,7:1:12",
            "0,0,1,0,0,1,0,0,0,2,0,0:7,3",
        ],
        ("mingmang", "free", "3"): ["xoo/x.o/xxo:2", "xoo/x.o/xxo:1"],
        ("quixo", "standard", "3"): ["xo./..o/x..:2", "xo./..o/x..:1"],
        ("chomp", "standard", "6x4"): ["5,3,1:1", "5,3,1:2"],
    }
    for (name, variant, size), positions in texts.items():
        chosen = game(name, variant, size)
        shelf = built(tmp_path, chosen, 4 if name == "awale" else None)
        table = reader.Table(shelf.folder_of(chosen))
        for text in positions:
            assert table.probe(text) == expected(shelf, chosen.parse(text)), text


@pytest.mark.parametrize(
    ("name", "size", "texts"),
    [
        ("chomp", "6x4", ["7,5", "3,5", "0", "1,1,1,1,1", "", "5,3,1:3", "a,b"]),
        (
            "awale",
            "4",
            ["1,2", "0,0,0,0,0,0,0,0,0,0,0,0,1", "0,0,1,0,0,1,0,0,0,2,0,0:1", "0,0,0,0,0,9,0,0,0,0,0,0"],
        ),
        ("mingmang", "3", ["xo/xo", "xo?/x.o/xxo", "xoo/x.o/xxo:0", "xoo/x.o", "xoo/x.oxxo/..."]),
    ],
)
def test_what_is_no_board_of_the_table_is_said_in_one_line(
    reader: ModuleType, tmp_path: Path, name: str, size: str, texts: list[str]
) -> None:
    chosen = game(name, None, size)
    folder = built(tmp_path, chosen, 4 if name == "awale" else None).folder_of(chosen)
    for text in texts:
        with pytest.raises((ValueError, FileNotFoundError)):
            reader.Table(folder).probe(text)
    done = script(str(folder), texts[0])
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_without_a_table_or_a_position_it_says_so(tmp_path: Path) -> None:
    for words in ((), (str(tmp_path),), (str(tmp_path), "xo"), (str(tmp_path / "none"), "xo")):
        done = script(*words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr


def script(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("size", ["6x4", "4x6"])
def test_chomp(reader: ModuleType, tmp_path: Path, size: str) -> None:
    chosen = game("chomp", None, size)
    shelf = built(tmp_path, chosen)
    table, draw = reader.Table(shelf.folder_of(chosen)), random.Random(1)
    for _game in range(30):
        position = chosen.start()
        while position.legal():
            assert table.probe(board(position)) == expected(shelf, position)
            position = position.play(draw.choice(position.legal()))


@pytest.mark.parametrize("name", ["mingmang", "quixo"])
def test_small_boards(reader: ModuleType, tmp_path: Path, name: str) -> None:
    chosen = game(name, None, "3")
    shelf = built(tmp_path, chosen)
    table, draw = reader.Table(shelf.folder_of(chosen)), random.Random(2)
    for _board in range(300):
        text = "/".join("".join(draw.choice("xo..") for _cell in range(3)) for _row in range(3))
        assert table.probe(text) == expected(shelf, chosen.parse(text)), text


@pytest.mark.parametrize(("blanks", "boards"), [(0, 60), (23, 60)])
def test_quixo_in_bits(reader: ModuleType, tmp_path: Path, blanks: int, boards: int) -> None:
    """Bits that stand for nothing, laid out as the table of 5 × 5 is."""
    chosen = game("quixo")
    layer = quixo_recipe.every_layer(chosen.rules)[blanks]
    data = numpy.random.default_rng(blanks).integers(0, 256, layer.size, numpy.uint8)
    shelf = Shelf(tmp_path / "made")
    path = shelf.path(chosen, layer.name)
    path.parent.mkdir(parents=True)
    header = header_of(chosen, quixo_recipe, layer, 1 << 14, ZSTD if layer.packed else RAW)
    if layer.packed:
        with Press(path, header, 1) as press:
            press.add(data)
            press.seal(header)
    else:
        with path.open("w+b", buffering=0) as file:
            write_at(file, data.tobytes(), DATA_BEGINS)
            seal(file, header, header.block_lengths, checksums_of(data, header.block))
    travel.export(shelf, chosen, tmp_path / "readable", readable=True)
    table, draw = reader.Table(tmp_path / "readable" / path.parent.name), random.Random(3)
    for _board in range(boards):
        marks = ["."] * blanks + [draw.choice("xo") for _cube in range(25 - blanks)]
        draw.shuffle(marks)
        text = "/".join("".join(marks[row : row + 5]) for row in range(0, 25, 5))
        state = chosen.parse(text).state
        exact = quixo_recipe.probe(chosen.rules, state, lambda _layer, at, n: data[at : at + n].tobytes())
        assert isinstance(exact, Exact)
        assert table.probe(text) == (exact.result, None, None)


def test_mingmang_by_pawns(reader: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """4 × 4 laid out as 5 × 5 is."""
    monkeypatch.setattr(mingmang_recipe, "WIDEST", 4)
    monkeypatch.setattr(mingmang_recipe, "PAWNS", 12)
    monkeypatch.setattr(mingmang_recipe, "BY_PAWNS", "pawns-12")
    chosen = game("mingmang", None, "4")
    shelf = built(tmp_path / "built", chosen)
    travel.export(shelf, chosen, tmp_path / "readable", readable=True)
    table, draw = reader.Table(tmp_path / "readable" / shelf.folder_of(chosen).name), random.Random(4)
    for _board in range(200):
        text = pawns(4, 12, draw)
        assert table.probe(text) == expected(shelf, chosen.parse(text)), text


def pawns(n: int, count: int, draw: random.Random) -> str:
    marks = ["."] * (n * n - count) + [draw.choice("xo") for _pawn in range(count)]
    draw.shuffle(marks)
    return "/".join("".join(marks[row : row + n]) for row in range(0, n * n, n))


@pytest.mark.soak
def test_mingmang_on_the_largest_board(reader: ModuleType, tmp_path: Path) -> None:
    """Its table is too large to be built here; the byte that is asked for is the one of the real probe."""
    asked: list[int] = []

    def byte(place: int) -> int:
        asked.append(place)
        return 0

    layer = SimpleNamespace(byte=byte)
    table = SimpleNamespace(folder=tmp_path, layer={"pawns-16": layer}.__getitem__)
    chosen, draw = game("mingmang", None, "5"), random.Random(5)
    for _board in range(50):
        state = chosen.parse(pawns(5, 16, draw)).state
        mine, theirs = ({cell for cell in range(25) if side >> cell & 1} for side in state)
        reader.mingmang(table, 5, mine, theirs)
        mingmang_recipe.probe(chosen.rules, state, lambda _layer, at, _length: bytes([byte(at)]))
    same = [one == other for one, other in zip(asked[::2], asked[1::2])]
    assert sum(same) > 45  # a symmetric set of cells has several, all worth the same


def test_a_damaged_block_is_no_value(reader: ModuleType, tmp_path: Path) -> None:
    chosen = game("chomp", None, "4x3")
    path = built(tmp_path, chosen).path(chosen, "shapes")
    content = bytearray(path.read_bytes())
    content[4096] ^= 1
    path.write_bytes(content)
    with pytest.raises(ValueError, match="damaged"):
        reader.Table(path.parent).probe("4,2")
