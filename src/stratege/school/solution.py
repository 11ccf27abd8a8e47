"""Our own answers as a student would write them: without types, with what of the module they need."""

from __future__ import annotations

import ast
import copy
import inspect
import re
from functools import cache

from stratege.core.parsing import parse
from stratege.exams.papers import module_of
from stratege.school.questions import Question
from stratege.school.reference import needed
from stratege.school.tables import table
from stratege.school.tasks import tasks


@cache
def solution_of(paper: str, question: Question) -> str:
    """Our answer to a question: the function, helpers that nobody asks for, imports and constants used."""
    asked = table(paper)
    if written := tasks(paper)[asked.name_of(question)].solution:
        return written.lstrip("\n")
    text = inspect.getsource(module_of(question.module))
    others = {one.function for one in asked.questions if one.module == question.module}
    others |= {*asked.given.get(question.module, ())}
    names = needed(question.module, frozenset({question.function})) - (others - {question.function})
    tree = parse(text)
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name in names]
    answers = [untyped(text, one) for one in functions]
    named = ast.walk(parse("\n".join(answers)))
    used = {name for node in named for name in _names(node)}
    before = [ast.get_source_segment(text, one) or "" for one in tree.body if _bound(one) & used]
    return "\n\n\n".join(["\n".join(before), *answers]).lstrip("\n")


def _names(node: ast.AST) -> list[str]:
    """The names that a piece of code uses."""
    if isinstance(node, ast.Global):
        return node.names
    return [node.id] if isinstance(node, ast.Name) else []


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement of a module gives a meaning, functions and classes aside."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {one.asname or one.name for one in statement.names}
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return {one.id for one in targets if isinstance(one, ast.Name)}


def untyped(text: str, function: ast.FunctionDef) -> str:
    """The source of a function without its annotations and its docstring.

    >>> text = "def f(a: int, b: int = 2) -> int:\\n    c: int = a  # why\\n    return c + b\\n"
    >>> print(untyped(text, ast.parse(text).body[0]))
    def f(a, b=2):
        c = a  # why
        return c + b
    """
    lines = text.splitlines()
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            line = lines[node.lineno - 1].encode()  # offsets are in bytes
            kept = line[: node.target.end_col_offset] + b" = " + line[node.value.col_offset :]
            lines[node.lineno - 1] = kept.decode()
    bare = copy.copy(function.args)
    bare.args = [ast.arg(one.arg) for one in bare.args]
    head = f"def {function.name}({ast.unparse(bare)}):"
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    comments = [line for line in lines[function.body[0].end_lineno : first.lineno - 1] if line.strip()]
    body = comments + lines[first.lineno - 1 : function.end_lineno]
    return "\n".join([head, *(re.sub(r"  # (type: ignore|noqa).*", "", line) for line in body)])
