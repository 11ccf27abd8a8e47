"""The road to a network: samples that depend on the seed only, training that goes on where it was ended."""

from __future__ import annotations

import functools
import importlib
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import pytest
from tuning.generating import Plan
from tuning.lessons import Lessons, chances, lessons_of, loss_of, loss_of_judge, targets_of, values_by
from tuning.pairs import Half, Tuned, Way
from tuning.rounding import rounded
from tuning.samples import UNPLAYED, Samples, file_of, read, read_all, write
from tuning.training import Course
from tuning.weights import LINEAR, OWN, judge_of, module_of, network_inputs, weighted

import stratege
from stratege.arena.workers import do_all
from stratege.core import weights as files
from stratege.core.line import Line
from stratege.core.record import Record
from stratege.core.registry import GAMES, game
from stratege.core.weights import LANES, OWN_ROWS, beside
from stratege.engine.alphabeta import Searcher
from stratege.engine.alphabeta_kernel.work import PARTS
from stratege.engine.limits import Limits
from stratege.games.awale.inputs import GROUPS, ROWS, SCALE
from stratege.tables.builder import Builder
from stratege.tables.shelf import Shelf
from tuning import descent, generating, judging, training

COMMAND = "python -m tuning train awale new.weights samples"
PLAN = Plan("awale", ("abapa", "standard"), OWN, nodes=60, longest=30)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two parts of a few short games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generating, "GAMES", 12)
        made = tmp_path_factory.mktemp("samples")
        generating.run(PLAN, made, 2, HERE)
        assert same(generating.made(PLAN, OWN, 1), read(file_of(made, 1)))
    return made


def same(one: Samples, two: Samples) -> bool:
    return all(numpy.array_equal(one._asdict()[field], two._asdict()[field]) for field in Samples._fields)


HERE = functools.partial(do_all, workers=1)


def test_positions_are_of_games_and_beside_them(folder: Path) -> None:
    samples = read_all([folder])
    assert len({len(column) for column in samples}) == 1
    assert set(samples.games) == set(range(24))
    assert set(samples.variants[samples.games % 2 == 0]) == {0}
    assert {1, -1, UNPLAYED} <= set(samples.results)
    assert (abs(samples.values) < 30001).all()


def test_what_a_table_knows_stands_in_place_of_how_games_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRATEGE_TABLES", str(tmp_path))
    monkeypatch.setattr(generating, "GAMES", 12)
    shelf, rules = Shelf(tmp_path), game("awale", "abapa")
    builder = Builder(shelf, rules, 1, 1 << 30)
    builder.build(builder.plan(11))
    plan = replace(PLAN, variants=("abapa",), longest=200, tables=True)
    samples = generating.made(plan, LINEAR, 0)  # whose games do not change with what is learned
    states = [tuple(map(int, state)) for state in samples.states]
    exact = [shelf.probe(rules, state) for state in states]
    assert {result for result, known in zip(samples.results, exact) if known is None} >= {1, UNPLAYED}
    found = [(result, known.result) for result, known in zip(samples.results, exact) if known is not None]
    assert len(found) > 5
    assert all(result == known for result, known in found)


def test_what_is_there_is_not_made_again_and_another_plan_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[int] = []

    def noted(plan: Plan, judge: str, part: int) -> Samples:
        done.append(part)
        return read(file_of(folder, 1))

    monkeypatch.setattr(generating, "made", noted)
    generating.run(PLAN, folder, 3, HERE)
    file_of(folder, 2).unlink()
    assert done == [2]
    assert "3 of 3 parts, " in capsys.readouterr().out
    with pytest.raises(SystemExit, match="another plan"):
        generating.run(Plan("awale", ("abapa",), OWN), folder, 3, HERE)


def test_two_folders_are_read_as_games_of_their_own(folder: Path) -> None:
    both = read_all([folder, folder])
    assert len(set(both.games)) == 48


@pytest.fixture(scope="module")
def lessons(folder: Path) -> Lessons:
    return lessons_of("awale", [folder])


def test_whole_games_are_held_out(lessons: Lessons, folder: Path) -> None:
    games, variants = read_all([folder]).games, read_all([folder]).variants
    assert set(games[lessons.held_out]) == {0, 19}
    assert set(variants[lessons.held_out]) == {0, 1}
    assert not set(games[lessons.held_out]) & set(games[lessons.learned])
    assert ((lessons.targets >= 0) & (lessons.targets <= 1)).all()


