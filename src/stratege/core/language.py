"""French and English: the messages are written in English and translated by gettext catalogues."""

from __future__ import annotations

import functools
import gettext
import os
import re
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path

LANGUAGES = ("en", "fr")
FRENCH_SIGNS = str.maketrans({",": "\N{NARROW NO-BREAK SPACE}", ".": ","})
ELIDED = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
"""Where French drops an e if what comes next begins with a vowel."""
VOWEL = re.compile(r"(?:[aeiouàâéèêëîïôûœ][^\W\d_]|y[^aeiouy\W\d_])", re.IGNORECASE)
"""How a word begins before which that is so; letters alone, as moves are named, are spoken by themselves."""

_chosen: ContextVar[str] = ContextVar("language", default="en")
_others: dict[str, dict[str, str]] = {}


def use(language: str) -> None:
    """Speak this language from here on (in this context: a thread or a request)."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}")
    _chosen.set(language)


def current() -> str:
    """The language spoken now."""
    return _chosen.get()


def preferred() -> str:
    """The language that the environment asks for; English if it asks for one we do not have."""
    for name in ("STRATEGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(name, "")[:2].lower()
        if language:
            return language if language in LANGUAGES else "en"
    return "en"


def _(message: str, /, **values: object) -> str:
    """The message in the current language, its `{names}` filled in."""
    if not message:
        return ""  # to gettext, it asks for the head of the catalogue
    translated = _catalogue(current()).gettext(message)
    if translated == message:
        translated = _others.get(current(), {}).get(message, message)
    if values and current() == "fr":
        translated = ELIDED.sub(lambda found: _before(found, str(values.get(found[2], ""))), translated)
    return translated.format(**values) if values else translated


def _before(found: re.Match[str], value: str) -> str:
    """`de {name}` or `d’{name}`, as the value's first sound asks for."""
    return f"{found[1]}’{{{found[2]}}}" if VOWEL.match(value) else found[0]


def in_figures(value: float, digits: int = 0) -> str:
    """A number as the language writes it: thousands apart, and a decimal sign of its own.

    >>> in_figures(2379), in_figures(0.5, 2)
    ('2,379', '0.50')
    """
    written = f"{value:,}" if isinstance(value, int) else f"{value:,.{digits}f}"
    return written.translate(FRENCH_SIGNS) if current() == "fr" else written


def in_points(value: float) -> str:
    """A mark, as short as the language writes it.

    >>> in_points(2.5), in_points(3.0)
    ('2.5', '3')
    """
    written = f"{round(value, 2):g}"
    return written.translate(FRENCH_SIGNS) if current() == "fr" else written


def in_bytes(amount: int) -> str:
    """So many bytes, as people write it.

    >>> in_bytes(2379), in_bytes(12)
    ('2.4 kB', '12 B')
    """
    byte = "o" if current() == "fr" else "B"
    for unit, name in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if amount >= unit:
            return f"{in_figures(amount / unit, 1)} {name}{byte}"
    return f"{amount} {byte}"


def add_translations(words: Mapping[str, Mapping[str, str]]) -> None:
    """More messages in these languages, for what the house's own catalogue does not have."""
    for language, messages in words.items():
        _others.setdefault(language, {}).update(messages)


def N_(message: str) -> str:
    """Mark a message for translation where it is written, to be translated where it is shown."""
    return message


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    folder = Path(__file__).parents[1] / "locale"
    return gettext.translation("stratege", folder, [language], fallback=language == "en")
