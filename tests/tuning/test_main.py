"""`python -m tuning` told something wrong: one sentence, and nothing begun that a right call would find."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tuning.__main__ import main
from tuning.weights import network_file

from stratege.core.sources import DATA

SHIPPED = network_file("awale").with_suffix(DATA)


def said_of(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> str:
    """What the command ends with."""
    monkeypatch.setattr(sys, "argv", ["tuning", *map(str, words), "--workers", "1"])
    with pytest.raises(SystemExit) as ended:
        main()
    return str(ended.value)


def test_a_game_that_nobody_knows_is_refused_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said_of(monkeypatch, "fit", "chess") == "2"
    assert "invalid choice: 'chess' (choose from 'awale'," in capsys.readouterr().err


def test_a_variant_that_is_not_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    for way in (("judge", "awale", "own", "linear"), ("generate", "awale", folder)):
        said = said_of(monkeypatch, *way, "--variants", "abapa,chinese")
        assert "chinese" in said
        assert "standard" in said
    assert not folder.exists()


@pytest.mark.parametrize("end", [100, -1])
def test_weights_cut_short_are_named_before_any_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, end: int
) -> None:
    cut = tmp_path / "cut.weights"
    cut.write_bytes(SHIPPED.read_bytes()[:end])
    said = said_of(monkeypatch, "judge", "awale", cut, "linear", "--games", "2")
    assert said == f"The weights in {cut} cannot be used: it is damaged or cut short."


def test_weights_of_another_game_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_of(monkeypatch, "judge", "quixo", SHIPPED, "linear", "--games", "2")
    assert said == f"The weights in {SHIPPED} cannot be used: they are not for this board."


def test_a_judge_that_is_missing_leaves_the_folder_to_the_right_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, missing = tmp_path / "samples", tmp_path / "missing"
    for judge in (missing.with_suffix(".weights"), missing.with_suffix(".py")):
        said = said_of(monkeypatch, "generate", "awale", folder, "--judge", judge, "--parts", "1")
        assert str(judge) in said
        assert "there is no such file or folder" in said
        assert "\n" not in said
    assert not folder.exists()
