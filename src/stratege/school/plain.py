"""Whether a file keeps to what an answer needs, so that what its process says of itself can be believed.

How often a function was called, which lines ran, whether a result shares a list with an argument: all this is
counted in the process that runs the file, and a file that reaches for that process (frames, `sys`, attributes
of foreign objects, code made of texts) could write the counts it likes. Every node, name and attribute of all
that runs must be on a list; with nothing else at hand there is no way out of one's own data. What runs for an
answer is what the file does while it is loaded, and every function that is named on the way.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import math
import typing
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from stratege.school.faults import Fault


def _public(*owners: object) -> frozenset[str]:
    return frozenset(name for owner in owners for name in dir(owner) if not name.startswith("_"))


MODULES: dict[str, frozenset[str]] = {
    "math": _public(math),
    "itertools": _public(itertools),
    "copy": frozenset({"copy", "deepcopy"}),
    "random": frozenset({"random", "randint", "randrange", "choice", "choices", "shuffle", "sample", "seed"}),
    "time": frozenset({"time", "perf_counter", "sleep"}),
    "functools": frozenset({"reduce", "cache", "lru_cache"}),
    "collections": frozenset({"deque", "Counter", "defaultdict"}),
    "collections.abc": frozenset({"Callable", "Iterable", "Iterator", "Sequence"}),
    "typing": frozenset({"Any", "Callable", "Dict", "Iterable", "List", "Optional", "Sequence", "Set"})
    | {"Tuple", "TypedDict", "Union"},
    "sys": frozenset({"setrecursionlimit", "maxsize"}),  # no other attribute of it is on the list below
    "__future__": frozenset({"annotations"}),
}
# What many files import and no answer needs: these are not there, so that nothing is gained by them.
ABSENT = ("numpy", "matplotlib", "scipy", "pandas", "sympy", "PIL", "networkx", "pygame")
STARS = ("math", "random", "copy", "time", "itertools")  # whose every public name is harmless

ATTRIBUTES = _public(list, dict, tuple, set, frozenset, str, int, float, complex, range, deque, Counter)
ATTRIBUTES |= frozenset({"__test__"}).union(*MODULES.values())

# What gives no hold on anything but its arguments; `type` is looked at by itself.
BUILTINS = {"abs", "all", "any", "ascii", "bin", "bool", "callable", "chr", "complex", "dict", "divmod"}
BUILTINS |= {"enumerate", "filter", "float", "format", "frozenset", "hash", "hex", "id", "input", "int"}
BUILTINS |= {"isinstance", "iter", "len", "list", "map", "max", "min", "next", "oct", "ord", "pow", "print"}
BUILTINS |= {"range", "repr", "reversed", "round", "set", "slice", "sorted", "str", "sum", "tuple", "zip"}
BUILTINS |= {"NotImplemented", "Ellipsis", "__name__"}
BUILTINS |= {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}

EVERY_BUILTIN = frozenset(vars(builtins)) - {"_"}  # which a console binds to its last result

NODES = (
    *(ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Lambda, ast.Return, ast.ClassDef),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.Delete, ast.Global, ast.Nonlocal),
    *(ast.For, ast.While, ast.If, ast.Break, ast.Continue, ast.Pass, ast.Expr, ast.Assert),
    *(ast.Try, ast.Raise, ast.ExceptHandler, ast.Import, ast.ImportFrom, ast.alias),
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword, ast.Starred),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Subscript, ast.Slice, ast.Attribute, ast.Name),
    *(ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Yield, ast.YieldFrom),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension),
    *(ast.Match, ast.match_case, ast.MatchValue, ast.MatchSingleton, ast.MatchSequence, ast.MatchMapping),
    *(ast.MatchStar, ast.MatchAs, ast.MatchOr),  # a MatchClass would read attributes
    *(ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)
SCOPES = (
    ast.FunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)

Parents = dict[ast.AST, ast.AST]


@dataclass(frozen=True)
class Strange:
    """What in a file no answer needs, by the function where it stands, and which functions name which.

    All definitions of one name count as one; "" stands for what is done while the file is loaded.
    """

    faults: Mapping[str, Fault] = field(default_factory=dict)
    named: Mapping[str, set[str]] = field(default_factory=dict)

    def reached(self, name: str, lent: frozenset[str] = frozenset()) -> Fault | None:
        """The first by its line of all that runs for a function; None if there is nothing.

        Once the file is loaded, ours are in the place of the functions that are `lent`.
        """
        found = [self.faults[one] for one in self._from("") | self._from(name, lent) if one in self.faults]
        return min(found, key=lambda fault: fault.values["line"], default=None)

    def _from(self, name: str, lent: frozenset[str] = frozenset()) -> set[str]:
        waiting, seen = [name], {name}
        while waiting:
            further = self.named.get(waiting.pop(), set()) & self.named.keys() - seen - lent
            seen |= further
            waiting += further
        return seen


def strange_in(tree: ast.Module) -> Strange:
    """What in a file no answer needs."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    useless = _useless(tree)
    owners = dict.fromkeys(ast.walk(tree), "")
    for owner in tree.body:
        if isinstance(owner, ast.FunctionDef | ast.ClassDef) and _idle(owner):
            owners |= {node: owner.name for part in owner.body for node in ast.walk(part)}
            owners |= {owner: owner.name} if isinstance(owner, ast.ClassDef) else {}
    found: list[tuple[str, float, str]] = []  # the owner, the line, the name
    named: dict[str, set[str]] = {owner: set() for owner in owners.values()}
    for node, owner_name in owners.items():
        if isinstance(node, ast.Name | ast.Attribute):  # of a module, the file's own too
            named[owner_name].add(node.id if isinstance(node, ast.Name) else node.attr)
        if isinstance(node, ast.ImportFrom) and node in tree.body:
            found += [(bound, node.lineno, name) for bound, name in _taken(node)]
        elif not (isinstance(node, ast.Attribute) and useless(node)) and (name := _beyond(node, parents)):
            found.append((owner_name, getattr(node, "lineno", math.inf), name))
    first = {owner: (line, name) for owner, line, name in sorted(found, reverse=True)}
    faults = {owner: Fault("strange", dict(zip(("line", "name"), one))) for owner, one in first.items()}
    return Strange(faults, {**{owner: set[str]() for owner in faults}, **named})


