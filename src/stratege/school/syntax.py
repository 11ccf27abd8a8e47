"""What a file's syntax tree says about its functions: whom they call, whether they recur, what they use."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from stratege.core.parsing import parse
from stratege.school.faults import Fault
from stratege.school.plain import Strange, strange_in, variables

LARGEST = 200_000


class Unreadable(Exception):
    """The file has no syntax tree; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind)
        self.fault = fault


@dataclass(frozen=True)
class Facts:
    """The functions of a file by name, and the names that it defines.

    `public` are the functions that the paper asks for: each answers for itself alone, so what one of them
    uses is not held against another that calls it.
    """

    functions: dict[str, ast.FunctionDef]
    defined: frozenset[str]
    public: frozenset[str] = frozenset()
    stranger: Strange = field(default_factory=Strange)
    lent: frozenset[str] = frozenset()  # the functions in whose place ours are

    def strange(self, name: str) -> Fault | None:
        """What no answer needs (`school.plain`) among all that runs for this function, loading included."""
        return self.stranger.reached(name, self.lent)

    def calls(self, name: str) -> set[str]:
        """The names and methods that a function calls by itself."""
        return _called(self.functions[name]) if name in self.functions else set()

    def reached(self, name: str) -> set[str]:
        """All that a function calls, itself or through helpers of the file."""
        return {called for one in self._with_helpers(name) for called in self.calls(one)}

    def named(self, name: str) -> set[str]:
        """All builtins and methods that a function or a helper of it names, called there or not."""
        found = set[str]()
        for one in self._with_helpers(name):
            node = self.functions.get(one)
            nodes = list(ast.walk(node)) if node is not None else []
            found |= {each.id for each in nodes if isinstance(each, ast.Name)} - self.defined
            found -= variables(node) if node is not None else set()
            found |= {each.attr for each in nodes if isinstance(each, ast.Attribute)}
        return found

    def mentioned(self, name: str) -> set[str]:
        """All names in a function or a helper of it."""
        nodes = [self.functions[one] for one in self._with_helpers(name) if one in self.functions]
        return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}

    def recurs(self, name: str) -> bool:
        """Whether a function calls itself, through helpers or not; or a helper does, one inside it too."""
        helpers = [self.functions[one] for one in self._with_helpers(name) if one in self.functions]
        inside = [one for each in helpers for one in ast.walk(each) if isinstance(one, ast.FunctionDef)]
        return name in self.reached(name) or any(one.name in _called(one) for one in inside)

    def _with_helpers(self, name: str) -> list[str]:
        """A function and the helpers of the file that it needs."""
        found = [name]
        for one in found:
            helpers = sorted(self.calls(one) & self.functions.keys() - self.public - set(found))
            found += helpers
        return found


def _called(function: ast.FunctionDef) -> set[str]:
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    names = {one.id for one in called if isinstance(one, ast.Name)}
    return names | {one.attr for one in called if isinstance(one, ast.Attribute)}


def facts(source: str, public: frozenset[str] = frozenset()) -> Facts:
    """Read a file's syntax tree, without running anything."""
    if len(source) > LARGEST:
        raise Unreadable(Fault("unread", {"message": f"> {LARGEST:,}"}))
    try:
        tree = parse(source)
    except SyntaxError as error:
        raise Unreadable(Fault("syntax", {"line": error.lineno or 0, "message": error.msg})) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(Fault("unread", {"message": type(error).__name__})) from None
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assigned = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return Facts(functions, frozenset(functions) | assigned, public, strange_in(tree))


Check = Callable[[Facts, str], Fault | None]


def avoiding(*names: str) -> Check:
    """A law: neither the answer nor its helpers use any of these, as far as the text can tell."""

    def check(found: Facts, function: str) -> Fault | None:
        used = sorted(set(names) & (found.reached(function) | found.named(function)) - set(found.functions))
        return Fault("forbidden", {"names": ", ".join(used)}) if used else found.strange(function)

    return check


def using(*names: str) -> Check:
    """A law: the answer, or a helper of it, names each of these."""

    def check(found: Facts, function: str) -> Fault | None:
        missing = [name for name in names if name not in found.mentioned(function)]
        return Fault("unused", {"names": ", ".join(missing)}) if missing else None

    return check


def recursive(found: Facts, function: str) -> Fault | None:
    """A law: the function is recursive, or has a recursive helper do the work."""
    return None if found.recurs(function) else Fault("loops")


def unlisted(found: Facts, function: str) -> Fault | None:
    """A law: no long list of numbers is written out."""
    node = found.functions.get(function)
    numbers = [one for one in ast.walk(node) if isinstance(one, ast.Constant)] if node else []
    return Fault("listed") if sum(type(one.value) is int for one in numbers) > 20 else None