def games_of(random: list[bool]) -> Samples:
    """A won game of three positions, one beside its last, and a drawn game whose searches find nothing."""
    values, results = [400, -400, 800, 123, 0, 0, 0], [1, -1, 1, UNPLAYED, 0, 0, 0]
    columns = numpy.zeros((7, 2), "u8"), numpy.zeros(7, "i1"), values, results, [0, 0, 0, 0, 1, 1, 1], random
    return Samples(*[numpy.array(column) for column in columns])


def test_a_target_may_be_how_a_game_went_on_ply_by_ply() -> None:
    quiet = games_of([False] * 7)
    first, second, last, beside = chances(quiet.values[:4] / 400)
    drawn = [0.5] * 3
    assert targets_of(quiet, 400, 0, 1) == pytest.approx([1, 0, 1, beside, *drawn])
    assert targets_of(quiet, 400, 0, 0) == pytest.approx([first, second, last, beside, *drawn])
    won = (last + 1) / 2
    seen = (second + 1 - won) / 2
    assert targets_of(quiet, 400, 0, 0.5)[:3] == pytest.approx([(first + 1 - seen) / 2, seen, won])
    cut = games_of([False, True] + [False] * 5)
    assert targets_of(cut, 400, 0, 0.5)[:3] == pytest.approx([(first + 1 - second) / 2, second, won])


def test_the_gradient_is_the_slope_of_the_loss(lessons: Lessons) -> None:
    draw = numpy.random.default_rng(3)
    matrix = draw.normal(0.03, 0.1, (ROWS, LANES)).astype(numpy.float32)
    factors = draw.normal(0, 0.5, LANES).astype(numpy.float32)
    factors[descent.LINEAR] = 1
    chosen = lessons.learned[:40]
    slopes, of_factors = numpy.zeros_like(matrix), numpy.zeros_like(factors)
    total = descent.gradient(lessons.rows, lessons.targets, chosen, matrix, factors, slopes, of_factors)

    def loss() -> float:
        odds = numpy.zeros(len(chosen), numpy.float32)
        descent.outputs(lessons.rows[chosen], matrix, factors, odds)
        return loss_of(odds, lessons.targets[chosen])

    assert total / len(chosen) == pytest.approx(loss(), rel=1e-4)
    for array, found in ((factors, of_factors), (matrix, slopes)):
        place = numpy.unravel_index(numpy.argmax(abs(found)), found.shape)
        before, step = array[place], numpy.float32(0.01)
        array[place] = before + step
        above = loss()
        array[place] = before - step
        below = loss()
        array[place] = before
        assert (above - below) / (2 * step) == pytest.approx(found[place], rel=0.1, abs=1e-4)


def test_a_network_learns_and_a_killed_training_goes_on_to_the_same_weights(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "BATCH", 32)
    course = Course(epochs=4, tries=1)
    whole = training.train("awale", [folder], course, 1)
    first = folder / "try-1.npz"
    kept = first.read_bytes()
    first.unlink()
    usual, epochs = training._State.keep, iter(range(2))

    def killed(state: Any, path: Path, about: str) -> None:
        usual(state, path, about)
        if next(epochs) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(training._State, "keep", killed)
    with pytest.raises(KeyboardInterrupt):
        training.train("awale", [folder], course, 1)
    monkeypatch.setattr(training._State, "keep", usual)
    again = training.train("awale", [folder], course, 1)
    assert (again.matrix == whole.matrix).all()
    assert first.read_bytes() == kept
    shape = training.Shape(ROWS, training.parts_of(network_inputs("awale")))
    untrained = training._State.first(shape, len(GROUPS), 1)
    before = training._held_out(lessons_of("awale", [folder]), *shape.network(untrained.weights))
    assert whole.loss < before - 0.01


def test_a_network_that_sees_something_else_is_begun_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Course(epochs=1, tries=1)
    told = []
    for groups in (GROUPS, GROUPS, (GROUPS[0] - 1, GROUPS[1] + 1, *GROUPS[2:])):
        monkeypatch.setattr(network_inputs("awale"), "GROUPS", groups)
        training.train("awale", [folder], course, 5)
        told.append("epoch 1 of 1" in capsys.readouterr().out)
    assert told == [True, False, True]


def test_positions_may_be_searched_as_players_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "GAMES", 2)
    plain, selective = (
        generating.made(replace(PLAN, nodes=2000, selective=chosen), OWN, 0) for chosen in (False, True)
    )
    assert not same(plain, selective)


