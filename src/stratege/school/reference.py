"""Our own functions: what they answer to a case, and their source where they stand in for a student's."""

from __future__ import annotations

import ast
import builtins
import contextlib
import copy
import inspect
import io
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from stratege.core.parsing import parse
from stratege.exams.papers import module_of
from stratege.school.questions import Case, Question


@dataclass(frozen=True)
class Expected:
    """What our function does with a case."""

    result: Any
    after: tuple[Any, ...]
    printed: str


class OutOfLines(Exception):
    """Our function asked for more than was typed: the case is none."""


def function_of(question: Question) -> Callable[..., Any]:
    """Our function for a question."""
    found: Callable[..., Any] = question.reference or getattr(module_of(question.module), question.function)
    return found


def expected(question: Question, case: Case) -> Expected:
    """Our function's answer to a case, its arguments copied first."""
    arguments = copy.deepcopy(case.arguments)
    screen = io.StringIO()
    with _typing(case, screen), _in_place(question.module, case), contextlib.redirect_stdout(screen):
        random.seed(0)
        result = function_of(question)(*arguments)
    return Expected(result, tuple(arguments), screen.getvalue())


@contextlib.contextmanager
def _typing(case: Case, screen: io.StringIO) -> Iterator[None]:
    lines = iter(case.lines)

    def ask(prompt: object = "") -> str:
        line = next(lines, None)
        if line is None:
            raise OutOfLines
        screen.write(f"{prompt}{line}\n")
        return line

    saved = builtins.input
    builtins.input = ask
    try:
        yield
    finally:
        builtins.input = saved


@contextlib.contextmanager
def _in_place(module: str, case: Case) -> Iterator[None]:
    """The functions that a case replaces by a value, replaced in our module too."""
    names = vars(module_of(module))
    saved = {name: names[name] for name in case.stubs}
    for name, value in case.stubs.items():
        names[name] = lambda *_arguments, value=value: copy.deepcopy(value)
    try:
        yield
    finally:
        names.update(saved)


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    tree = parse(inspect.getsource(module_of(module)))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _used(module: str, name: str) -> set[str]:
    """The module's functions that one of them names."""
    functions = _functions(module)
    return {node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)} & functions.keys()


@cache
def needed(module: str, names: frozenset[str]) -> frozenset[str]:
    """These functions of a module and all that they need."""
    waiting, kept = list(names & _functions(module).keys()), set[str]()
    while waiting:
        name = waiting.pop()
        kept.add(name)
        waiting += [one for one in _used(module, name) if one not in kept]
    return frozenset(kept)


def answer_of(module: str, function: str) -> frozenset[str]:
    """What answers a question in our module: the function asked for, and the helpers that only we have."""
    used = _used(module, function) if function in _functions(module) else set()
    return frozenset({function, *(one for one in used if one.startswith("_"))})


def lent(module: str, names: frozenset[str], kept_back: frozenset[str]) -> frozenset[str]:
    """Those of these functions that need none of those kept back: whoever has one can read all it needs."""
    ours = names & _functions(module).keys()  # a variable that a question asks for is none
    return frozenset(one for one in ours if not needed(module, frozenset({one})) & kept_back)


@cache
def source_of(module: str, names: frozenset[str]) -> str:
    """The source of these functions of a module and of all that they need, and of nothing else."""
    tree = parse(inspect.getsource(module_of(module)))
    kept = needed(module, names)
    plain = (ast.Import, ast.ImportFrom, ast.AnnAssign, ast.ClassDef)
    body: list[ast.stmt] = [
        _bare(node) if isinstance(node, ast.FunctionDef) else node
        for node in tree.body
        if isinstance(node, plain)
        or (isinstance(node, ast.FunctionDef) and node.name in kept)
        or (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name))
    ]
    return "from __future__ import annotations\n" + ast.unparse(ast.Module(body, []))


def _bare(function: ast.FunctionDef) -> ast.FunctionDef:
    """A function without its docstring."""
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    bare = copy.copy(function)
    bare.body = function.body[1:] if documented and len(function.body) > 1 else function.body
    return bare
