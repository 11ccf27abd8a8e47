"""The pages of tournaments: the table as it fills, every game one click away, nothing told of the machine."""

from __future__ import annotations

import functools
import html
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.web.visitors import House

from stratege.arena.growth import growth, growth_svg
from stratege.arena.journal import FileJournal
from stratege.arena.match import Terms
from stratege.arena.tournament import Tournament, play_tournament
from stratege.arena.workers import play_all
from stratege.core.record import Record
from stratege.core.registry import game
from stratege.engine.limits import Limits
from stratege.web.rooms.tournaments.reading import shown

QUIXO = game("quixo", size=3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STRATEGE_TOURNAMENTS", str(tmp_path))
    return tmp_path


def bot(folder: Path) -> str:
    path = folder / "secret-place" / "mine.py"
    path.parent.mkdir()
    path.write_text("def choose(position, history, seconds):\n    return position['moves'][0]\n")
    return f"bot:{path}"


def test_a_table_fills_and_leads_to_every_game(folder: Path, house: House) -> None:
    one = Tournament(QUIXO, (bot(folder), "random", "greedy"), terms=Terms(Limits(nodes=50)), seed=1)
    visitor = house.visitor()
    assert "stratege ladder" in visitor.get("/tournaments").text
    with FileJournal(folder / "club.tournament") as journal:
        journal.begin(one)
        before = visitor.get("/tournaments/club").text
        assert play_tournament(one, journal, functools.partial(play_all, workers=1))
        kept = journal.games()
    (folder / "secret-place" / "mine.py").unlink()  # whoever looks at the games needs no player
    after = visitor.get("/tournaments/club").text
    assert 'data-played="0"' in before
    assert 'data-played="6" data-finished' in after
    assert "bot:mine.py" in after
    assert growth_svg({shown(name): points for name, points in growth(one, kept).items()}) in after
    assert "secret-place" not in after
    assert 'href="/tournaments/club"' in visitor.get("/tournaments").text
    french = visitor.get("/tournaments/club", headers={"accept-language": "fr"}).text
    said = ("Quixo 3×3 : toutes rondes", "nœuds : 50", "le joueur au hasard")
    assert all(words in french for words in said)

    found = {}
    for link, name in re.findall(r'<a href="(/analyse[^"]+)">([\d.]+)</a>', after):
        asked = {key: value[0] for key, value in parse_qs(urlsplit(html.unescape(link)).query).items()}
        start = game(asked["game"], asked["variant"], asked["size"]).parse(asked["position"])
        found[name] = Record(start, tuple(asked["moves"].split()))
    assert {name: (one.start, one.moves) for name, one in found.items()} == {
        str(identity): (record.start, record.moves) for identity, record in kept.items()
    }
    assert len(re.findall(r'href="/analyse\?', visitor.get("/tournaments/club?one=1&two=2").text)) == 2
    assert visitor.get("/tournaments/club?one=1&two=9").status_code == 404


@pytest.mark.parametrize("name", ["nothing", "..%2Fclub", ".hidden", "club.tournament", "letter"])
def test_what_is_no_tournament_is_not_found(name: str, folder: Path, house: House) -> None:
    (folder / "letter.tournament").write_text("Dear club, " * 1000)
    visitor = house.visitor()
    assert visitor.get(f"/tournaments/{name}").status_code in (400, 404)
    assert visitor.get("/tournaments").status_code == 200
