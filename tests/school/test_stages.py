"""Stages end where the papers' functions end, and refuse nonsense with a sentence."""

from __future__ import annotations

import random
import re

import pytest

from stratege.core.errors import BadOption
from stratege.exams import awale_ccinp, chomp, images
from stratege.exams.papers import papers
from stratege.school.frames import Frame, told
from stratege.school.generate import captures, picture
from stratege.school.stages import STAGES, stage_for


def numbers(frame: Frame) -> list[int]:
    """What stands in the cells of a frame's picture, pits in the order in which they are drawn."""
    return [int(text) for text in re.findall(r'fill="#2b2118">(\d+)</text>', frame.picture)]


def test_the_values_to_begin_with_can_be_played() -> None:
    for stage in STAGES.values():
        frames = stage.played(list(stage.parameters.values()))
        assert len(frames) > 3
        assert all(frame.words.endswith(".") for frame in frames)
        assert told(frames)[0]["picture"].startswith("<svg ")


def test_the_stages_show_functions_of_the_papers() -> None:
    known = {one.full_name for paper in papers().values() for one in paper.functions}
    assert {name for stage in STAGES.values() for name in stage.shows} <= known
    assert stage_for("images.compte_0_1") == "runs"
    assert stage_for("quixo.alig") is None


def test_sowing_ends_as_the_papers_functions_do() -> None:
    draw = random.Random(1)
    for _ in range(40):
        board = captures(draw, 80)
        pit = draw.choice([pit for pit in range(6) if board[pit]] or [0])
        if sum(board) > 48 or not board[pit]:
            continue
        after = list(board)
        gained = awale_ccinp.ramasser_graines(after, awale_ccinp.deplacer_graines(after, pit))
        frames = STAGES["sowing"].played([str(board), str(pit)])
        assert numbers(frames[-1])[:12] == after
        assert f"gains {gained}." in frames[-1].words


def test_the_recursion_returns_what_the_papers_function_does() -> None:
    for pit in range(6, 12):
        board = [0, 0, 0, 0, 0, 2, 2, 3, 2, 1, 3, 2]
        frames = STAGES["harvest"].played([str(board), str(pit)])
        assert f"returned {awale_ccinp.ramasser_graines(board, pit)}." in frames[-1].words
        assert numbers(frames[-1])[:12] == board


def test_runs_and_rectangles_are_those_of_the_papers_functions() -> None:
    draw = random.Random(2)
    for size in range(0, 80, 4):
        line = [draw.randint(0, 1) for _ in range(1 + size // 4)]
        assert f">{images.compte_0_1(line)}<" in STAGES["runs"].played([str(line)])[-1].picture
        image = picture(draw, size, range(1, 4))
        found = [
            frame
            for frame in STAGES["rectangles"].played([str(image)])
            if "Its pixels are covered" in frame.words
        ]
        sizes = [(one["ha"], one["la"]) for one in images.compression_rectangle(image)[2]]
        assert [tuple(map(int, re.findall(r"(\d+) × (\d+)", one.words)[0])) for one in found] == sizes


def test_calls_are_as_many_as_the_papers_counter_counts() -> None:
    for position in ([2, 1], [3, 2], [3, 3]):
        chomp.compteur = 0
        chomp.gagnante(position)
        words = STAGES["notes"].played([str(position)])[-1].words
        assert f"{chomp.compteur} calls without notes" in words


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("sowing", ["[4] * 12", "0"]),
        ("sowing", ["[1, 2]", "0"]),
        ("sowing", [str([4] * 12), "12"]),
        ("sowing", [str([4] * 12)]),
        ("harvest", [str([-1] * 12), "7"]),
        ("notes", ["[1, 2]"]),
        ("notes", ["[8, 8, 8, 8]"]),
        ("notes", ["[9]"]),
        ("rectangles", ["[[1, 2], [1]]"]),
        ("rectangles", ["[[9]]"]),
        ("runs", ["[]"]),
        ("runs", ["[True]"]),
        ("runs", [str([0] * 41)]),
    ],
)
def test_nonsense_is_refused_with_a_sentence(name: str, values: list[str]) -> None:
    with pytest.raises(BadOption, match=r"[.…]$"):
        STAGES[name].played(values)
