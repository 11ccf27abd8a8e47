"""`stratege solve`: all winning moves where a game is solved."""

from __future__ import annotations

import sys
from functools import partial
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
from stratege.core.parts import Maps, Solutions
from stratege.core.position import Position
from stratege.core.registry import game

MOST_SHOWN = 20
STANDARD_INPUT = "-"


@command(
    examples=[
        "stratege solve chomp 10x8 --map",
        "stratege solve chomp 3x10000",
        "stratege solve chomp 5,3,1 --grundy --json",
        "stratege solve chomp --gallery chomp.svg",
        "stratege solve chomp --two-winners 12",
        "stratege solve nimble 0 0 1 2 0 2",
        "stratege solve nimble 0,0,1,2,0,2 --misere --json",
    ],
)
def solve(
    name: GameName,
    what: Annotated[list[str] | None, typer.Argument(help=_("the size or position"), metavar="WHAT…")] = None,
    misere: Annotated[
        bool, typer.Option("--misere", help=_("who cannot move wins, where that is a variant"))
    ] = False,
    show_map: Annotated[
        bool, typer.Option("--map", help=_("show which squares win (★) and lose (■), where there is a map"))
    ] = False,
    grundy: Annotated[bool, typer.Option("--grundy", help=_("the Grundy value as well"))] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help=_("write the map as SVG"), metavar="FILE")] = None,
    png: Annotated[Path | None, typer.Option("--png", help=_("write the map as PNG"), metavar="FILE")] = None,
    gallery: Annotated[
        Path | None,
        typer.Option(
            "--gallery",
            help=_("write the maps of all bars up to 14×14, as .svg or .png"),
            metavar="FILE",
        ),
    ] = None,
    two_winners: Annotated[
        int | None,
        typer.Option(
            "--two-winners",
            help=_("list the boards up to that size with two or more winning first moves"),
            min=1,
            max=1000,
            metavar="N",
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.tables.shelf import Shelf

    make_way(svg, png, gallery)
    solutions = _solutions_of(name)
    if two_winners is not None:
        if what or misere or show_map or grundy or svg or png or gallery:
            raise BadOption(
                _("--two-winners goes through all boards up to its size: give nothing beside it.")
            )
        _tell_two_winners(name, solutions, two_winners, as_json)
        return
    maps = solutions.maps() if show_map or svg or png or gallery else None
    if maps is None and (show_map or svg or png or gallery):
        raise _no_such_option(name)
    if maps is not None and gallery is not None:
        _write_gallery(maps, gallery)
        if what is None:
            return
    words = what or []
    text = sys.stdin.read() if words == [STANDARD_INPUT] else ",".join(words)
    position = solutions.asked(text, misere)
    probe = partial(Shelf().probe, position.game)
    with compile_notice():
        answer = _answer(position, solutions.winning_moves(position, probe))
        answer |= solutions.facts(position, grundy)
    if maps is not None and (show_map or svg or png):
        drawn = maps.winning_map(position.state, probe)
        if svg or png:
            _write_pictures(maps.svg(drawn, position.game.label()), svg, png)
        if show_map:
            answer["map"] = drawn
            if not as_json:
                for line in maps.drawn(drawn):
                    out.print(Text.assemble(*line), soft_wrap=True)
    if as_json:
        print_json(answer)
    else:
        _tell(position, answer)


def _solutions_of(name: str) -> Solutions:
    solutions = game(name).declaration.solutions
    if solutions is None:
        raise BadOption(
            _(
                "{game} has no formula: `stratege analyse {name}` values every move of a position, and "
                "`stratege tables` builds tables of exact values.",
                game=game(name).title,
                name=name,
            )
        )
    return solutions


def _no_such_option(name: str) -> BadOption:
    return BadOption(_("{game} has no such option; see `stratege solve --help`.", game=game(name).title))


def _tell_two_winners(name: str, solutions: Solutions, side: int, as_json: bool) -> None:
    from stratege.tables.shelf import Shelf

    with compile_notice():
        found = solutions.two_winners(side, Shelf().probe)
    if found is None:
        raise _no_such_option(name)
    if as_json:
        boards = [{"size": start.game.size, "winning_moves": moves} for start, moves in found]
        print_json({"game": name, "up_to": side, "boards": boards})
        return
    for start, moves in found:
        out.print(f"{start.game.label()}: {' '.join(moves)}", markup=False, soft_wrap=True)
    words = _("{n} boards up to {side} have two or more winning first moves.", n=len(found), side=side)
    out.print(words, style="label")


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


def _write_gallery(maps: Maps, path: Path) -> None:
    if path.suffix not in (".svg", ".png") and not is_standard_output(path):
        raise BadOption(_("The gallery is written as .svg or .png, not {suffix!r}.", suffix=path.suffix))
    with compile_notice():
        picture = maps.gallery_svg()
    if path.suffix == ".png":
        _write_pictures(picture, None, path)
    else:
        _write_pictures(picture, path, None)


def _write_pictures(picture: str, svg: Path | None, png: Path | None) -> None:
    if svg is not None:
        write_whole(svg, picture.encode())
    if png is not None:
        from stratege.core.svg import png as drawn

        write_whole(png, drawn(picture))
