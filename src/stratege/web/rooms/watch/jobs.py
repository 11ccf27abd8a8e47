"""Searching and drawing what is watched: in a thinking process, since a tree may be large."""

from __future__ import annotations

from typing import Any

from stratege.core.svg import png
from stratege.school import frames as framing
from stratege.school import tree as trees
from stratege.school.stages import STAGES
from stratege.school.tree_games import board_picture, game_tree, summed
from stratege.school.tree_picture import View, as_svg, opening, view
from stratege.school.tree_steps import steps
from stratege.web.jobs.kind import kind
from stratege.web.jobs.task import Task


def searched(asked: dict[str, Any]) -> tuple[trees.Tree, trees.Node, View]:
    """The tree that is asked for, searched, and what of it is shown."""
    method = asked["method"]
    if asked["game"] == "leaves":
        tree = trees.parsed(asked["position"], asked["branching"])
    else:
        tree = game_tree(asked["game"], asked["position"], asked["depth"], method)
    root = trees.searched(tree, method, not asked["min_first"])
    opened = set(asked["open"].split(",")) if asked["open"] else opening(root)
    return tree, root, view(root, opened | {"0"})


@kind(30)
def tree(task: Task) -> dict[str, Any]:
    """The search of a tree, step by step."""
    asked = task.job.options
    made, root, shown = searched(asked)
    looked, every = trees.counted(summed(made), not asked["min_first"])
    return {
        "frames": framing.told(steps(shown, asked["method"])),
        "board": board_picture(asked["game"], asked["position"]),
        "value": trees.number(root.value),
        "looked": looked,
        "every": every,
        "open": sorted(one.path for one in shown.all() if one.children),
        "text": "\n".join(trees.as_text(root, asked["method"])[:400]),
    }


@kind(30)
def tree_picture(task: Task) -> bytes:
    """The searched tree as SVG or PNG."""
    asked = task.job.options
    drawn = as_svg(searched(asked)[2], asked["method"])
    return png(drawn, None) if asked["png"] else drawn.encode()


@kind(30)
def stage(task: Task) -> dict[str, Any]:
    """A stage's frames."""
    asked = task.job.options
    return {"frames": framing.told(STAGES[asked["stage"]].played(asked["values"]))}
