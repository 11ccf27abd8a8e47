"""A search step by step: which node is looked at, what it is worth so far, its window, why it is left."""

from __future__ import annotations

import math
from collections.abc import Iterator

from stratege.core.language import _
from stratege.school.frames import MOST_FRAMES, Change, Frame
from stratege.school.tree import Node, cut_words, number
from stratege.school.tree_picture import View, as_svg


def steps(root: View, method: str) -> list[Frame]:
    """Every step of the search, on the picture of the first; at most MOST_FRAMES."""
    blank = [change for one in root.all() for change in _blank(one, method)]
    frames = [Frame(_("The tree, before it is searched."), as_svg(root, method, live=True), tuple(blank))]
    for frame in _negamax(root) if method == "negamax" else _window(root, method == "alphabeta"):
        frames.append(frame)
        if len(frames) == MOST_FRAMES:
            break
    return frames


def _blank(one: View, method: str) -> list[Change]:
    """A node that has not been looked at; the leaves' own values are known from the beginning."""
    inner = bool(one.node.tree.children) or method == "negamax"
    changes = [Change(one.path, "class", "node ahead"), Change(f"{one.path}c", "text", "")]
    changes += [Change(f"{one.path}v", "text", "")] if inner else []
    return changes + ([Change(f"{one.path}w", "text", "")] if inner and method == "alphabeta" else [])


def _now(one: View, state: str = "now") -> Change:
    return Change(one.path, "class", f"node {state}")


def _player(node: Node) -> str:
    return _("Max") if node.maximises else _("Min")


def _window(one: View, prunes: bool) -> Iterator[Frame]:
    node = one.node
    if not node.tree.children:
        yield Frame(_("A leaf: {value}.", value=number(node.tree.leaf)), changes=(_now(one),))
        return
    alpha, beta = node.alpha, node.beta
    yield Frame(_entered(node, prunes), changes=(_now(one), *_bounds(one, alpha, beta, prunes)))
    if one.folded:
        words = _("Below this node, which is closed, {n} leaves are looked at.", n=len(node.leaves))
        yield Frame(words, changes=(_now(one, "done"), _value(one, node.value)))
        return
    best = -math.inf if node.maximises else math.inf
    for child in one.children:
        if child.node.value is None:
            break
        yield from _window(child, prunes)
        old, new = best, child.node.value
        best = max(old, new) if node.maximises else min(old, new)
        before = alpha, beta
        if prunes and not node.cut_by(best):
            alpha, beta = _narrowed(node, alpha, beta, best)
        changes = [_now(child, "done"), _now(one), _value(one, best), *_bounds(one, alpha, beta, prunes)]
        yield Frame(_kept(node, old, new, best, before != (alpha, beta)), changes=tuple(changes))
    yield from _left(one)


def _left(one: View) -> Iterator[Frame]:
    """The end of a node: what is cut off, what it is worth."""
    node = one.node
    if node.cut:
        cut = [child for child in one.children if child.node.value is None]
        marks = [Change(f"{child.path}c", "text", f"/ {node.cut}") for child in cut]
        gone = [_now(below, "cut") for child in cut for below in child.all()]
        yield Frame(f"{cut_words(node)}.", changes=(*marks, *gone))
    words = _("{player}'s node is worth {value}.", player=_player(node), value=number(node.value))
    yield Frame(words, changes=(_now(one, "done"), _value(one, node.value)))


def _narrowed(node: Node, alpha: float, beta: float, best: float) -> tuple[float, float]:
    return (max(alpha, best), beta) if node.maximises else (alpha, min(beta, best))


def _value(one: View, value: float | None) -> Change:
    return Change(f"{one.path}v", "text", number(value))


def _bounds(one: View, alpha: float, beta: float, prunes: bool) -> tuple[Change, ...]:
    window = f"α={number(alpha)} β={number(beta)}"
    return (Change(f"{one.path}w", "text", window),) if prunes else ()


def _entered(node: Node, prunes: bool) -> str:
    if not prunes:
        return _("{player} is to move.", player=_player(node))
    window = {"alpha": number(node.alpha), "beta": number(node.beta)}
    return _("{player} is to move, with α = {alpha} and β = {beta}.", player=_player(node), **window)


def _kept(node: Node, old: float, new: float, best: float, narrowed: bool) -> str:
    values = {"old": number(old), "new": number(new), "best": number(best)}
    if math.isinf(old):
        said = _("{player} has {best} so far.", player=_player(node), **values)
    elif node.maximises:
        said = _("Max keeps the greater of {old} and {new}: {best}.", **values)
    else:
        said = _("Min keeps the smaller of {old} and {new}: {best}.", **values)
    if narrowed:
        bound = "α" if node.maximises else "β"
        said += " " + _("{bound} becomes {best}.", bound=bound, best=values["best"])
    return said


def _negamax(one: View) -> Iterator[Frame]:
    """Values from the side of who moves: the greatest of what a move gains less what the other gets."""
    node = one.node
    if not node.tree.children:
        words = _("A leaf: {value} for who is to move.", value=number(node.value))
        yield Frame(words, changes=(_now(one), _value(one, node.value)))
        return
    yield Frame(_("{player} is to move.", player=_player(node)), changes=(_now(one),))
    if one.folded:
        words = _("Below this node, which is closed, {n} leaves are looked at.", n=len(node.leaves))
        yield Frame(words, changes=(_now(one, "done"), _value(one, node.value)))
        return
    best = -math.inf
    for child in one.children:
        yield from _negamax(child)
        gain, value = child.node.tree.gain or 0, child.node.value or 0
        best = max(best, gain - value)
        numbers = {"gain": gain, "value": number(value), "worth": number(gain - value), "best": number(best)}
        words = _(
            "The move gains {gain} and leaves the other {value}: {gain} − {value} = {worth}. "
            "The best so far is {best}.",
            **numbers,
        )
        yield Frame(words, changes=(_now(child, "done"), _now(one), _value(one, best)))
    yield from _left(one)
