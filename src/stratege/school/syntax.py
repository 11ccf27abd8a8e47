"""What a file's syntax tree says about its functions: whom they call, whether they recur, what they use."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from stratege.school.faults import Fault
from stratege.school.plain import strange, variables

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
    uses is not held against another that calls it. `strange` is what no answer needs (`school.plain`).
    """

    functions: dict[str, ast.FunctionDef]
    defined: frozenset[str]
    public: frozenset[str] = frozenset()
    strange: Fault | None = None

    def calls(self, name: str) -> set[str]:
        """The names and methods that a function calls by itself."""
        found = set()
        for node in ast.walk(self.functions[name]) if name in self.functions else ():
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name):
                    found.add(node.func.id)
                elif isinstance(node.func, ast.Attribute):
                    found.add(node.func.attr)
        return found

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

    def _with_helpers(self, name: str) -> list[str]:
        """A function and the helpers of the file that it needs."""
        found = [name]
        for one in found:
            helpers = sorted(self.calls(one) & self.functions.keys() - self.public - set(found))
            found += helpers
        return found


def facts(source: str, public: frozenset[str] = frozenset()) -> Facts:
    """Read a file's syntax tree, without running anything."""
    if len(source) > LARGEST:
        raise Unreadable(Fault("unread", {"message": f"> {LARGEST:,}"}))
    try:
        tree = ast.parse(source)
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
    return Facts(functions, frozenset(functions) | assigned, public, strange(tree))


Check = Callable[[Facts, str], Fault | None]


def avoiding(*names: str) -> Check:
    """A law: neither the answer nor its helpers use any of these, as far as the text can tell."""

    def check(found: Facts, function: str) -> Fault | None:
        used = sorted(set(names) & (found.reached(function) | found.named(function)) - set(found.functions))
        return Fault("forbidden", {"names": ", ".join(used)}) if used else found.strange

    return check


def using(*names: str) -> Check:
    """A law: the answer, or a helper of it, calls each of these."""

    def check(found: Facts, function: str) -> Fault | None:
        missing = [name for name in names if name not in found.reached(function)]
        return Fault("unused", {"names": ", ".join(missing)}) if missing else None

    return check


def recursive(found: Facts, function: str) -> Fault | None:
    """A law: the function calls itself, by itself or through helpers."""
    return None if function in found.reached(function) else Fault("loops")


def unlisted(found: Facts, function: str) -> Fault | None:
    """A law: no long list of numbers is written out."""
    node = found.functions.get(function)
    numbers = [one for one in ast.walk(node) if isinstance(one, ast.Constant)] if node else []
    return Fault("listed") if sum(type(one.value) is int for one in numbers) > 20 else None
