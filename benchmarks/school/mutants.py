"""Wrong answers made from right ones: each reference function changed in one place, then marked.

`python -m benchmarks.school.mutants [PAPER …]` prints the mutants killed and made for every question, and the
survivors; `python -m benchmarks mutants` keeps the figures. A survivor is either equivalent (it does the same
on everything that the paper allows; `equivalent.py` says why) or a hole in an examiner.
"""

from __future__ import annotations

import ast
import copy
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from benchmarks.report import Report, Table
from benchmarks.school.equivalent import equivalent
from stratege.confined.boundary import Limits
from stratege.confined.runner import Runner
from stratege.exams.papers import module_of, papers
from stratege.school.examining import QuestionMark
from stratege.school.marking import Marker
from stratege.school.questions import Question
from stratege.school.salvage import salvaged
from stratege.school.tables import table

NAME = "mutants"
SUMMARY = (
    "Our functions changed in one place, each marked as a student's: how many lose a point in their own "
    "question. "
    "Those that live are equivalent (they do what the paper asks for, for a reason given in "
    "`benchmarks/school/equivalent.py`) or show a hole in an examiner."
)

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mod,
}
FLAG = "[[(0, 0, 255)] * 10 + [(255, 255, 255)] * 10 + [(255, 0, 0)] * 10 for _ in range(10)]"

QUICK = Limits(processor=0.4)
Change = Callable[[ast.AST], object]


@dataclass(frozen=True)
class Mutant:
    """A reference module with one change in one function."""

    paper: str
    question: Question
    change: str
    source: str


def reference_source(module: str) -> str:
    """Our module as a student's file; exercise 1 of paper 000 asks for a picture too."""
    source = inspect.getsource(module_of(module))
    return f"{source}\nimgD = {FLAG}\n" if module == "images" else source


def mutants(paper: str) -> Iterator[Mutant]:
    """Every mutant of every function that a question asks for."""
    seen: set[tuple[str, str]] = set()
    for question in table(paper).questions:
        if (question.module, question.function) in seen or question.function == "imgD":
            continue
        seen.add((question.module, question.function))
        source = reference_source(question.module)
        for change, changed in changed_functions(source, question.function):
            yield Mutant(paper, question, change, changed)


def changed_functions(source: str, name: str) -> Iterator[tuple[str, str]]:
    """The source with each possible change of a function, and words for the change.

    The changed function is written after the others: the last definition of a name counts.
    """
    function = next(
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == name
    )
    function.body = function.body[1:]  # the docstring
    for number, node in enumerate(ast.walk(function)):
        for words, change in changes(node):
            twin = copy.deepcopy(function)
            target = next(islice(ast.walk(twin), number, None))
            before = ast.unparse(target)
            change(target)
            after = ast.unparse(target)
            short = f": {before} → {after}" if len(before) + len(after) < 90 else ""
            line = getattr(node, "lineno", function.lineno) - function.lineno
            yield f"line {line}, {words}{short}", f"{source}\n{ast.unparse(twin)}\n"


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """What can be changed at a node."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            if type(operator) in COMPARISONS:
                yield "comparison", _setter("ops", place, COMPARISONS[type(operator)]())
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        yield "operator", _attribute("op", OPERATORS[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield "and/or", _attribute("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for place in range(len(node.values)):
            yield "condition left out", _setter("values", place, ast.Constant(isinstance(node.op, ast.And)))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", _attribute("value", node.value + 1)
        yield "constant", _attribute("value", node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", _attribute("value", not node.value)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield "returns nothing", _attribute("value", None)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", _attribute("op", ast.UAdd())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", _attribute("operand", ast.UnaryOp(ast.Not(), copy.deepcopy(node.operand)))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        yield "no copy", _into(node.func.value)
    if isinstance(node, ast.FunctionDef | ast.If | ast.For | ast.While):
        for field in ("body", "orelse"):
            for place, statement in enumerate(getattr(node, field, [])):
                if not isinstance(statement, ast.Return | ast.Global):
                    first_line = ast.unparse(statement).partition("\n")[0]
                    yield f"left out, {first_line}", _setter(field, place, ast.Pass())


def _attribute(name: str, value: object) -> Change:
    return lambda target: setattr(target, name, value)


def _setter(name: str, place: int, value: object) -> Change:
    return lambda target: getattr(target, name).__setitem__(place, value)


def _into(value: ast.expr) -> Change:
    def change(target: ast.AST) -> None:
        target.__class__ = ast.Subscript  # x.copy() becomes (x,)[0], which is x itself
        target.__dict__.clear()
        target.__dict__.update(
            value=ast.Tuple([copy.deepcopy(value)], ast.Load()), slice=ast.Constant(0), ctx=ast.Load()
        )

    return change


def own_marks(paper: str, module: str, function: str, source: str, runner: Runner) -> Iterator[QuestionMark]:
    """The marks of one function's own questions; all these files, being ours, share a process."""
    marker = Marker(table(paper), module, source, False, runner)
    for question in table(paper).questions:
        if (question.module, question.function) == (module, function):
            yield marker.mark(question, salvaged(source, marker.public))


def caught(mutant: Mutant, runner: Runner) -> QuestionMark | None:
    """The first mark of the mutant's own questions that is not full, its other functions being right."""
    marks = own_marks(mutant.paper, mutant.question.module, mutant.question.function, mutant.source, runner)
    return next((one for one in marks if one.earned < one.question.points), None)


@dataclass(frozen=True)
class Tally:
    """What became of the mutants of one question."""

    paper: str
    name: str
    made: int
    survivors: list[Mutant]

    @property
    def killed(self) -> int:
        return self.made - len(self.survivors)

    @property
    def holes(self) -> list[Mutant]:
        """The survivors that are not known to be equivalent."""
        return [one for one in self.survivors if not equivalent(one)]


def tallies(chosen: Sequence[str]) -> Iterator[Tally]:
    """Question by question."""
    with Runner("", limits=QUICK) as runner:
        for paper in chosen:
            made = groupby(mutants(paper), key=lambda one: f"{one.question.number} {one.question.function}")
            for name, group in made:
                every = list(group)
                living = [one for one in every if caught(one, runner) is None]
                yield Tally(paper, name, len(every), living)


def run() -> Report:
    """All papers."""
    return report_of(list(tallies(list(papers()))))


def report_of(every: Sequence[Tally]) -> Report:
    """The figures, with a sum."""

    def row(name: str, some: Sequence[Tally]) -> list[str]:
        made, killed = sum(one.made for one in some), sum(one.killed for one in some)
        holes = sum(len(one.holes) for one in some)
        return [name, *map(str, (made, killed, made - killed - holes, holes))]

    rows = [row(f"{one.paper} {one.name}", [one]) for one in every]
    columns = ["question", "made", "killed", "equivalent", "living"]
    return Report(SUMMARY, [Table("Mutants by question", columns, [*rows, row("all", every)])])


def main() -> None:
    """Print the table."""
    total = killed = 0
    for one in tallies(sys.argv[1:] or list(papers())):
        print(f"{one.paper} {one.name}: {one.killed}/{one.made}", flush=True)
        for mutant in one.survivors:
            word = "equivalent" if equivalent(mutant) else "survives"
            print(f"    {word}: {mutant.change}", flush=True)
        total, killed = total + one.made, killed + one.killed
    print(f"{killed}/{total}")


if __name__ == "__main__":
    main()