def test_the_file_says_in_integers_what_was_learned(
    folder: Path, lessons: Lessons, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "BATCH", 32)
    path = tmp_path / "new.weights"
    training.run("awale", [folder], Course(epochs=2, tries=2), path, COMMAND, HERE)
    weights = beside(str(path), "awale", ROWS)
    assert weights.about["course"]["epochs"] == 2
    assert weights.about["plans"][0]["nodes"] == PLAN.nodes
    network = training.train("awale", [folder], Course(epochs=2, tries=2), 1)
    other = training.train("awale", [folder], Course(epochs=2, tries=2), 2)
    best = min(network, other, key=lambda one: one.loss)
    odds = numpy.zeros(len(lessons.rows), numpy.float32)
    descent.outputs(lessons.rows, best.matrix, best.factors, odds)
    values = values_by("awale", path.read_bytes(), lessons.states)
    assert abs(values - SCALE * odds).max() < SCALE / 80
    assert loss_of_judge("awale", path.read_bytes(), lessons) == pytest.approx(best.loss, abs=2e-3)


@pytest.mark.parametrize("size", [0.01, 0.3, 1.0])
def test_no_sum_of_rounded_weights_leaves_16_bits(size: float) -> None:
    draw = numpy.random.default_rng(5)
    matrix = draw.normal(0, size, (ROWS, LANES)).astype(numpy.float32)
    factors = draw.normal(0, size, LANES).astype(numpy.float32)
    rows, shift = rounded(matrix, factors, GROUPS, SCALE)
    ends = numpy.cumsum([OWN_ROWS, *GROUPS])
    groups = [abs(numpy.array(rows[start:end])).max(axis=0) for start, end in pairwise(ends)]
    assert sum(groups).max() < 1 << 15
    held = numpy.maximum(abs(numpy.array(rows[0])), abs(numpy.array(rows[1])))
    assert (held * abs(numpy.array(rows[2]))).sum() < 1 << 31
    assert shift >= 0
    with pytest.raises(SystemExit, match="too large for 16 bits"):
        rounded(100 * matrix / size, factors, GROUPS, SCALE)


