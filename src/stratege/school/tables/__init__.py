"""The five papers' questions that ask for code, each a table of data and small laws."""

from __future__ import annotations

import importlib
from functools import cache

from stratege.core.errors import BadOption
from stratege.core.language import _
from stratege.exams.papers import papers
from stratege.school.questions import Table


@cache
def table(paper: str) -> Table:
    """The questions of a paper."""
    if paper not in papers():
        raise BadOption(_("There is no paper {name}: {papers}.", name=paper, papers=", ".join(papers())))
    found: Table = importlib.import_module(f"stratege.school.tables.paper_{paper}").TABLE
    return found
