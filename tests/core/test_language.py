"""Both languages are complete: every message in the code has its French, with the same fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from build_catalogues import documented
from jinja2 import Environment

import stratege
from stratege.core import language
from stratege.core.language import _, in_bytes, in_figures

SOURCE = Path(stratege.__file__).parent
CATALOGUE = SOURCE / "locale" / "fr" / "LC_MESSAGES" / "stratege.po"


def messages_in_the_code() -> Iterator[tuple[str, str]]:
    """Every text inside `_(…)` or `N_(…)`, with the place where it stands."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value), f"{path.name}:{node.lineno}"
                else:
                    assert not isinstance(first, ast.JoinedStr), f"{path.name}:{node.lineno}: an f-string"


def messages_in_the_pages() -> Iterator[tuple[str, str]]:
    """Every text inside `_(…)` of a template, with the place where it stands."""
    environment = Environment(extensions=["jinja2.ext.i18n"])
    for path in SOURCE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for line, _function, message in environment.extract_translations(text):  # type: ignore[attr-defined]
            first = message[0] if isinstance(message, tuple) else message  # a call with values has them too
            yield str(first), f"{path.name}:{line}"


def messages_in_the_document() -> Iterator[tuple[str, str]]:
    """Every docstring that the API's document shows."""
    for path in (SOURCE / "web").rglob("*.py"):
        yield from ((words, path.name) for words in documented(path.read_text(encoding="utf-8")))


def messages() -> list[tuple[str, str]]:
    return [*messages_in_the_code(), *messages_in_the_pages(), *messages_in_the_document()]


def french() -> dict[str, str]:
    with CATALOGUE.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def test_every_message_has_its_french() -> None:
    translated = french()
    missing = [f"{place}: {text}" for text, place in messages() if not translated.get(text)]
    assert not missing


def test_no_translation_is_left_over() -> None:
    assert set(french()) == {text for text, _place in messages()}


def test_translations_keep_the_fields() -> None:
    def fields(text: str) -> list[str]:
        return sorted(set(re.findall(r"{(\w*)", text)))

    assert {text for text, translation in french().items() if fields(text) != fields(translation)} == set()


def test_no_translation_has_another_glued_to_it() -> None:
    """A merge can leave one entry's words at the end of another's."""
    glued = re.compile(r"[.!?][A-ZÀÉÊÎÔ]")
    assert [words for text, words in french().items() if glued.search(words) and not glued.search(text)] == []


def test_french_words_are_elided() -> None:
    """What is written in the catalogue, and what is filled in."""
    whole = re.compile(
        r"(?<![\w-])(?:de|que|ne|le|la|se|je|lorsque|puisque) (?!uns?\b|une\b|onze|oui)"
        r"[aeiouàâéèêîôœ][a-zà-ÿœ]"
        r"|\bsi ils?\b"
    )
    assert [words for words in french().values() if whole.search(words)] == []
    language.use("fr")
    names = ("Ada", "Zoé", "Élise", "Yves", "Yann", "a", "12")
    assert [_("You play as {name}", name=name).removeprefix("Vous jouez sous le nom ") for name in names] == [
        "d’Ada", "de Zoé", "d’Élise", "d’Yves", "de Yann", "de a", "de 12",
    ]  # fmt: skip


def test_a_field_may_have_any_name() -> None:
    assert _("{message} {self}", message="this", self="that") == "this that"


def test_the_installed_catalogue_is_up_to_date() -> None:
    language.use("fr")
    assert all(_(text) == translation for text, translation in french().items())


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "en_US", "STRATEGE_LANG": "fr"}, "fr"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STRATEGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language.preferred() == expected


def test_an_outcome_speaks_the_language_in_use() -> None:
    lost = stratege.parse("chomp", "1:2")
    assert str(lost.outcome()) == "Player 1 wins: player 2 is left with the poison."
    language.use("fr")
    assert str(lost.outcome()) == "Le joueur 1 gagne : il ne reste que le poison au joueur 2."


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert (in_figures(2379), in_bytes(1_500_000)) == ("2,379", "1.5 MB")
    language.use("fr")
    try:
        assert (in_figures(2379), in_figures(0.25, 2)) == ("2\u202f379", "0,25")
        assert (in_bytes(1_500_000), in_bytes(12)) == ("1,5 Mo", "12 o")
        assert in_figures(2**70 + 1).replace("\u202f", "") == str(2**70 + 1)
    finally:
        language.use("en")