def _taken(node: ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """What a file takes from a module and no answer needs: its name here, perhaps never used, and there."""
    for one in node.names:
        if one.name == "*" and node.module == "typing" and not node.level:
            yield from ((name, f"typing.{name}") for name in typing.__all__ if not _offered(node, name))
        elif not _offered(node, one.name):
            yield "" if one.name == "*" else one.asname or one.name, f"{node.module}.{one.name}"


def _idle(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether its body runs only when it is named: so does a function's; a class's if it is all methods."""
    if isinstance(node, ast.FunctionDef):
        return True
    plain = (ast.FunctionDef, ast.Pass, ast.AnnAssign)
    bare = not (node.decorator_list or node.keywords or node.bases)
    return bare and all(
        (isinstance(one, plain) and not getattr(one, "value", None) and not _headed(one))
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in node.body
    )


def _headed(node: ast.stmt) -> bool:
    """Whether a method's head has what runs while the class is made: decorators and defaults."""
    if not isinstance(node, ast.FunctionDef):
        return False
    return bool(node.decorator_list or node.args.defaults or any(node.args.kw_defaults))


def _beyond(node: ast.AST, parents: Parents) -> str:
    """The name of what a node does beyond what is listed; "" if nothing."""
    if not isinstance(node, NODES):
        return type(node).__name__.lower()
    bound = [str(getattr(node, field, "")) for field in ("name", "asname", "arg")]
    if any(name.startswith("__") for name in bound):
        return next(filter(None, bound))
    if isinstance(node, ast.Attribute):
        return "" if node.attr in ATTRIBUTES else f".{node.attr}"
    if isinstance(node, ast.Name):
        return "" if _known(node, parents) else node.id
    if isinstance(node, ast.ImportFrom):
        return next((f"{node.module}.{one.name}" for one in node.names if not _offered(node, one.name)), "")
    if isinstance(node, ast.ClassDef):  # fields with their types, as of a TypedDict
        fields = all(isinstance(one, ast.AnnAssign | ast.Expr | ast.Pass) for one in node.body)
        return "" if fields and not node.decorator_list and not node.keywords else f"class {node.name}"
    return ""


def _known(node: ast.Name, parents: Parents) -> bool:
    """Whether a name is the file's own, or that of a harmless builtin."""
    name, parent = node.id, parents.get(node)
    if name in BUILTINS or not (name in EVERY_BUILTIN or name.startswith("__")):
        return True
    if name == "type" and isinstance(parent, ast.Call) and parent.func is node and not parent.keywords:
        return [isinstance(one, ast.Starred) for one in parent.args] == [False]  # of three it makes a class
    return any(name in variables(function) for function in _around(node, parents))


def _around(node: ast.AST, parents: Parents) -> Iterator[ast.FunctionDef]:
    """The functions in whose body a node stands; what stands in their heads is outside."""
    while (parent := parents.get(node)) is not None:
        if isinstance(parent, ast.FunctionDef) and node in parent.body:
            yield parent
        node = parent


def variables(function: ast.FunctionDef) -> set[str]:
    """The names that are variables of a function whatever happens: no builtin is found under them there."""
    arguments = function.args
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    found = {one.arg for one in every if one is not None}
    elsewhere: set[str] = set()
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere.update(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if not isinstance(node, SCOPES):
            waiting += ast.iter_child_nodes(node)
    return found - elsewhere


def _offered(node: ast.ImportFrom, name: str) -> bool:
    module = node.module or ""
    if not node.level and _absent(module):
        return True
    return not node.level and (name in MODULES.get(module, ()) or (name == "*" and module in STARS))


def _absent(module: str) -> bool:
    return module.partition(".")[0] in ABSENT


def _useless(tree: ast.Module) -> Callable[[ast.Attribute], bool]:
    """Whether an attribute is one of a module that is not there: asking for it raises, whatever it is called.

    The name of the module must stand for nothing else in the file.
    """
    bound = Counter[str]()
    absent = Counter[str]()
    for node in ast.walk(tree):
        names = [getattr(node, field, None) for field in ("name", "asname", "arg", "rest")]
        bound.update(name for name in names if isinstance(name, str))
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] += 1
        elif isinstance(node, ast.Global | ast.Nonlocal):
            bound.update(node.names)
        elif isinstance(node, ast.Import):
            named = {one: one.asname or one.name.partition(".")[0] for one in node.names}
            absent.update(name for one, name in named.items() if _absent(one.name))

    def useless(node: ast.Attribute) -> bool:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            if root.attr.startswith("_"):
                return False
            root = root.value
        if not isinstance(root, ast.Name) or not absent[root.id]:
            return False
        return bound[root.id] <= absent[root.id]

    return useless
