"""The image benchmarks compare what is the same: the C twin's rectangles, pictures that come back."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.images import corpus, drawn, sizes, speed
from benchmarks.images.damage import damaged_files
from benchmarks.images.twins import build, code_here, code_in_c, cover_here, cover_in_c
from benchmarks.report import compiler
from tests.images.pictures import random_pictures

from stratege.images import container
from stratege.images.codecs import CODECS
from stratege.images.peers import written
from stratege.images.picture import read_only
from stratege.images.reading import read_picture
from stratege.images.rectangles import cover

needs_cc = pytest.mark.skipif(compiler() is None, reason="there is no C compiler (cc) to build the twin with")


@needs_cc
def test_the_twin_finds_the_same_rectangles(tmp_path: Path) -> None:
    program = build(tmp_path)
    for picture in random_pictures(40, seed=10):
        assert cover_in_c(program, picture.pixels)[:2] == cover_here(cover, picture.pixels)[:2]


@needs_cc
def test_the_coders_twin_writes_the_same_bytes(tmp_path: Path) -> None:
    program = build(tmp_path, "context")
    for found in random_pictures(40, seed=13):
        pixels = read_only(found.pixels % 2)
        assert code_in_c(program, pixels)[:2] == code_here(pixels)[:2]


def test_the_second_corpus_is_drawn_alike() -> None:
    one, other = (drawn.page_of("Paper\n" * 30, seed=3) for _time in range(2))
    assert one.tobytes() == other.tobytes()
    assert one.size == drawn.PAGE


def test_the_twin_would_be_caught() -> None:
    one, other = (cover_here(cover, read_only(image)) for image in ([[0, 0], [0, 1]], [[0, 1], [0, 0]]))
    assert one.rectangles == other.rectangles == 3
    assert one.digest != other.digest


@pytest.mark.parametrize("reduce", ["nb", pytest.param("8", marks=pytest.mark.soak)])
def test_the_corpus_comes_back(reduce: str) -> None:
    assert len(corpus.files()) > 20
    for path in corpus.files():
        picture = read_picture(path, reduce)
        for codec in CODECS:
            assert container.decode(container.encode(picture, codec)) == picture


def test_the_table_has_a_row_for_each_picture_and_the_sum() -> None:
    pictures = {f"{n}.png": one for n, one in enumerate(random_pictures(3, seed=11, largest=20))}
    results = {name: written(picture, with_rivals=False) for name, picture in pictures.items()}
    table = sizes.sizes("two colours", pictures, results)
    best = [int(row[table.columns.index("best")].replace(",", "")) for row in table.rows]
    assert best[3] == sum(best[:3]) == sizes.total(results, "best")
    assert "PNG" in sizes.verdict("two colours", results)


def test_damaged_files_are_counted() -> None:
    count, refused, pictures, _slowest, _memory = speed.read_damaged(200)
    assert count == "200"
    assert int(refused) + int(pictures) == 200
    assert len(set(damaged_files(200))) > 190
