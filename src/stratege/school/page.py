"""A mark as a page to keep: one file that needs nothing else, counter-examples drawn as boards."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from stratege.core.language import _, current
from stratege.school.examining import PartMark, QuestionMark
from stratege.school.faults import told
from stratege.school.marking import PaperMark
from stratege.school.report import instead, part_json, pictures, sums, title_of
from stratege.school.sql import PARTS, POINTS, SCHEMAS, SqlMark, plain

MOST_ROWS = 12
escape = html.escape

PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ground: #fff; --ink: #1d1b18; --soft: #f3f1ec; --line: #d9d4ca;
  --good: #176b2c; --bad: #a3151b; --muted: #5d574e }}
@media (prefers-color-scheme: dark) {{ :root {{ --ground: #191918; --ink: #e8e6e3; --soft: #262624;
  --line: #45423d; --good: #7bd88f; --bad: #ff8a80; --muted: #b5afa5 }} }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: var(--ground); color: var(--ink) }}
h2 {{ font-size: 1.1rem; margin: 2rem 0 .5rem; padding-top: .8rem; border-top: 1px solid var(--line) }}
table {{ border-collapse: collapse; font-size: .95rem }} td, th {{ padding: .15rem .7rem; text-align: left }}
td, th {{ border-bottom: 1px solid var(--line) }}
.points {{ text-align: right; font-variant-numeric: tabular-nums }}
ul {{ list-style: none; padding: 0 }} li {{ margin: .5rem 0; padding-left: 1.4rem; text-indent: -1.4rem }}
li > * {{ text-indent: 0 }} .right {{ color: var(--good) }} .wrong {{ color: var(--bad) }}
li .words {{ color: var(--ink) }} .help {{ color: var(--muted); margin: .4rem 0 .1rem }}
pre, .wide, figure div {{ overflow-x: auto }}
pre {{ background: var(--soft); padding: .5rem .7rem; margin: .3rem 0; color: var(--ink) }}
.pictures {{ display: flex; flex-wrap: wrap; gap: 1rem; margin: .5rem 0 }}
figure {{ margin: 0; max-width: 100% }} figcaption {{ color: var(--muted); font-size: .9rem }}
@media print {{ section {{ break-inside: avoid }} }}
</style></head>
<body><h1>{title}</h1>
{body}
</body></html>
"""


def as_html(mark: PaperMark) -> str:
    """The page of a paper: the marks by question, then each question."""
    body = [summary(mark), *(question_html(one, place) for place, one in enumerate(mark.questions))]
    return page(title_of(mark), body)


def page(title: str, body: Iterable[str]) -> str:
    """A page of its own."""
    return PAGE.format(language=current(), title=escape(title), body="\n".join(body))


def summary(mark: PaperMark) -> str:
    """The table of marks."""
    rows = [
        f'<tr><td><a href="#q{place}">{one.question.number}</a></td>'
        f"<td><code>{one.question.function}</code></td>"
        f'<td class="points {_class(one.earned == one.question.points)}">{_points(one)}</td></tr>'
        for place, one in enumerate(mark.questions)
    ]
    heads = f"<th>{_('Question')}</th><th>{_('Function')}</th><th class='points'>{_('Points')}</th>"
    numbered = f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return numbered if len(mark.questions) > 1 else ""


def _points(one: QuestionMark) -> str:
    return "{earned}/{points}".format(**sums(one.earned, one.question.points))


def _class(right: bool) -> str:
    return "right" if right else "wrong"


def question_html(one: QuestionMark, place: int = 0) -> str:
    """A question and its parts."""
    name = f"{one.question.number} <code>{one.question.function}</code>"
    note = f'<p class="help">{escape(instead(one))}</p>' if one.replaced else ""
    items = [item(one.fault.reason)] if one.fault else _parts(one)
    return section(place, told(name, _points(one)), note + f"<ul>{''.join(items)}</ul>")


def section(place: int, heading: str, content: str) -> str:
    """A question under its heading, which is HTML already."""
    return f'<section id="q{place}"><h2>{heading}</h2>\n{content}</section>'


def _parts(one: QuestionMark) -> list[str]:
    """The parts; an example that several share is shown once."""
    made, seen = list[str](), set[str]()
    for part in one.parts:
        shown = part_json(one, part, pictures)["example"]
        fresh = shown is not None and shown["call"] not in seen
        seen |= {shown["call"]} if shown is not None else set()
        made.append(item(_words(part), example(shown) if fresh else "", part.fault is None))
    return made


def _words(part: PartMark) -> str:
    return told(_(part.part.name), part.fault.reason) if part.fault else _(part.part.name)


def item(words: str, more: str = "", right: bool = False) -> str:
    """One part: a sign, its words, its example."""
    sign = "✓" if right else "✗"
    return f'<li class="{_class(right)}">{sign} <span class="words">{escape(words)}</span>{more}</li>'


def example(shown: dict[str, Any]) -> str:
    """A counter-example: the call, what should come and what came, drawn; what was printed."""
    made = [f"<pre>{escape(shown['call'])}</pre>"]
    if shown["typed"]:
        made.append(_help(_("typed: {lines}", lines=" ".join(shown["typed"]))))
    if shown["got"] is not None and shown["got"] != shown["expected"]:
        made.append(_help(_("expected {expected}, got {got}", expected=shown["expected"], got=shown["got"])))
    figures = [
        f"<figure><figcaption>{escape(one['title'])}</figcaption><div>{one['svg']}</div></figure>"
        for one in shown["pictures"]
    ]
    made.append(f'<div class="pictures">{"".join(figures)}</div>' if figures else "")
    if shown["printed"].strip():
        made += [_help(_("printed:")), f"<pre>{escape(shown['printed'])}</pre>"]
    return "".join(made)


def _help(words: str) -> str:
    return f'<p class="help">{escape(words)}</p>'


def sql_html(mark: SqlMark) -> str:
    """The page of a query: the smallest database that shows what is wrong, and both results."""
    name, right = _(PARTS[mark.question]), mark.fault is None
    head = told(mark.question, "{earned}/{points}".format(**sums(mark.earned, POINTS)))
    more = ""
    if mark.fault and mark.database is not None and mark.got is not None:
        tables = [rows_html(name, SCHEMAS[mark.paper][name], rows) for name, rows in mark.database.items()]
        results = [rows_html(_("expected"), [], mark.expected or []), rows_html(_("got"), [], mark.got)]
        more = "".join(tables + results)
    words = told(name, mark.fault.reason) if mark.fault else name
    return page(
        _("Paper {number}", number=mark.paper),
        [section(0, escape(head), f"<ul>{item(words, more, right)}</ul>")],
    )


def rows_html(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of a database, the first rows of a long one."""
    heads = "".join(f"<th>{escape(one)}</th>" for one in columns)
    lines = [["NULL" if one is None else str(plain(one)) for one in row] for row in rows[:MOST_ROWS]]
    lines += [[f"… {len(rows)}"]] if len(rows) > MOST_ROWS else [] if rows else [["∅"]]
    body = "".join("<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>" for row in lines)
    made = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    return f'{_help(title)}<div class="wide">{made}</div>'
