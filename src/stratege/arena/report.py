"""A tournament's report: a page, JSON, CSV, the plot of the ratings, or the records of the games."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stratege.arena.growth import growth, growth_svg
from stratege.arena.match import FAULTS
from stratege.arena.standings import Row, Standings, standings
from stratege.arena.statistics import Score
from stratege.arena.tournament import Kept, Tournament
from stratege.core import language
from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.core.svg import ACCENT, INK, MUTED, Canvas

LONGEST_NAME = 28


def signed(number: float) -> str:
    """A rating with its sign, and a true minus."""
    return f"{number:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0") if number else "0"


def cell(score: Score | None) -> str:
    """The points of a pair out of its games; empty where it has none."""
    return "" if score is None or not score.games else f"{score.points:g}/{score.games}"


def short(name: str) -> str:
    """A player's name where there is little room."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


def headings() -> list[str]:
    """What stands above the columns before those of the pairs."""
    return ["", _("player"), "Elo", "±", _("points"), _("games"), _("faults")]


def columns(place: int, row: Row) -> list[str]:
    """A player's row, before the pairs."""
    numbers = [signed(row.rated.elo), f"{row.rated.error:.0f}", f"{row.points:g}", str(row.score.games)]
    return [str(place), row.name, *numbers, str(row.faults or "")]


def described(tournament: Tournament, kept: Kept) -> dict[str, Any]:
    """All of it for programs: the tournament, the table, and each game."""
    stand = standings(tournament, kept)
    table = [
        {
            "player": row.name,
            "elo": round(row.rated.elo, 2),
            "error": round(row.rated.error, 2),
            "points": row.points,
            "wins": row.score.wins,
            "draws": row.score.draws,
            "losses": row.score.losses,
            "faults": row.faults,
            "against": {
                name: cell(stand.cells[row.name, name])
                for name in stand.names
                if (row.name, name) in stand.cells
            },
        }
        for row in stand.rows
    ]
    games = [
        {"id": str(identity), "result": record.result, "moves": " ".join(record.moves), **record.tags}
        for identity, record in sorted(kept.items())
    ]
    whole = {"finished": stand.games == stand.total, "played": stand.games, "total": stand.total}
    return {**json.loads(tournament.text()), **whole, "standings": table, "records": games}


def as_json(tournament: Tournament, kept: Kept) -> str:
    """The report as JSON."""
    return json.dumps(described(tournament, kept), ensure_ascii=False, indent=1) + "\n"


def as_csv(tournament: Tournament, kept: Kept) -> str:
    """The cross table for a spreadsheet."""
    stand, text = standings(tournament, kept), io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    head = ["place", "player", "elo", "error", "points", "games", "wins", "draws", "losses", "faults"]
    rows.writerow([*head, *map(guarded, stand.names)])
    for place, row in enumerate(stand.rows, start=1):
        score = row.score
        numbers = [round(row.rated.elo, 2), round(row.rated.error, 2), row.points, score.games]
        numbers += [score.wins, score.draws, score.losses, row.faults]
        against = [stand.cells.get((row.name, other)) for other in stand.names]
        points = ["" if one is None else f"{one.points:g}" for one in against]
        rows.writerow([place, guarded(row.name), *numbers, *points])
    return text.getvalue()


def guarded(name: str) -> str:
    """A name that a spreadsheet will not take for a formula."""
    return "'" + name if name[:1] in "=+-@\t" else name


def as_records(tournament: Tournament, kept: Kept) -> str:
    """The games one after the other, in the order of the schedule."""
    return "\n".join(record.text() for _identity, record in sorted(kept.items()))