def test_the_same_seed_plays_the_same_match(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for _time in range(2):
        judging.run("awale", (OWN, OWN), ["standard"], 4, Limits(nodes=50), 1, HERE)
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    sides = judging.side_of(OWN, "awale"), judging.side_of(OWN, "awale")
    halves = judging.play_pairs("awale", "standard", sides, Limits(nodes=50), 1, range(2))
    won, drawn, lost = (sum(half.points == points for half in halves) for points in (2, 1, 0))
    assert won + drawn + lost == 4
    assert f"own – own: {won} won, {drawn} drawn, {lost} lost" in told[0]
    ahead = sum(judging.lead("awale", half) for half in halves) / 4
    assert f", {ahead:+.1f} seeds ahead at the end (± " in told[0]


def test_who_is_ahead_at_the_end_is_told_from_either_seat() -> None:
    record = Record(stratege.parse("mingmang", "xxx/.../o..:1"), ("1,2-2,2",), "1-0")
    first, second = Half.of(record, 1), Half.of(record, 2)
    assert first.last == record.start.play("1,2-2,2")
    assert (first.points, second.points) == (2, 0)
    assert judging.lead("mingmang", first) == -judging.lead("mingmang", second) > 2


def test_a_game_whose_values_have_no_unit_has_no_lead(capsys: pytest.CaptureFixture[str]) -> None:
    judging.run("chomp", (OWN, OWN), ["standard"], 2, Limits(nodes=30), 1, HERE)
    said = capsys.readouterr().out
    assert "1 won, 0 drawn, 1 lost" in said
    assert "ahead" not in said


def test_a_side_may_search_selectively(capsys: pytest.CaptureFixture[str]) -> None:
    judging.run("awale", (f"{OWN}+selective", OWN), ["standard"], 2, Limits(nodes=300), 1, HERE)
    assert "own+selective – own: " in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no feature 'haste'; there are: selective"):
        judging.side_of("own+haste", "awale")


def test_who_judges_selectively_searches_as_the_games_players_do() -> None:
    """All parts of a selective search, whatever pays in a game, were switched on."""
    for name, declaration in GAMES.items():
        way = judging.side_of(f"{OWN}+selective+optimistic", name).way
        assert way.more == sum(PARTS[part] for part in declaration.selective or PARTS)
        assert way.optimistic
    assert judging.side_of(f"{OWN}+wins+deeper", "quixo").way == Way(more=PARTS["wins"] | PARTS["deeper"])
    assert judging.side_of(f"{OWN}+patient", "quixo").way == Way(patient=True)


def test_who_is_patient_goes_round_as_long_as_the_other_does(monkeypatch: pytest.MonkeyPatch) -> None:
    start = game("quixo", size=3).start()
    monkeypatch.setattr(Line, "times_before", 2)
    weary: list[int] = []
    monkeypatch.setattr(Searcher, "behave", lambda _searcher, manner: weary.append(manner.weary))
    for patient in (False, True):
        one = Tuned(start.game, module_of("quixo", OWN), Way(patient=patient))
        one.choose(Line(start), Limits(nodes=20))
    assert weary == [2, 0]


def test_a_changed_copy_of_the_terms_may_judge(tmp_path: Path) -> None:
    terms = Path(weighted("mingmang").__file__).read_text(encoding="utf-8")
    changed = tmp_path / "changed.py"
    changed.write_text(terms.replace("Table([100,", "Table([200,"), encoding="utf-8")
    module = importlib.import_module(module_of("mingmang", judge_of(str(changed), "mingmang")))
    assert module.WEIGHTS[0] == 200 == 2 * weighted("mingmang").WEIGHTS[0]


def test_samples_survive_the_disk(tmp_path: Path) -> None:
    columns = Samples(*[numpy.arange(3).astype(kind) for kind in ("u8", "i1", "i2", "i1", "i4", "?")])
    write(tmp_path, 0, columns)
    assert same(read(file_of(tmp_path, 0)), columns)


def boards_of(name: str, number: int) -> numpy.ndarray[Any, numpy.dtype[numpy.int64]]:
    """So many boards of random games."""
    draw, states = random.Random(7), list[tuple[int, ...]]()
    while len(states) < number:
        position = game(name).start()
        for _ply in range(draw.randrange(1, 40)):
            if position.legal():
                position = position.play(draw.choice(position.legal()))
        if position.legal():
            states.append(position.state)
    return numpy.array(states, numpy.uint64).astype(numpy.int64)


@pytest.mark.parametrize("name", ["quixo", "mingmang"])
def test_a_network_of_a_square_board_says_in_integers_what_it_says_in_floating_point(
    name: str, tmp_path: Path
) -> None:
    inputs, rules = network_inputs(name), game(name).rules
    draw = numpy.random.default_rng(2)
    matrix = draw.normal(0.5 / len(inputs.GROUPS), 0.1, (inputs.ROWS, LANES)).astype(numpy.float32)
    factors = draw.normal(0, 0.5, LANES).astype(numpy.float32)
    factors[descent.LINEAR] = 1
    rows, shift = rounded(matrix, factors, inputs.GROUPS, inputs.SCALE)
    path = tmp_path / "new.weights"
    files.write(path, rows, {"game": name, "shift": shift})
    states = boards_of(name, 60)
    symmetry = GAMES[name].symmetry
    samples = Samples(
        states.view(numpy.uint64), *[numpy.zeros(60, kind) for kind in ("i1", "i2", "i1", "i4", "?")]
    )
    (tmp_path / "samples").mkdir()
    write(tmp_path / "samples", 0, samples)
    lessons = lessons_of(name, [tmp_path / "samples"])
    odds = numpy.zeros(len(lessons.rows), numpy.float32)
    descent.outputs(lessons.rows, matrix, factors, odds)
    for turn in (0, 5):
        turned = [symmetry.image(rules, tuple(map(int, one)), turn) for one in states.view(numpy.uint64)]
        values = values_by(name, path.read_bytes(), numpy.array(turned, numpy.uint64).astype(numpy.int64))
        assert abs(values - inputs.SCALE * odds[60 * turn : 60 * (turn + 1)]).max() < 1 + inputs.SCALE / 50
        assert numpy.ptp(values) > inputs.SCALE / 2


def test_tables_of_patterns_learn_a_sum_and_by_sharing_cells_more_of_boards_not_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(training, "BATCH", 40)
    states, inputs = boards_of("quixo", 500), network_inputs("quixo")
    rules = game("quixo").rules
    rows = numpy.array([inputs.inputs(rules, (int(one), int(two))) for one, two in states], numpy.int16)
    targets = chances(values_by("quixo", LINEAR, states) / inputs.SCALE).astype(numpy.float32)
    lessons = Lessons(states, rows, targets, numpy.arange(400), numpy.arange(400, 500))
    course, parts = Course(epochs=20, rate=0.02), training.parts_of(inputs)
    wrong = []
    for shape in (training.Shape(inputs.ROWS, parts), training.Shape(inputs.ROWS, parts[:, :0])):
        state = training._State.first(shape, 13, 1, hidden=False)
        for epoch in range(course.epochs):
            training._epoch(state, shape, lessons, course, epoch, numpy.random.default_rng(epoch))
        matrix, factors = shape.network(state.weights)
        assert not matrix[:, : descent.LINEAR].any()
        odds = numpy.zeros(500, numpy.float32)
        descent.outputs(rows, matrix, factors, odds)
        wrong.append(abs(chances(odds) - targets))
    shared, alone = wrong
    assert shared[:400].mean() < 0.01
    assert shared[400:].mean() < 0.9 * alone[400:].mean()
