"""A searched tree as an SVG picture: squares for Max, circles for Min, cut branches crossed out.

Nodes may be folded: what lies below them is then not drawn. Each node is a group with an identifier
(`data-id`), and so are the texts in it, so that a player can change them step by step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape

from stratege.core.language import _
from stratege.school.tree import Node, number

WIDTH, HEIGHT, RADIUS = 48, 78, 16
HALO = 'stroke="#fff" stroke-width="4" paint-order="stroke"'  # keeps words readable over lines


@dataclass(frozen=True)
class View:
    """A node as it is drawn: its path from the root, and those of its children that are shown."""

    node: Node
    path: str
    children: tuple[View, ...]

    @property
    def folded(self) -> bool:
        """There is more below."""
        return bool(self.node.children) and not self.children

    def all(self) -> Iterator[View]:
        """It and all that is shown below it, in the order of the search."""
        yield self
        for child in self.children:
            yield from child.all()


def view(node: Node, opened: Collection[str] | None = None, path: str = "0") -> View:
    """A tree with the children of these nodes, each named by its path; all of them for None."""
    if opened is not None and path not in opened:
        return View(node, path, ())
    below = (view(child, opened, f"{path}.{place}") for place, child in enumerate(node.children))
    return View(node, path, tuple(below))


def opening(node: Node, most: int = 64) -> set[str]:
    """Which nodes are open at first: level by level, as long as so many nodes are shown at most."""
    opened, level, shown = set[str](), [("0", node)], 1
    while level:
        below = [(f"{path}.{n}", child) for path, one in level for n, child in enumerate(one.children)]
        if shown + len(below) > most and opened:
            break
        opened |= {path for path, one in level if one.children}
        shown, level = shown + len(below), below
    return opened


def as_svg(root: Node | View, method: str, live: bool = False) -> str:
    """The tree; leaves stand side by side, parents over the middle of their children.

    In a `live` picture nodes with something below can be opened and closed.
    """
    tree = root if isinstance(root, View) else view(root)
    windows = method == "alphabeta" and any(one.folded for one in tree.all())
    wide = WIDTH + 22 * windows  # a closed node has its window over it, and stands where leaves stand
    places: dict[str, tuple[float, float]] = {}
    leaves = _placed(tree, 0, 0, places, wide)
    width, height = max(3, leaves) * wide, (_depth(tree) + 1) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for one in tree.all():
        parts += [_edge(places[one.path], places[child.path], child, one) for child in one.children]
    parts += [_node(places[one.path], one, method, live) for one in tree.all()]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _depth(tree: View) -> int:
    return 1 + max((_depth(child) for child in tree.children), default=-1)


def _placed(tree: View, left: int, level: int, places: dict[str, tuple[float, float]], wide: float) -> int:
    """Give the node and those below their places; the number of leaves."""
    count = 0
    for child in tree.children:
        count += _placed(child, left + count, level + 1, places, wide)
    here = max(1, count)
    places[tree.path] = ((left + here / 2) * wide, level * HEIGHT + HEIGHT / 2)
    return here


def _edge(above: tuple[float, float], below: tuple[float, float], child: View, parent: View) -> str:
    tree, unseen = child.node.tree, child.node.value is None
    colour = "#999" if unseen else "#333"
    line = f'<path d="M{above[0]:g} {above[1]:g}L{below[0]:g} {below[1]:g}" stroke="{colour}" fill="none"/>'
    x, y = below[0], below[1] - RADIUS - 5  # every child has its own room, however flat the line
    words = tree.name + (f" G={tree.gain}" if tree.gain is not None else "")
    if words:
        line += f'<text x="{x:g}" y="{y - 11:g}" font-size="10" fill="#333" {HALO}>{escape(words)}</text>'
    if unseen and parent.node.value is not None:
        at = f'x="{x:g}" y="{y + 2:g}" fill="#b00" {HALO}'
        line += f'<text data-id="{child.path}c" {at}>/ {parent.node.cut}</text>'
    return line


def _node(place: tuple[float, float], one: View, method: str, live: bool) -> str:
    x, y = place
    node = one.node
    role = ""
    if live and node.children:
        action, state = (_("open"), "false") if one.folded else (_("close"), "true")
        words = f"{one.node.tree.name or one.path}: {action}"
        role = f' role="button" tabindex="0" aria-expanded="{state}" aria-label="{escape(words)}"'
        role += f' data-open="{one.path}"'
    return f'<g data-id="{one.path}" class="node"{role}>{_shape(x, y, one, method)}</g>'


def _shape(x: float, y: float, one: View, method: str) -> str:
    node, path = one.node, one.path
    text = "" if node.value is None else number(node.value)
    if not node.tree.children and method != "negamax":
        colour = "#767676" if node.value is None else "#000"
        at = f'x="{x:g}" y="{y + 5:g}" fill="{colour}" {HALO}'
        return f'<text data-id="{path}v" {at}>{number(node.tree.leaf)}</text>'
    style = f'fill="#fff" stroke="{"#bbb" if node.value is None else "#333"}" stroke-width="1.5"'
    box = f'<rect x="{x - RADIUS:g}" y="{y - RADIUS:g}" width="{2 * RADIUS}" height="{2 * RADIUS}" {style}/>'
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" {style}/>'
    drawn = (
        box if node.maximises else ring
    ) + f'<text data-id="{path}v" x="{x:g}" y="{y + 5:g}">{text}</text>'
    if method == "alphabeta":
        window = "" if node.value is None else f"α={number(node.alpha)} β={number(node.beta)}"
        at = f'x="{x:g}" y="{y - RADIUS - 5:g}" font-size="9" fill="#0057ad" {HALO}'
        drawn += f'<text data-id="{path}w" {at}>{window}</text>'
    if one.folded:
        drawn += f'<text x="{x:g}" y="{y + RADIUS + 13:g}" font-size="12" fill="#666">…</text>'
    return drawn
