"""The keys of a class's two links.

A key stands behind the `#` of its link: browsers send that to nobody, so it is in no log and no Referer. The
page's script puts it into the `Authorization` header of what it asks. The archive has digests only; the
students' key follows from the teacher's, so that the teacher's page can show both links.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 24  # that nobody guesses


def new_key() -> str:
    """A teacher's key."""
    return secrets.token_urlsafe(BYTES)


def student_key(teacher: str) -> str:
    """The students' key of the class with that teacher's key."""
    made = hashlib.blake2b(b"student", key=teacher.encode(), digest_size=BYTES).digest()
    return base64.urlsafe_b64encode(made).decode()


def digest(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def fits(key: str, kept: str) -> bool:
    """Whether it is the key, in a time that does not tell how much of it is right."""
    return hmac.compare_digest(digest(key), kept)


def owner(identity: str, classroom: str) -> str:
    """A visitor as one class knows them: nothing that leads to what else they do here."""
    return hashlib.blake2b(f"{classroom} {identity}".encode(), digest_size=16).hexdigest()
