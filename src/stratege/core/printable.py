"""Text by strangers, made fit for a terminal, a page and UTF-8."""

from __future__ import annotations


def printable(text: str, kept: str = "") -> str:
    """The text with nothing in it that a terminal might obey, but for the characters kept.

    >>> printable("a\\x1b[2J\\n\\ud800", kept="\\n")
    'a\ufffd[2J\\n\ufffd'
    """
    return (
        text if text.isprintable() else "".join(c if c.isprintable() or c in kept else "\ufffd" for c in text)
    )
