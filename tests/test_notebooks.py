"""The notebooks of the docs show what they say: executed anew, they come out as they are stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import build_notebooks
import pytest


def shown(cell: dict[str, Any]) -> list[Any]:
    """What a cell says in words: pictures may be drawn otherwise one day."""
    return [(out.get("text"), out.get("data", {}).get("text/plain")) for out in cell.get("outputs", ())]


@pytest.mark.parametrize("path", build_notebooks.notebooks(), ids=lambda path: path.stem)
def test_a_notebook_is_executed_and_true(path: Path) -> None:
    stored = build_notebooks.read(path)
    for before, now in zip(stored["cells"], build_notebooks.executed(stored)["cells"], strict=True):
        if "varies" in before["metadata"].get("tags", ()):
            assert len(shown(before)) == len(shown(now))
        else:
            assert shown(before) == shown(now), "".join(before["source"])


def test_there_is_one_of_each() -> None:
    assert [path.stem for path in build_notebooks.notebooks()] == [
        "agent",
        "archive",
        "awale",
        "chomp",
        "engine",
        "picture",
    ]


@pytest.mark.parametrize("path", build_notebooks.notebooks(), ids=lambda path: path.stem)
def test_all_prose_is_there_in_french(path: Path) -> None:
    prose = [cell for cell in build_notebooks.read(path)["cells"] if cell["cell_type"] == "markdown"]
    for cell in prose:
        english, french = "".join(cell["source"]), "".join(cell["metadata"].get("fr", ""))
        assert french, english
        assert french.count("`") == english.count("`")
        assert french.count("#") == english.count("#")


def test_a_cell_shows_what_it_prints_and_its_last_value() -> None:
    cell = {"cell_type": "code", "metadata": {}, "source": ["print('a')\n", "1 + 1"]}
    (done,) = build_notebooks.executed({"cells": [cell]})["cells"]
    assert [output["output_type"] for output in done["outputs"]] == ["stream", "execute_result"]
    assert done["outputs"][1]["data"] == {"text/plain": ["2"]}
    assert build_notebooks.page({"cells": [done]}) == (
        "```py\nprint('a')\n1 + 1\n```\n\n```text\na\n```\n\n```text\n2\n```\n"
    )