def plot(stand: Standings) -> str:
    """Everybody's rating with its interval, as an SVG picture."""
    left, width, high, top = 230, 760, 30, 44
    low = min((row.rated.elo - row.rated.error for row in stand.rows), default=0.0)
    most = max((row.rated.elo + row.rated.error for row in stand.rows), default=0.0)
    scale = (width - left - 40) / max(most - low, 1.0)
    canvas = Canvas(width, top + high * len(stand.rows) + 34, _("Elo of each player, with its interval"))

    def at(elo: float) -> float:
        return left + (elo - low) * scale

    bottom = top + high * len(stand.rows)
    step = next(size for size in (50, 100, 200, 500, 1000, 10**6) if (most - low) / size <= 9)
    for mark in range(int(low // step + 1) * step, int(most) + 1, step):
        canvas.line(at(mark), top - 8, at(mark), bottom, stroke=MUTED, stroke_width=0.5)
        canvas.text(at(mark), bottom + 14, signed(mark), 12, fill=MUTED)
    canvas.text(left + (width - left) / 2, 20, "Elo", 14)
    for place, row in enumerate(stand.rows):
        y = top + high * (place + 0.5)
        canvas.text(left - 12, y, short(row.name), 13, text_anchor="end")
        elo, error = row.rated.elo, row.rated.error
        canvas.line(at(elo - error), y, at(elo + error), y, stroke=INK, stroke_width=2)
        canvas.circle(at(elo), y, 5, fill=ACCENT)
    return str(canvas)


PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem }}
table {{ border-collapse: collapse }} td, th {{ padding: .2rem .6rem; border-bottom: 1px solid #9995 }}
td + td + td {{ text-align: right; font-variant-numeric: tabular-nums }} th {{ text-align: left }}
.wide {{ overflow-x: auto }} pre {{ white-space: pre-wrap }} svg {{ max-width: 100%; height: auto }}
@media (prefers-color-scheme: dark) {{ body {{ background: #191918; color: #e8e6e3 }} }}
</style>
<h1>{title}</h1>
<p>{facts}</p>
<div class="wide" tabindex="0">{table}</div>
<p>{remark}</p>
<figure>{plot}</figure>
<figure>{growth}</figure>
<h2>{games}</h2>
{records}
</html>
"""


def as_html(tournament: Tournament, kept: Kept) -> str:
    """The report as a page that needs nothing else, every game in it."""
    stand = standings(tournament, kept)
    return PAGE.format(
        language=language.current(),
        title=html.escape(title(tournament)),
        facts=html.escape(facts(tournament, stand)),
        remark=html.escape(remark(stand)),
        table=table_html(stand),
        plot=plot(stand),
        growth=growth_svg(growth(tournament, kept)),
        games=_("games"),
        records="\n".join(
            f"<details><summary>{html.escape(_summary(str(identity), record.tags, record.result))}</summary>"
            f"<pre>{html.escape(record.text())}</pre></details>"
            for identity, record in sorted(kept.items())
        ),
    )


def title(tournament: Tournament) -> str:
    """What a tournament is called."""
    return _("{game}: {form}", game=tournament.game.label(), form=_(tournament.form))


def facts(tournament: Tournament, stand: Standings) -> str:
    """How much of it is played, and on which terms."""
    numbers = {"played": stand.games, "total": stand.total}
    played = _("{played} of {total} games", **numbers)
    seed = _("seed {seed}", seed=tournament.seed)
    return ", ".join([played, tournament.terms.tag(_), seed])


def remark(stand: Standings) -> str:
    """What to know about the ratings of those who have won or lost every game; empty where nobody has."""
    extreme = [
        row.name for row in stand.rows if row.score.games and row.score.points in (0.0, row.score.games)
    ]
    if not extreme:
        return ""
    return _(
        "Every game won, or every game lost: {names}. No Elo fits that best; everybody is held to have drawn "
        "one game more, with somebody of the mean, so that it stays finite.",
        names=", ".join(map(short, extreme)),
    )


def _summary(identity: str, tags: dict[str, str], result: str) -> str:
    words = f"{identity}  {tags['Player1']} – {tags['Player2']}  {result}"
    return f"{words} ({tags['Reason']})" if tags.get("Ending") in FAULTS else words


def table_html(stand: Standings) -> str:
    """The cross table as HTML."""
    numbers = [str(place) for place in range(1, len(stand.rows) + 1)]
    head = "".join(f"<th>{html.escape(one)}</th>" for one in [*headings(), *numbers])
    lines = []
    for place, row in enumerate(stand.rows, start=1):
        cells = [*columns(place, row), *(cell(stand.cells.get((row.name, name))) for name in stand.names)]
        lines.append("<tr>" + "".join(f"<td>{html.escape(one)}</td>" for one in cells) + "</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


WRITERS: dict[str, Callable[[Tournament, Kept], str]] = {
    ".html": as_html,
    ".json": as_json,
    ".csv": as_csv,
    ".svg": lambda tournament, kept: plot(standings(tournament, kept)),
    ".txt": as_records,
}


def writer(path: Path) -> Callable[[Tournament, Kept], str]:
    """What writes the report that the file's name asks for."""
    found = WRITERS.get(path.suffix.lower())
    if found is None:
        known = ", ".join(WRITERS)
        raise BadOption(_("A report ends in one of {known}, not in {name!r}.", known=known, name=path.name))
    return found
