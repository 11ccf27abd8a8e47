"""How values are pickled: by what they are, never by what they have cached, and with the version's mark."""

from __future__ import annotations

import dataclasses
from typing import Any, NoReturn

from stratege.core.errors import StrategeError
from stratege.core.language import _

FORMAT = 1
"""Goes up when a value's fields change, so that a pickle made before says so instead of misleading."""


class Picklable:
    """A frozen dataclass that is pickled and copied by its fields alone."""

    def __reduce__(self) -> tuple[Any, ...]:
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]
        return packed(type(self), fields)

    def __setstate__(self, state: object) -> NoReturn:
        raise unreadable(type(self).__name__, _("a version before pickles were marked"))


def packed(kind: type, fields: dict[str, Any]) -> tuple[Any, ...]:
    """What `__reduce__` gives for a value that its class makes of these arguments."""
    from stratege import __version__

    return restored, (kind, FORMAT, __version__, fields)


def restored(kind: type, form: int, version: str, fields: dict[str, Any]) -> Any:
    """The value that was pickled; an error that says why if another version made the pickle."""
    if form != FORMAT:
        raise unreadable(kind.__name__, _("Stratège {version}", version=version))
    return kind(**fields)


def unreadable(kind: str, source: str) -> StrategeError:
    """That a pickle cannot be read, and what to do."""
    return StrategeError(
        _(
            "This pickle of a {kind} was made by {source}, whose values are stored in another way. "
            "Texts and records are read by every version: keep those.",
            kind=kind,
            source=source,
        )
    )
