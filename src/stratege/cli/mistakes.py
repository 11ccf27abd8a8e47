"""Mistakes in the command line itself, said in the user's language."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from stratege.core.language import _


def in_words(error: Exception) -> str:
    """What is wrong with the words of a command line, by the exception that Typer makes of it."""
    context = getattr(error, "ctx", None)
    help_line = f"{context.command_path} --help" if context else "stratege --help"
    return _("{what}; see `{help}`.", what=_what(error), help=help_line)


def unknown_command(word: str, known: Sequence[str], path: str) -> str:
    """There is no such command; perhaps another was meant."""
    what = _nothing(word)
    if close := difflib.get_close_matches(word, known, 1):
        what = _("{what} (did you mean {close}?)", what=what, close=close[0])
    return _("{what}; see `{help}`.", what=what, help=f"{path} --help")


def _what(error: Exception) -> str:
    kind, message = type(error).__name__, str(getattr(error, "message", error))
    name = getattr(error, "option_name", "?")
    if kind == "NoSuchOption":
        what = _("there is no option {name}", name=name)
        close = getattr(error, "possibilities", None)
        return _("{what} (did you mean {close}?)", what=what, close=", ".join(close)) if close else what
    if kind == "BadOptionUsage":
        needs = "requires" in message
        return _("{name} needs a value", name=name) if needs else _("{name} takes no value", name=name)
    if kind == "MissingParameter":
        return _("{name} is missing", name=_parameter(error))
    if kind == "BadParameter":
        return _possible(getattr(error, "param", None), _parameter(error))
    return _nothing(message.partition(" (")[2].removesuffix(")") or message)


def _nothing(word: str) -> str:
    return _("{name} means nothing here", name=word)


def _possible(parameter: Any, name: str) -> str:
    """Which values a parameter can have: its range, its choices, or its kind."""
    declared = getattr(parameter, "type_descriptor", None)  # of Typer from 0.29 on
    info = getattr(declared, "parameter_info", None)
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    if least is not None and most is not None:
        return _("{name} must be between {least} and {most}", name=name, least=least, most=most)
    if least is not None:
        return _("{name} must be at least {least}", name=name, least=least)
    if choices := getattr(declared, "choices", None):
        return _("{name} must be one of {choices}", name=name, choices=", ".join(map(str, choices)))
    if getattr(declared, "annotation", None) is int:
        return _("{name} must be a whole number", name=name)
    return _("the value of {name} is not possible", name=name)


def _parameter(error: Exception) -> str:
    parameter = getattr(error, "param", None)
    if parameter is None:
        return "?"
    option = parameter.opts[0].startswith("-")
    return str(parameter.opts[0] if option else parameter.metavar or parameter.name)
