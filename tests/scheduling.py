"""Who runs what when several processes share the tests: a file stays together, and what is long comes first.

What the tests of a file share (a table, a server, machine code) is then made once. Tests that take long and
share nothing go by themselves, and those with a browser or a database server stay with it.
"""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

LONGEST = (  # files and folders, in the order in which they are begun
    "tests/browser/test_pages.py",
    "tests/browser",
    "tests/archive",
    "tests/test_doors.py",
    "tests/school/test_marking.py",
    "tests/games/test_quixo_table_recipe.py",
    "tests/engine/test_oracle.py",
    "tests/test_docs.py",
    "tests/test_site.py",
    "tests/web",
    "tests/examples",
    "tests/test_write_a_game.py",
    "tests/engine",
    "tests/images",
    "tests/games",
    "tests/arena",
    "tests/cli",
)
APART = ("tests/test_doors.py",)
TOGETHER = ("tests/browser/test_pages.py", "tests/browser/", "tests/archive/")  # one browser, one database


class ByFile(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Hands out files, not single tests."""

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)


def unit(nodeid: str) -> str:
    """What stays together with this test."""
    file = nodeid.partition("::")[0]
    if file in APART:
        return nodeid
    return next((start for start in TOGETHER if file.startswith(start)), file)


def rank(nodeid: str) -> int:
    """When a test is begun, the others of its unit with it."""
    return next((place for place, start in enumerate(LONGEST) if nodeid.startswith(start)), len(LONGEST))
