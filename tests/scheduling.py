"""Who runs what when several processes share the tests: a file stays together, and what is long comes first.

What the tests of a file share (a table, a server, machine code) is then made once; so is what the files
of one unit share: a browser, a database server, the tables of a game.
"""

from __future__ import annotations

UNITS = {  # files and folders that stay together; the first that fits
    "tests/browser/test_pages.py": ("tests/browser/test_pages.py",),
    "tests/browser/": ("tests/browser/",),
    "postgresql": ("tests/archive/", "tests/benchmarks/test_archive_bench.py"),
    "quixo": ("tests/games/test_quixo_table_recipe.py", "tests/games/test_quixo_conversion.py"),
}
LONGEST = (  # units, files and folders, in the order in which they are begun
    "tests/browser/test_pages.py",
    "tests/browser/",
    "tests/examples/",
    "tests/web/first_start/",
    "postgresql",
    "tests/web/test_serving.py",
    "quixo",
    "tests/engine/test_oracle.py",
    "tests/benchmarks/test_search_bench.py",
    "tests/client/",
    "tests/school/",
    "tests/confined/",
    "tests/arena/",
    "tests/test_docs.py",
    "tests/test_site.py",
    "tests/test_notebooks.py",
    "tests/web/",
    "tests/test_doors.py",
    "tests/test_write_a_game.py",
    "tests/engine/",
    "tests/images/",
    "tests/games/",
    "tests/cli/",
)


def unit(nodeid: str) -> str:
    """What stays together with this test."""
    file = nodeid.partition("::")[0]
    return next((name for name, starts in UNITS.items() if file.startswith(starts)), file)


def rank(nodeid: str) -> int:
    """When a test is begun, the others of its unit with it."""
    own = unit(nodeid)
    return next((place for place, start in enumerate(LONGEST) if own.startswith(start)), len(LONGEST))
