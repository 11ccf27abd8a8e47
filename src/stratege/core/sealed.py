"""A file that is believed only if it is whole: what it is, a checksum, a line about it, and the rest.

a line, such as "stratege book 1\\n"      what it is
64 hexadecimal digits and a line's end   the SHA-256 of all that follows
a line of JSON                           an object: whose it is, how it was made
the rest                                 bytes
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stratege.core.files import reason_of, write_whole
from stratege.core.language import _

LARGEST = 1 << 28


def write(path: Path, magic: bytes, about: Mapping[str, Any], rest: bytes) -> None:
    """Put it into a file, which is the old one until the new one is whole."""
    write_whole(path, sealed(magic, json.dumps(about).encode() + b"\n" + rest))


def sealed(magic: bytes, body: bytes) -> bytes:
    """What it is and the checksum, before the body."""
    return magic + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def read(path: Path, magic: bytes) -> tuple[dict[str, Any], bytes]:
    """What was written; a `ValueError` says, as the end of a sentence, why the file is not to be believed."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ValueError(reason_of(error)) from None
    if not content.startswith(magic):
        raise ValueError(_("it is something else"))
    if len(content) > LARGEST:
        raise ValueError(_("it is too large"))
    body = content[len(magic) :].partition(b"\n")[2]
    if content != sealed(magic, body):
        raise ValueError(_("it is damaged or cut short"))
    head, _line, rest = body.partition(b"\n")
    try:
        about = json.loads(head)
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, dict):
        raise ValueError(_("its content makes no sense"))
    return about, rest
