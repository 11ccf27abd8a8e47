"""`stratege solve`: all winning moves where a game is solved."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from stratege.cli.app import command
from stratege.cli.console import compile_notice, make_way, out, print_json
from stratege.cli.options import GameName, Json, Lang
from stratege.core.errors import BadOption
from stratege.core.files import is_standard_output, write_whole
from stratege.core.language import _
from stratege.core.position import Position
from stratege.core.registry import game, parse

MOST_SHOWN = 20
STANDARD_INPUT = "-"


@command(
    help=_(
        "Find every winning move: Chomp bars as COLUMNSxROWS or any shape as row lengths from the bottom, "
        "Nimble boards as pawns from the left (`-` reads them from standard input)."
    ),
    examples=[
        "stratege solve chomp 10x8 --map",
        "stratege solve chomp 3x10000",
        "stratege solve chomp 5,3,1 --grundy --json",
        "stratege solve chomp --gallery chomp.svg",
        "stratege solve nimble 0 0 1 2 0 2",
        "stratege solve nimble 0,0,1,2,0,2 --misere --json",
    ],
)
def solve(
    name: GameName,
    what: Annotated[list[str] | None, typer.Argument(help=_("the size or position"), metavar="WHAT…")] = None,
    misere: Annotated[bool, typer.Option("--misere", help=_("nimble: who cannot move wins"))] = False,
    show_map: Annotated[
        bool, typer.Option("--map", help=_("chomp: show which squares win (★) and lose (■)"))
    ] = False,
    grundy: Annotated[bool, typer.Option("--grundy", help=_("chomp: the Grundy value as well"))] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", help=_("chomp: write the map as SVG"), metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", help=_("chomp: write the map as PNG"), metavar="FILE")
    ] = None,
    gallery: Annotated[
        Path | None,
        typer.Option(
            "--gallery",
            help=_("chomp: write the maps of all bars up to 14×14, as .svg or .png"),
            metavar="FILE",
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    make_way(svg, png, gallery)
    title = game(name).title
    if name == "chomp" and not misere:
        if gallery is not None:
            _write_gallery(gallery)
            if what is None:
                return
        position = chomp_position(what or [])
        answer = _solve_chomp(position, grundy, show_map, svg, png)
    elif name == "nimble" and not (show_map or grundy or svg or png or gallery):
        position = nimble_position(what or [], misere)
        answer = _solve_nimble(position, misere)
    elif name in ("chomp", "nimble"):
        raise BadOption(_("{game} has no such option; see `stratege solve --help`.", game=title))
    else:
        raise BadOption(
            _(
                "{game} has no formula: `stratege analyse {name}` values every move of a position, and "
                "`stratege tables` builds tables of exact values.",
                game=title,
                name=name,
            )
        )
    if as_json:
        print_json(answer)
    else:
        _tell(position, answer)


def chomp_position(words: list[str]) -> Position:
    """The full bar of a size such as `10x8`, or any shape such as `5,3,1`."""
    text = ",".join(words)
    if not text or re.fullmatch(r"\s*\d+\s*[x×*]\s*\d+\s*", text):
        return game("chomp", size=text or None).start()
    return parse("chomp", text)


def nimble_position(words: list[str], misere: bool) -> Position:
    """The board that the words say, or standard input."""
    text = sys.stdin.read() if words == [STANDARD_INPUT] else ",".join(words)
    if not text.strip():
        raise BadOption(_("Which board? Give the pawns on each square, from the left: 0,0,1,2,0,2."))
    text = re.sub(r"[\s,]+", ",", text.strip())
    return parse("nimble", text, "misere" if misere else "standard")


def _solve_chomp(
    position: Position, grundy: bool, show_map: bool, svg: Path | None, png: Path | None
) -> dict[str, Any]:
    from stratege.games.chomp import maps, solver

    with compile_notice():
        moves = solver.winning_moves(position.state)
        answer = _answer(position, [f"{row},{column}" for row, column in moves])
        if grundy:
            answer["grundy"] = solver.grundy(position.state)
    if show_map:
        answer["map"] = maps.winning_map(position.state)
    if svg or png:
        picture = maps.svg(maps.winning_map(position.state), position.game.label())
        for path, as_png in ((svg, False), (png, True)):
            if path is not None:
                _write_picture(path, picture, as_png)
    return answer


def _solve_nimble(position: Position, misere: bool) -> dict[str, Any]:
    from stratege.games.nimble import explain, solver

    moves = solver.winning_moves(position.state, misere)
    answer = _answer(position, [f"{origin + 1}-{target + 1}" for origin, target in moves])
    answer["nim_sum"] = solver.nim_sum(position.state)
    answer["explanation"] = explain.explanation(position.state, misere)
    return answer


def _answer(position: Position, winning_moves: list[str]) -> dict[str, Any]:
    return {
        "game": position.game.name,
        "variant": position.game.variant.name,
        "size": position.game.size,
        "position": position.text(),
        "to_move": position.to_move,
        "won": bool(winning_moves),
        "winning_moves": winning_moves,
    }


def _tell(position: Position, answer: dict[str, Any]) -> None:
    """The answer for people."""
    if "map" in answer:
        from stratege.games.chomp import maps

        for line in maps.drawn(answer["map"]):
            out.print(Text.assemble(*line), soft_wrap=True)
    moves = answer["winning_moves"]
    if moves:
        shown = " ".join(moves[:MOST_SHOWN]) + (" …" if len(moves) > MOST_SHOWN else "")
        verdict = _("won; {n} winning moves: {moves}", n=len(moves), moves=shown)
        if len(moves) == 1:
            verdict = _("won; the only winning move: {move}", move=shown)
    else:
        verdict = _("lost, whatever is played")
    out.print(f"{position.game.label()} — {verdict}", markup=False, soft_wrap=True)
    if "grundy" in answer:
        out.print(_("Grundy value {value}", value=answer["grundy"]))
    if "explanation" in answer:
        out.print(answer["explanation"], markup=False, soft_wrap=True)


def _write_gallery(path: Path) -> None:
    from stratege.games.chomp import maps

    if path.suffix not in (".svg", ".png") and not is_standard_output(path):
        raise BadOption(_("The gallery is written as .svg or .png, not {suffix!r}.", suffix=path.suffix))
    with compile_notice():
        picture = maps.gallery_svg()
    _write_picture(path, picture, as_png=path.suffix == ".png")


def _write_picture(path: Path, picture: str, as_png: bool) -> None:
    if as_png:
        from stratege.core.svg import png

        write_whole(path, png(picture))
    else:
        write_whole(path, picture.encode())
