"""Standard streams that cannot do all we ask: signs they cannot show, a full disk, a reader who has left."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from typing import TextIO

from stratege.core.files import reason_of
from stratege.core.language import _

PLAIN = "stratege-plain"
LIKENESS = {
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("─━═–—−‐‑", "-"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
    **dict.fromkeys("■█", "#"),
    **dict.fromkeys("·•░", "."),
    **dict.fromkeys("‘’′", "'"),
    **dict.fromkeys("“”«»", '"'),
    "□": "o",
    "★": "*",
    "☠": "!",
    "▒": "+",
    "▶": ">",
    "×": "x",
    "→": "->",
    "↔": "<->",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
    "±": "+/-",
    "∞": "inf",
    "½": "1/2",
    "\u202f": " ",
    "\u00a0": " ",
}


def plain(sign: str) -> str:
    """What stands for a sign where only ASCII can be written.

    >>> "".join(map(plain, "Awalé ■ 3×4 …"))
    'Awale # 3x4 ...'
    """
    if sign in LIKENESS:
        return LIKENESS[sign]
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def tolerate() -> None:
    """Have the streams write plain signs for those that their encoding lacks, and read whatever comes."""
    codecs.register_error(PLAIN, _instead)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, PLAIN), (sys.stderr, PLAIN)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def flush() -> str | None:
    """Why standard output cannot take what was written to it, as a sentence; None if it has taken it.

    A reader who has left, as in `stratege … | head`, has had enough: that is no failure.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        mute()
    except OSError as error:
        return told(error)
    return None


def told(error: OSError) -> str:
    """What a system's refusal is about: standard output, if nothing else is named and it can be that."""
    if error.filename is None and error.errno in (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF):
        mute()
        return _("Cannot write to standard output: {why}.", why=reason_of(error))
    what = error.filename or type(error).__name__
    return _("{what}: {why}.", what=what, why=reason_of(error))


def mute(stream: TextIO | None = None) -> None:
    """Have what is still written to standard output, or this stream, go nowhere: nothing fails again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, (sys.stdout if stream is None else stream).fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        sys.stdout = io.StringIO()


def _instead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end
