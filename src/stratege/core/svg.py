"""Drawing boards: a small canvas that writes SVG, and SVG turned into PNG.

A move is written as the places it touches, one or two with a hyphen between them (`e`, `4,1-4,6`). Each place
is a group of the picture that carries its name, so that who shows the picture can tell what was clicked.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from html import escape

from stratege.core.extras import MissingExtra

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

INK = "#2b2118"
MUTED = "#7a6a58"
PAPER = "#fbf7f0"
PLAYER_ONE = "#f6f1e4"  # light pieces
PLAYER_TWO = "#26323f"  # dark pieces
WOOD = "#c9985f"
WOOD_DARK = "#8a5a2b"
ACCENT = "#c2410c"


CAPTION = 24
"""How much higher a board's picture is for the caption at its bottom."""
CAPTION_TOP = 32
"""How far above the bottom the words of the caption begin."""


class Canvas:
    """Shapes in drawing order; `str(canvas)` is the SVG document, with its title for screen readers."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._shapes: list[str] = []
        self.rectangle(0, 0, width, height, fill=PAPER, rx=12)

    def rectangle(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        """A rectangle; `style` becomes SVG attributes."""
        self._add("rect", "", {"x": x, "y": y, "width": width, "height": height, **style})

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """A disc around (x, y)."""
        self._add("circle", "", {"cx": x, "cy": y, "r": radius, **style})

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: object) -> None:
        """A straight line."""
        self._add("line", "", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **style})

    def polygon(self, points: Sequence[tuple[float, float]], **style: object) -> None:
        """The surface within these points."""
        self._add("polygon", "", {"points": " ".join(f"{x:.2f},{y:.2f}" for x, y in points), **style})

    def path(self, steps: str, **style: object) -> None:
        """What a pen draws that goes these steps, in SVG's own letters."""
        self._add("path", "", {"d": steps, **style})

    def text(self, x: float, y: float, words: object, size: float = 16, **style: object) -> None:
        """Words centred on x and on the line of y."""
        place = {"x": x, "y": y + 0.36 * size, "font_size": size}
        look = {"fill": INK, "text_anchor": "middle", "font_family": FONT, **style}
        self._add("text", escape(str(words)), {**place, **look})

    @contextmanager
    def spot(self, name: str) -> Iterator[None]:
        """What is drawn meanwhile is one place of the board, named as moves name it."""
        self._shapes.append(f'<g data-spot="{escape(name)}">')
        yield
        self._shapes.append("</g>")

    def stamp(self, name: str, draw: Callable[..., None], *values: Hashable) -> None:
        """A spot that `draw(canvas, *values)` draws, alike for the same values: drawn once, then copied."""
        self._shapes.append(_stamp(name, draw, values))

    def __str__(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}"'
            f' width="{self.width:g}" height="{self.height:g}" role="img">'
        )
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *self._shapes, "</svg>"])

    def _add(self, shape: str, content: str, attributes: dict[str, object]) -> None:
        self._shapes.append(_element(shape, content, tuple(attributes.items())))


@functools.lru_cache(1 << 13)  # a board looks the same as the one before in all places but a few
def _stamp(name: str, draw: Callable[..., None], values: tuple[Hashable, ...]) -> str:
    canvas = Canvas(0, 0, "")
    canvas._shapes.clear()
    with canvas.spot(name):
        draw(canvas, *values)
    return "\n".join(canvas._shapes)


def without_caption(svg: str) -> str:
    """The picture of a board, cut above its caption."""
    return re.sub(
        r'(viewBox="0 0 [\d.]+ )([\d.]+)("[^>]* height=")([\d.]+)',
        lambda size: f"{size[1]}{float(size[2]) - CAPTION_TOP:g}{size[3]}{float(size[4]) - CAPTION_TOP:g}",
        svg,
        count=1,
    )


def without_paper(svg: str) -> str:
    """The picture of a board without the light ground behind it, for grounds of any colour."""
    return re.sub(r'<rect x="0" y="0" [^>]*/>\n', "", svg, count=1)


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, in its own size or with this width in pixels."""
    try:
        import resvg_py
    except ImportError:
        raise MissingExtra("images", "resvg_py") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


@functools.lru_cache(1 << 13)  # and so it does in its frame and numbers
def _element(shape: str, content: str, attributes: tuple[tuple[str, object], ...]) -> str:
    words = " ".join(f'{name.rstrip("_").replace("_", "-")}="{_number(value)}"' for name, value in attributes)
    return f"<{shape} {words}>{content}</{shape}>" if content else f"<{shape} {words}/>"


def _number(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else escape(str(value))
