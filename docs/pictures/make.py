"""Draw the pictures of the README and the docs: `make pictures`."""

from __future__ import annotations

from pathlib import Path

import stratege
from stratege.games.chomp.maps import gallery_svg, heat_of_all, heat_svg

FOLDER = Path(__file__).parent

SHOWN = {
    "awale": "1,2,1,5,7,2,1,9,3,1,0,4:12,0:1:30",
    "chomp": "7,7,2,2:2",
    "nimble": "1,2,3,0,2,1:2",
    "mingmang": "xo..oooo/xxo...../x.o.o.../...o..oo/x.xxxx.o/...x.x../.x....../x...xx.o:1",
    "quixo": "xoxxx/..xoo/oo.x./o..xo/xoo.o:1",
}


def picture(name: str) -> str:
    """The SVG of the position that stands for a game."""
    return stratege.parse(name, SHOWN[name]).svg() + "\n"


if __name__ == "__main__":
    for game in stratege.GAMES:
        (FOLDER / f"{game}.svg").write_text(picture(game), encoding="utf-8")
    (FOLDER / "chomp-gallery.svg").write_text(gallery_svg() + "\n", encoding="utf-8")
    (FOLDER / "chomp-heat.svg").write_text(heat_svg(heat_of_all()) + "\n", encoding="utf-8")
