"""The C twins give the kernels' answers, and a benchmark rewrites its own section of the results only."""

import random
import re
from pathlib import Path

import pytest
from benchmarks.perft import bench
from benchmarks.perft.twins import TEMPLATES, ask, build, kernel_answers
from benchmarks.report import TITLE, Report, Table, compiler, conditions, keep, markdown, with_section

import stratege
from stratege.core.compiling import bound
from stratege.core.position import Position
from stratege.core.wordsize import WORD
from stratege.engine.perft import perft

needs_cc = pytest.mark.skipif(
    compiler() is None, reason="there is no C compiler (cc) to build the twins with"
)

GAMES = [
    ("awale", "standard", None),
    ("awale", "ccinp", None),
    ("awale", "abapa", None),
    ("awale", "awari", None),
    *(("quixo", None, n) for n in (3, 4, 5)),
    *(("mingmang", "free", n) for n in (3, 5, 8)),
]


def positions(name: str, variant: str | None, size: int | None) -> list[Position]:
    """The start and positions of a game played at random, the last of them over."""
    position = stratege.game(name, variant, size).start()
    chance = random.Random(f"{name}{variant}{size}")
    found = [position]
    while (moves := position.legal()) and len(found) < 120:
        position = position.play(chance.choice(moves))
        found.append(position)
    return [*found[:: max(1, len(found) // 8)], found[-1]]


@needs_cc
@pytest.mark.parametrize(("name", "variant", "size"), GAMES)
def test_twins_give_the_interpreted_kernels_answers(
    name: str, variant: str | None, size: int | None, tmp_path: Path
) -> None:
    some = positions(name, variant, size)
    game = some[0].game
    program = build(game, tmp_path)
    for question, template in TEMPLATES.items():
        function = getattr(bound(template, game.kernel.__name__), question)
        for position in some:
            answer = function(game.rules, position.state, 2, [0] * 3 * game.most_moves, 0) % WORD
            assert ask(program, question, game, position.state, 2)[0] == answer, position.text()


@needs_cc
@pytest.mark.parametrize("question", TEMPLATES)
def test_twins_give_the_compiled_kernels_answers(question: str, tmp_path: Path) -> None:
    start = stratege.game("mingmang", size=5).start()
    program = build(start.game, tmp_path)
    answer, seconds = ask(program, question, start.game, start.state, 4)
    answers = kernel_answers(question, start.game, start.state, 4)
    assert answers() == answers() == answer
    assert seconds > 0
    if question == "count":
        assert answer == perft(start, 4)


def test_without_a_compiler_the_row_says_so() -> None:
    row = bench._race(stratege.game("mingmang"), 2, "count", None)
    assert row[:4] == ["Ming Mang 8×8 (free)", "2", "counted", "4,686"]
    assert row[5:] == ["–", "–", "–"]


def test_open_spiel_walks_the_same_tree() -> None:
    import pyspiel

    oware = pyspiel.load_game("oware").new_initial_state()
    start = stratege.game("awale", "abapa").start()
    assert bench.open_spiel_leaves(oware, 5) == perft(start, 5) == 5219


def test_different_answers_are_no_result() -> None:
    with pytest.raises(RuntimeError, match="Quixo: 1 here, 2 there"):
        bench._same(1, 2, "Quixo")


REPORT = Report("How fast.", [Table("Against C", ["game", "M/s"], [["Awalé", "12"], ["Quixo", "1,234"]])])


def test_a_report_in_markdown() -> None:
    lines = markdown(REPORT).splitlines()
    assert lines[0] == conditions()
    assert lines[2:] == [
        "How fast.",
        "",
        "### Against C",
        "",
        "| game | M/s |",
        "| --- | ---: |",
        "| Awalé | 12 |",
        "| Quixo | 1,234 |",
    ]


def test_conditions_name_versions_and_no_place() -> None:
    said = conditions()
    for what in ("Python 3", "numba ", "llvmlite ", "numpy ", "open_spiel ", "C compiler "):
        assert what in said
    assert re.match(r"\d{4}-\d\d-\d\d; ", said)
    assert "/" not in said
    assert len(said.splitlines()) == 1


def test_a_section_is_replaced_and_the_others_stay() -> None:
    text = with_section(with_section("", "perft", "one\n\n### Table\n\n| a |"), "search", "two")
    assert text == f"{TITLE}\n## perft\n\none\n\n### Table\n\n| a |\n\n## search\n\ntwo\n"
    assert with_section(text, "perft", "new") == f"{TITLE}\n## perft\n\nnew\n\n## search\n\ntwo\n"
    assert with_section(text, "search", "two") == text


def test_the_file_keeps_other_sections(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    keep("search", Report("Old.", []), path)
    keep("perft", REPORT, path)
    before = path.read_text(encoding="utf-8")
    keep("search", Report("New.", []), path)
    assert path.read_text(encoding="utf-8") == before.replace("Old.", "New.")
    assert list(tmp_path.iterdir()) == [path]


def test_a_part_leaves_the_section_s_other_tables_with_the_day_they_are_of(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    whole = Report("Old.", [Table("one", ["a"], [["1"]]), Table("two", ["a"], [["2"]])])
    keep("games", whole, path)
    keep(
        "games",
        Report("New.", [Table("two", ["a"], [["3"]]), Table("three", ["a"], [["4"]])]),
        path,
        part=True,
    )
    day = conditions().partition(";")[0]
    head = f"{TITLE}\n## games\n\n{conditions()}\n\nNew.\n\n"
    table = "### {}\n\n{}| a |\n| --- |\n| {} |\n".format
    assert path.read_text(encoding="utf-8") == head + "\n".join(
        [table("one", f"Measured earlier, on {day}.\n\n", 1), table("two", "", 3), table("three", "", 4)]
    )
    keep("games", Report("New.", []), path, part=True)
    assert path.read_text(encoding="utf-8").count("Measured earlier, on") == 3
    keep("games", Report("New.", []), path)
    assert path.read_text(encoding="utf-8") == head.rstrip() + "\n"
