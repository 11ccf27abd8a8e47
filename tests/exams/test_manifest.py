"""The manifest and the exam modules say the same: every function the papers name, with its signature."""

from __future__ import annotations

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import re
import tomllib
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import stratege.exams
from stratege.exams.papers import papers

FOLDER = Path(stratege.exams.__file__).parent
PAPERS = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("manifest/*.toml"))]
ENTRIES = [(paper["paper"], entry) for paper in PAPERS for entry in paper["function"]]
MODULES = {
    "000": {"images", "awale"},
    "001": {"awale_ccinp"},
    "002": {"chomp"},
    "003": {"nimble", "mingMang"},
    "004": {"quixo"},
}


def name_of(entry: Any) -> str:
    return f"{entry['module']}.{entry['name']}" if isinstance(entry, dict) else str(entry)


def function_of(entry: dict[str, Any]) -> FunctionType:
    module = importlib.import_module(f"stratege.exams.{entry['module']}")
    found: FunctionType = getattr(module, entry["name"])
    return found


def test_the_five_papers_have_their_seven_modules() -> None:
    assert {paper["paper"]: {entry["module"] for entry in paper["function"]} for paper in PAPERS} == MODULES


def test_there_are_about_85_functions() -> None:
    assert len(ENTRIES) >= 80
    assert len({name_of(entry) for _paper, entry in ENTRIES}) == len(ENTRIES)


@pytest.mark.parametrize(("paper", "entry"), ENTRIES, ids=name_of)
def test_the_function_is_as_the_manifest_says(paper: str, entry: dict[str, Any]) -> None:
    function = function_of(entry)
    signature = inspect.signature(function)
    bare = [
        parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()
    ]
    assert f"({', '.join(map(str, bare))})" == entry["signature"]
    assert isinstance(entry["pure"], bool)


@pytest.mark.parametrize(("paper", "entry"), ENTRIES, ids=name_of)
def test_a_pure_function_leaves_the_values_to_begin_with_alone_and_others_do_something(
    paper: str, entry: dict[str, Any]
) -> None:
    """Only functions that ask at the keyboard have no values to begin with."""
    function = function_of(entry)
    if "arguments" not in entry:
        assert not entry["pure"]
        assert asks(entry)
        return
    values = [ast.literal_eval(text) for text in entry["arguments"]]
    assert len(values) == len(inspect.signature(function).parameters)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = function(*values)
    same = values == [ast.literal_eval(text) for text in entry["arguments"]]
    pure = result is not None and same and printed.getvalue() == ""
    assert pure == entry["pure"]


def asks(entry: dict[str, Any]) -> bool:
    """Whether a function asks at the keyboard, or plays a whole game with what asks or prints."""
    return bool(re.search(r"input\(|_read|_demande|select|while ", inspect.getsource(function_of(entry))))


def test_the_papers_are_what_the_manifests_say() -> None:
    assert list(papers()) == sorted(MODULES)
    for paper, read in zip(papers().values(), PAPERS):
        assert (paper.number, paper.title) == (read["paper"], read["title"])
        assert [one.full_name for one in paper.functions] == [name_of(entry) for entry in read["function"]]
        assert set(paper.modules) == MODULES[paper.number]
        for one in paper.functions:
            assert paper.function(one.full_name) is one
            assert one.source.lstrip().startswith(f"def {one.name}(")
    assert papers()["002"].function("chomp.nothing") is None


@pytest.mark.parametrize(("paper", "entry"), ENTRIES, ids=name_of)
def test_the_function_is_documented_with_its_question_and_an_example(
    paper: str, entry: dict[str, Any]
) -> None:
    function = function_of(entry)
    text = inspect.getdoc(function) or ""
    number = re.search(r"Q(\d+)", entry["question"])
    if number:
        assert re.search(rf"(Q|Questions? ){number[1]}\b|[–-]\s*(Q?){number[1]}\b", text), text
    else:
        assert entry["question"].lower() in text.lower() or "bonus" in text.lower(), text
    examples = doctest.DocTestFinder().find(function, entry["name"])
    assert any(test.examples for test in examples)


def test_no_public_function_is_missing_from_the_manifest() -> None:
    listed = {name_of(entry) for _paper, entry in ENTRIES}
    for module_name in set().union(*MODULES.values()):
        module = importlib.import_module(f"stratege.exams.{module_name}")
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__ and name[0] != "_":
                assert f"{module_name}.{name}" in listed
