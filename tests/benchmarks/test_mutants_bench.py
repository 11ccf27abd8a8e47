"""The table of mutants: what lives is argued, and counted apart."""

from __future__ import annotations

import pytest
from benchmarks.school import mutants
from benchmarks.school.mutants import Mutant, Tally

from stratege.school.tables import table


def test_what_lives_is_equivalent_or_a_hole() -> None:
    (joue,) = [one for one in table("002").questions if one.function == "joue"]
    known = Mutant("002", joue, "line 12, comparison: longueur < j → longueur <= j", "")
    hole = Mutant("002", joue, "line 1, constant: 0 → 1", "")
    tallies = [Tally("002", "Q7 joue", 6, [known, hole]), Tally("002", "Q8", 4, [])]
    (figures,) = mutants.report_of(tallies).tables
    assert figures.rows == [
        ["002 Q7 joue", "6", "4", "1", "1"],
        ["002 Q8", "4", "4", "0", "0"],
        ["all", "10", "8", "1", "1"],
    ]


def test_a_question_is_tallied(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [one for one in mutants.mutants("002") if one.question.function == "tablette"]
    monkeypatch.setattr(mutants, "mutants", lambda paper: iter(made))
    (found,) = mutants.tallies(["002"])
    assert (found.name, found.made, found.survivors) == ("Q3 tablette", len(made), [])
