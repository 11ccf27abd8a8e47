"""The report as a page: marks by question, counter-examples drawn, nothing of a stranger's run."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from stratege.core import language
from stratege.school.marking import mark
from stratege.school.page import as_html, sql_html
from stratege.school.report import as_json, as_text
from stratege.school.sql import mark_sql

SOWING = """def deplacer_graines(plateau, case):
    graines, plateau[case] = plateau[case], 0
    for pas in range(1, graines + 1):
        plateau[(case + pas) % 12] += 1
    return (case + graines) % 12
"""


def test_boards_are_drawn_before_expected_and_got() -> None:
    page = as_html(mark("001", [SOWING], ["Q8", "Q9"]))
    found = re.findall(r"<figure><figcaption>(\w+)</figcaption><div>(<svg.*?</svg>)</div></figure>", page)
    assert [title for title, _svg in found] == ["before", "expected", "got"]
    boards = [ElementTree.fromstring(svg) for _title, svg in found]
    assert all(len(list(board.iter("{http://www.w3.org/2000/svg}circle"))) == 12 for board in boards)
    assert "deplacer_graines([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0)" in page
    assert page.count("<tr>") == 3  # a head and two questions
    assert '<a href="#q1">Q9</a>' in page
    assert "case_ramassable is not defined in the file." in page


def test_french_marks_have_a_decimal_comma() -> None:
    marked = mark(
        "001", ["def max_vals(vals_jeu, profondeur):\n    return max(vals_jeu)[profondeur > 0]\n"], "20"
    )
    language.use("fr")
    said = [as_text(marked), as_html(marked)]
    assert all("/3,5" in text and "3.5" not in text for text in said)
    assert as_json(marked)["points"] == 3.5


def test_the_page_escapes_what_the_student_wrote() -> None:
    code = "def max_vals(vals_jeu, profondeur):\n    print('<script>')\n    return '<b>'\n"
    page = as_html(mark("001", [code], "20"))
    assert "<script>" not in page
    assert "&lt;b&gt;" in page


def test_a_query_has_its_tables() -> None:
    page = sql_html(mark_sql("001", "Q22", "SELECT '<b>' FROM Joueur WHERE niveau >= 1900"))
    assert "<th>niveau</th>" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "✓" in sql_html(mark_sql("001", "Q22", "SELECT id_Joueur FROM Joueur WHERE niveau > 1900;"))
