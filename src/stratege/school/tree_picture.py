"""A searched tree as an SVG picture: squares for Max, circles for Min, cut branches crossed out."""

from __future__ import annotations

from html import escape

from stratege.school.tree import Node, number

WIDTH, HEIGHT, RADIUS = 44, 78, 16


def as_svg(root: Node, method: str) -> str:
    """The whole tree; its leaves stand side by side, each parent over the middle of its children."""
    places: dict[int, tuple[float, float]] = {}
    leaves = _placed(root, 0, 0, places)
    depth = _depth(root)
    width, height = max(3, leaves) * WIDTH, (depth + 1) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for node in root.all():
        parts += [_edge(places[id(node)], places[id(child)], child, node) for child in node.children]
    parts += [_shape(places[id(node)], node, method) for node in root.all()]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _depth(node: Node) -> int:
    return 1 + max((_depth(child) for child in node.children), default=-1)


def _placed(node: Node, left: int, level: int, places: dict[int, tuple[float, float]]) -> int:
    """Give the node and those below their places; the number of leaves."""
    count = 0
    for child in node.children:
        count += _placed(child, left + count, level + 1, places)
    here = max(1, count)
    places[id(node)] = ((left + here / 2) * WIDTH, level * HEIGHT + HEIGHT / 2)
    return here


def _edge(above: tuple[float, float], below: tuple[float, float], child: Node, parent: Node) -> str:
    colour = "#999" if child.value is None else "#333"
    line = f'<path d="M{above[0]:g} {above[1]:g}L{below[0]:g} {below[1]:g}" stroke="{colour}" fill="none"/>'
    x, y = (above[0] + below[0]) / 2, (above[1] + below[1]) / 2
    words = child.tree.name + (f" G={child.tree.gain}" if child.tree.gain is not None else "")
    if words:
        line += f'<text x="{x:g}" y="{y:g}" font-size="10" fill="#333">{escape(words)}</text>'
    if child.value is None and parent.value is not None:
        line += f'<text x="{x:g}" y="{y + 4:g}" fill="#b00">/ {parent.cut}</text>'
    return line


def _shape(place: tuple[float, float], node: Node, method: str) -> str:
    x, y = place
    colour = "#bbb" if node.value is None else "#333"
    if not node.tree.children and method != "negamax":
        words = number(node.tree.leaf)
        return (
            f'<text x="{x:g}" y="{y + 5:g}" fill="{"#999" if node.value is None else "#000"}">{words}</text>'
        )
    style = f'fill="#fff" stroke="{colour}" stroke-width="1.5"'
    box = f'<rect x="{x - RADIUS:g}" y="{y - RADIUS:g}" width="{2 * RADIUS}" height="{2 * RADIUS}" {style}/>'
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" {style}/>'
    words = "" if node.value is None else number(node.value)
    text = f'<text x="{x:g}" y="{y + 5:g}">{words}</text>'
    if method == "alphabeta" and node.value is not None:
        window = f"α={number(node.alpha)} β={number(node.beta)}"
        text += f'<text x="{x:g}" y="{y - RADIUS - 5:g}" font-size="9" fill="#06c">{window}</text>'
    return (box if node.maximises else ring) + text
