"""A mark as JSON for programs, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stratege.confined.agent import Foreign, pack, unpack
from stratege.core.language import _, in_points
from stratege.school.drawing import beside, drawn
from stratege.school.examining import PartMark, QuestionMark, Tried
from stratege.school.faults import brief, told
from stratege.school.marking import PaperMark
from stratege.school.pictures import cells_of, picture

PRINTED = 600
Pictured = Callable[[QuestionMark, Tried], list[dict[str, Any]]]


def as_json(mark: PaperMark, pictured: Pictured | None = None) -> dict[str, Any]:
    """The mark for programs, in the current language; with what `pictured` makes of each example, if any."""
    return {
        "paper": mark.paper,
        "earned": round(mark.earned, 2),
        "points": round(mark.points, 2),
        "questions": [
            {
                "question": one.question.number,
                "function": one.question.function,
                "earned": round(one.earned, 2),
                "points": round(one.question.points, 2),
                "parts": [part_json(one, part, pictured) for part in one.parts],
            }
            for one in mark.questions
        ],
    }


def part_json(question: QuestionMark, part: PartMark, pictured: Pictured | None = None) -> dict[str, Any]:
    """A part for programs; its example is None where it is right."""
    shown = example(question, part.shown, part.fault.kind if part.fault else "") if part.shown else None
    if shown is not None and part.shown is not None and pictured:
        shown["pictures"] = pictured(question, part.shown)
    return {
        "name": _(part.part.name),
        "earned": round(part.earned, 2),
        "points": round(part.part.points, 2),
        "reason": part.fault.reason if part.fault else "",
        "example": shown,
    }


def example(mark: QuestionMark, tried: Tried, kind: str) -> dict[str, Any]:
    """A counter-example: the call to repeat it, what should come, what came, drawn side by side."""
    reply = tried.reply
    came = bool(reply.ended) or reply.raised is not None
    return {
        "kind": kind,
        "call": call_text(mark, tried),
        "typed": list(tried.case.lines),
        "expected": brief(tried.expected.result, 400),
        "got": None if came else brief(reply.result, 400),
        "drawing": "\n".join(drawing(mark, tried)),
        "printed": reply.printed[:PRINTED],
        "error": f"{reply.raised.type}: {reply.raised.message}" if reply.raised else None,
        "line": reply.raised.line if reply.raised else None,
    }


def call_text(mark: QuestionMark, tried: Tried) -> str:
    """The call, as one types it."""
    return f"{mark.question.function}({', '.join(map(repr, tried.case.arguments))})"


def drawing(mark: QuestionMark, tried: Tried) -> list[str]:
    """Before, expected and got, as boards side by side in text."""
    columns = [(title, drawn(mark.question.module, value)) for title, value in shown_values(mark, tried)]
    return beside(*columns) if columns else []


def pictures(mark: QuestionMark, tried: Tried) -> list[dict[str, str]]:
    """The same as SVG."""
    return drawn_from(to_draw(mark, tried))


def to_draw(mark: QuestionMark, tried: Tried) -> list[dict[str, Any]]:
    """What such pictures are made of, to be kept: it is small, whatever a student's function gave."""
    module = mark.question.module
    return [
        {"title": title, "module": module, "value": pack(value)}
        for title, value in shown_values(mark, tried)
        if cells_of(module, value)
    ]


def drawn_from(kept: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The pictures, in the language of their titles; in what was got, what is not as expected is marked."""
    made, before = list[dict[str, str]](), None
    for one in kept:
        title, value = one["title"], unpack(one["value"])
        unlike = before if title == _("got") else None
        label = told(title, brief(value, 200))
        made.append({"title": title, "svg": picture(one["module"], value, unlike, label)})
        before = value
    return made


def shown_values(mark: QuestionMark, tried: Tried) -> list[tuple[str, Any]]:
    """What a drawing shows, each with its title: the argument that is a board, or else the result."""
    module, reply, case = mark.question.module, tried.reply, tried.case
    place = next((n for n, one in enumerate(case.arguments) if _drawable(module, one)), None)
    values = [] if place is None else [(_("before"), case.arguments[place])]
    changes = place is not None and tried.expected.after[place] != case.arguments[place]
    unlike = (
        place is not None and len(reply.after) > place and reply.after[place] != tried.expected.after[place]
    )
    if place is not None and (changes or unlike):
        values.append((_("expected"), tried.expected.after[place]))
        if len(reply.after) > place:
            values.append((_("got"), reply.after[place]))
    elif _drawable(module, tried.expected.result):
        values.append((_("expected"), tried.expected.result))
        if not isinstance(reply.result, Foreign):
            values.append((_("got"), reply.result))
    return values


def _drawable(module: str, value: Any) -> bool:
    return len(drawn(module, value)) > 1 or bool(cells_of(module, value))


def as_text(mark: PaperMark) -> str:
    """The mark for a person at a terminal."""
    lines = [title_of(mark)]
    for one in mark.questions:
        lines += ["", *question_lines(one)]
    return "\n".join(lines)


def title_of(mark: PaperMark) -> str:
    """The sum in a sentence."""
    return _(
        "Paper {paper}: {earned} of {points} points.", paper=mark.paper, **sums(mark.earned, mark.points)
    )


def sums(earned: float, points: float) -> dict[str, str]:
    """Two numbers of points, as short as the language writes them."""
    return {"earned": in_points(earned), "points": in_points(points)}


def question_lines(one: QuestionMark) -> list[str]:
    """A question and its parts."""
    numbers = sums(one.earned, one.question.points)
    heading = f"{one.question.number} {one.question.function}"
    lines = [told(heading, f"{numbers['earned']}/{numbers['points']}")]
    if one.replaced:
        lines.append("  " + instead(one))
    if fault := one.fault:
        return [*lines, f"  ✗ {fault.reason}"]
    said: set[str] = set()
    for part in one.parts:
        sign = "✓" if part.fault is None else "✗"
        reason = part.fault.reason if part.fault else ""
        lines.append(f"  {sign} " + (told(_(part.part.name), reason) if reason else _(part.part.name)))
        if part.shown and call_text(one, part.shown) not in said:
            said.add(call_text(one, part.shown))
            lines += ["      " + line for line in shown_lines(one, part.shown)]
    return lines


def instead(one: QuestionMark) -> str:
    """Which functions of ours stood in for the file's own."""
    return _("with our own {names} in place of yours", names=", ".join(one.replaced))


def shown_lines(one: QuestionMark, tried: Tried) -> list[str]:
    """A counter-example in lines."""
    reply = tried.reply
    lines = [call_text(one, tried)]
    if tried.case.lines:
        lines.append(_("typed: {lines}", lines=" ".join(tried.case.lines)))
    result = not (reply.ended or reply.raised)
    if result and repr(tried.expected.result) != repr(reply.result):
        wanted, got = brief(tried.expected.result, 200), brief(reply.result, 200)
        lines.append(_("expected {expected}, got {got}", expected=wanted, got=got))
    lines += drawing(one, tried)
    if reply.printed.strip():
        lines.append(_("printed:"))
        lines += ["| " + line for line in reply.printed[:PRINTED].splitlines()[-12:]]
    return lines
