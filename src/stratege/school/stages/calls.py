"""Naive against memoised: every call of Chomp's `gagnante` and `gagnante_memo`, as a picture that grows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.exams.chomp import coups_jouables, joue
from stratege.school.frames import Change, Frame
from stratege.school.stages import sense

MOST_CALLS = 700
WIDE, HIGH, ACROSS = 9, 18, 760


@dataclass
class Made:
    """A call: of which position, at which depth, whether its answer was looked up."""

    pos: tuple[int, ...]
    depth: int
    known: bool = False
    wins: bool = False
    below: list[Made] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many calls stand side by side at most."""
        return max(1, sum(one.width for one in self.below))


def notes(pos: list[int]) -> list[Frame]:
    """Both searches at once, a call at a time."""
    sense.bar(pos)
    naive, noted = list[Made](), list[Made]()
    _naive(pos, 0, naive)
    _noted(pos, 0, noted, {})
    drawing = _drawing(naive[0], noted[0])
    frames = [Frame(_("Above without notes, below with notes."), drawing, tuple(_hidden(naive, noted)))]
    for number, call in enumerate(naive):
        changes = [Change(f"a{number}", "class", "call")]
        if number < len(noted):
            changes.append(Change(f"b{number}", "class", "call"))
        frames.append(Frame(_words(number, call, naive, noted), changes=tuple(changes)))
    words = _(
        "In the end: {naive} calls without notes, {noted} with notes, for {n} different positions.",
        naive=len(naive),
        noted=len(noted),
        n=len({one.pos for one in naive}),
    )
    return [*frames, Frame(words)]


def _words(number: int, call: Made, naive: list[Made], noted: list[Made]) -> str:
    times = sum(one.pos == call.pos for one in naive[: number + 1])
    said = _("Call {n} without notes: {pos}", n=number + 1, pos=list(call.pos))
    said += _(", asked {times} times now.", times=times) if times > 1 else "."
    if number >= len(noted):
        return said + " " + _("With notes all was known after {n} calls.", n=len(noted))
    other = noted[number]
    said += " " + _("With notes: {pos}", pos=list(other.pos))
    return said + (_(", looked up.") if other.known else ".")


def _room(made: list[Made]) -> None:
    if len(made) >= MOST_CALLS:
        raise BadOption(
            _("That takes more than {n} calls without notes: choose a smaller position.", n=MOST_CALLS)
        )


def _naive(pos: list[int], depth: int, made: list[Made]) -> Made:
    _room(made)
    call = Made(tuple(pos), depth)
    made.append(call)
    for move in coups_jouables(pos):
        after = _naive(joue(pos, move), depth + 1, made)
        call.below.append(after)
        if not after.wins:
            call.wins = True
            break
    return call


def _noted(pos: list[int], depth: int, made: list[Made], known: dict[tuple[int, ...], bool]) -> Made:
    call = Made(tuple(pos), depth, tuple(pos) in known)
    made.append(call)
    if call.known:
        call.wins = known[call.pos]
        return call
    for move in coups_jouables(pos):
        after = _noted(joue(pos, move), depth + 1, made, known)
        call.below.append(after)
        if not after.wins:
            call.wins = True
            break
    known[call.pos] = call.wins
    return call


def _hidden(naive: list[Made], noted: list[Made]) -> list[Change]:
    names = [f"a{n}" for n in range(len(naive))] + [f"b{n}" for n in range(len(noted))]
    return [Change(name, "class", "call ahead") for name in names]


def _deepest(call: Made) -> int:
    return max([call.depth, *(_deepest(one) for one in call.below)])


def _drawing(naive: Made, noted: Made) -> str:
    unit = max(2.0, min(6 * WIDE, ACROSS / max(naive.width, noted.width)))
    colours = _colours(naive)
    wide = max(naive.width, noted.width) * unit + 8
    first = (_deepest(naive) + 1) * HIGH
    height = first + (_deepest(noted) + 1) * HIGH + 54
    parts = [_title(14, "gagnante"), *_bars(naive, "a", unit, 20, colours)]
    parts += [_title(first + 42, "gagnante_memo"), *_bars(noted, "b", unit, first + 48, colours)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {height}" width="{wide:g}" '
    head += f'height="{height}" font-family="sans-serif" font-size="10" aria-hidden="true">'
    return head + '<rect width="100%" height="100%" fill="#fbf7f0"/>' + "".join(parts) + "</svg>"


def _title(y: float, name: str) -> str:
    return f'<text x="4" y="{y:g}" font-size="12" fill="#2b2118">{name}</text>'


def _colours(call: Made) -> Callable[[Made], str]:
    seen: dict[tuple[int, ...], int] = {}
    waiting = [call]
    while waiting:
        one = waiting.pop()
        seen.setdefault(one.pos, len(seen))
        waiting += one.below
    return lambda one: f"hsl({seen[one.pos] * 137.5 % 360:.0f} 60% 75%)"


def _bars(root: Made, letter: str, unit: float, top: float, colour: Callable[[Made], str]) -> list[str]:
    """Every call a bar under its caller, numbered in the order in which they were made."""
    parts, number = list[str](), 0

    def put(call: Made, left: float) -> None:
        nonlocal number
        name, wide = f"{letter}{number}", call.width * unit
        number += 1
        x, y = 4 + left, top + call.depth * HIGH
        text = ",".join(map(str, call.pos))
        size = f'width="{max(wide - 1, 1):g}" height="{HIGH - 2}"'
        shape = f'<rect x="{x:g}" y="{y:g}" {size} fill="{colour(call)}"/>'
        if wide > 6 * len(text):
            shape += f'<text x="{x + 2:g}" y="{y + 12:g}" fill="#222">{escape(text)}</text>'
        parts.append(f'<g data-id="{name}" class="call">{shape}</g>')
        for one in call.below:
            put(one, left)
            left += one.width * unit

    put(root, 0)
    return parts
