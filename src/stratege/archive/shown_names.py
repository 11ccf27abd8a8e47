"""How players are called on pages and screens: machines in the language spoken, people as they are."""

from __future__ import annotations

from collections.abc import Iterator

from stratege.archive.game_entry import Name
from stratege.core import language
from stratege.core.language import N_, _
from stratege.core.strength import LEVELS

LEVEL, UNRATED = N_("Level {n}"), N_("(unrated)")
MACHINES = {
    "anonymous": N_("anonymous"),
    "random": N_("the random player"),
    "greedy": N_("the greedy player"),
    "mcts": N_("Monte-Carlo tree search"),
    "exam": N_("the paper's machine"),
}


def shown_name(name: Name | str) -> str:
    """The name as people read it.

    >>> shown_name("level:3"), shown_name("level:3 (unrated)"), shown_name(Name("Doe", "John"))
    ('Level 3', 'Level 3 (unrated)', 'John Doe')
    """
    plain, space, unrated = str(name).partition(" (unrated)")
    if space and not unrated:
        return f"{shown_name(plain)} {_(UNRATED)}"
    kind, colon, number = plain.partition(":")
    if kind == "level" and colon and number.isdecimal():
        return _(LEVEL, n=number)
    return _(MACHINES[plain]) if plain in MACHINES else str(name)


def meant(text: str) -> str:
    """The name that somebody wrote as it is shown, in any language; itself if nobody is shown so.

    >>> meant("niveau 3"), meant("Level 10"), meant("John Doe")
    ('level:3', 'level:10', 'John Doe')
    """
    known = {shown.casefold(): plain for plain, shown in _all_shown()}
    return known.get(" ".join(text.split()).casefold(), text)


def _all_shown() -> Iterator[tuple[str, str]]:
    """Every machine as it is shown in each language."""
    spoken = language.current()
    plain = [*(f"level:{n}" for n in range(1, LEVELS + 1)), *MACHINES]
    names = [*plain, *(f"{one} (unrated)" for one in plain)]
    try:
        for one in language.LANGUAGES:
            language.use(one)
            yield from ((name, shown_name(name)) for name in names)
    finally:
        language.use(spoken)
