"""SGF, the Smart Game Format FF[4] (red-bean.com/sgf): trees of moves with comments, which many can read.

    (;FF[4]CA[UTF-8]GM[awale]RU[standard]SZ[4]PB[Ada];B[e](;W[g]C[forced])(;W[h]BM[1]))

Player 1 is black, as in Go. FF[4] has numbers for games, and none for ours: GM is the game's name, RU the
variant, SZ the size. What SGF has no property for has one of our own: START is the first position, TAG any
other tag. Nothing is checked here by the rules of any game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from stratege.core.errors import BadNotation
from stratege.core.language import _
from stratege.core.movetext import MOVE_NUMBER, Node, Nodes, children_of

Properties = dict[str, list[str]]

TOKEN = re.compile(r"[();]|[A-Za-z]+|\[(?:[^\]\\]|\\.)*\]|\S", re.DOTALL)
TAGS = {
    "GM": "Game",
    "RU": "Variant",
    "SZ": "Size",
    "START": "Start",
    "PB": "Player1",
    "PW": "Player2",
    "DT": "Date",
    "EV": "Event",
    "RO": "Round",
}
PROPERTIES = {tag: name for name, tag in TAGS.items()}
GLYPHS = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "!?": "IT[]", "?!": "DO[]"}
COLOURS = ("B", "W")
RESULTS = {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0"}
DRAWN = ("0", "DRAW")
MOVE = re.compile(r"[^\s(){}$!?][^\s(){}]*")


def is_sgf(text: str) -> bool:
    """Whether a text begins as SGF does."""
    return re.match(r"\s*\(\s*;", text) is not None


def read_sgf(text: str) -> tuple[dict[str, str], Nodes]:
    """The tags, as a record has them, and the tree of the game that the text holds."""
    nodes: list[Node] = []
    places: list[int] = []  # of each node of the file, that of the move that it says something of
    properties = _tree(text)
    for parent, said in properties:
        before = None if parent is None else places[parent]
        move = _move(said)
        if before is None:
            before = len(nodes)
            nodes.append(Node())
        if move:
            nodes.append(Node(move, before, glyph=_glyph(said)))
            before = len(nodes) - 1
        nodes[before] = nodes[before].said("\n".join(said.get("C", ())))
        places.append(before)
    return _tags(properties[0][1]), tuple(nodes)


def write_sgf(tags: Mapping[str, str], nodes: Sequence[Node], first: int = 1) -> str:
    """A tree of moves as SGF; `first` is the player who moves first, and `tags` are those of a record."""
    children = children_of(nodes)
    words = [f"(;FF[4]CA[UTF-8]{_head(tags)}"]
    todo: list[tuple[int, int] | str] = [")", (0, first)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        number, player = item
        node = nodes[number]
        if node.move:
            words.append(f";{COLOURS[player - 1]}[{_escaped(node.move)}]{GLYPHS.get(node.glyph, '')}")
            player = 3 - player
        if node.comment:
            words.append(f"C[{_escaped(node.comment)}]")
        for child in reversed(children[number]):
            todo += [(child, player)] if len(children[number]) == 1 else [")", (child, player), "\n("]
    return "".join(words) + "\n"


def _tree(text: str) -> list[tuple[int | None, Properties]]:
    """The nodes of the text's one game in their order, each with the number of the one before it."""
    nodes: list[tuple[int | None, Properties]] = []
    left: list[int | None] = []  # where the lines stand that variations interrupt
    here: int | None = None
    name = ""
    for token in TOKEN.findall(text):
        if nodes and not left:
            raise BadNotation(_("There are several games in this text; one is expected."))
        if token == "(":
            left.append(here)
        elif token == ")" and left:
            here = left.pop()
        elif token == ";" and left and (here is not None or not nodes):
            nodes.append((here, {}))
            here = len(nodes) - 1
        elif token[0] == "[" and len(token) > 1 and name and here is not None:
            nodes[here][1].setdefault(name, []).append(_unescaped(token[1:-1]))
        elif token.isascii() and token.isalpha() and here is not None:
            name = "".join(letter for letter in token if letter.isupper())  # older files have more letters
        else:
            raise BadNotation(_("{token!r} is not SGF.", token=token))
    if left or not nodes:
        raise BadNotation(_("A variation is not closed: a ) is missing."))
    return nodes


def _move(said: Properties) -> str:
    """The move that a node makes, "" if none."""
    made = [word for colour in COLOURS for word in said.get(colour, ())]
    if len(made) > 1 or any(not MOVE.fullmatch(word) or MOVE_NUMBER.fullmatch(word) for word in made):
        raise BadNotation(_("{token!r} is not a move.", token=" ".join(made)))
    return made[0] if made else ""


def _glyph(said: Properties) -> str:
    for glyph, written in GLYPHS.items():
        name, emphasis = written[:2], written[3:-1]
        if name in said and (not emphasis or (said[name][0] or "1") == emphasis):
            return glyph
    return ""


def _tags(said: Properties) -> dict[str, str]:
    tags = {tag: said[name][0] for name, tag in TAGS.items() if said.get(name, [""])[0]}
    for other in said.get("TAG", ()):
        name, colon, value = other.partition(":")
        if colon and re.fullmatch(r"\w+", name):
            tags.setdefault(name, value)
    result = said.get("RE", [""])[0].upper()
    known = {"B": "1-0", "W": "0-1"}.get(result[:1]) if "+" in result else None
    return {**tags, "Result": known or ("1/2-1/2" if result in DRAWN else "*")}


def _head(tags: Mapping[str, str]) -> str:
    own = [f"{PROPERTIES[tag]}[{_escaped(value)}]" for tag, value in tags.items() if tag in PROPERTIES]
    result = RESULTS.get(tags.get("Result", ""))
    free = [tag for tag in tags if tag not in PROPERTIES and tag != "Result"]
    others = "".join(f"[{tag}:{_escaped(tags[tag])}]" for tag in free)
    return "".join([*own, f"RE[{result}]" if result else "", f"TAG{others}" if others else ""])


def _escaped(words: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", words)


def _unescaped(words: str) -> str:
    """What a value means: a backslash before a line's end takes the end away, before a letter itself."""
    return re.sub(
        r"\\(\n|.)", lambda found: found[1].strip("\n"), words.replace("\r\n", "\n"), flags=re.DOTALL
    )
