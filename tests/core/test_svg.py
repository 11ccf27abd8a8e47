"""Pictures: well-formed, escaped, and turned into PNG."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from tests.games.catalogue import identify, usual_games

from stratege.core.game import Game
from stratege.core.svg import Canvas, png


def test_words_are_escaped() -> None:
    canvas = Canvas(100, 50, 'a < b & "c"')
    canvas.text(50, 25, "<script>")
    root = ET.fromstring(str(canvas))
    assert root[0].text == 'a < b & "c"'
    assert root[-1].text == "<script>"


@pytest.mark.parametrize("rules", usual_games(), ids=identify)
def test_every_board_becomes_a_png_of_its_size(rules: Game) -> None:
    picture = rules.start(seed=1).svg()
    root = ET.fromstring(picture)
    image = png(picture)
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == round(float(root.attrib["width"]))
    assert int.from_bytes(png(picture, width=321)[16:20], "big") == 321


def test_a_finished_game_says_so_in_its_picture() -> None:
    import stratege

    assert "wins" in stratege.parse("chomp", "1:2").svg()
    assert stratege.parse("chomp", "2:2")._repr_svg_() == stratege.parse("chomp", "2:2").svg()
