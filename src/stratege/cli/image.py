"""`stratege image …`: pictures in few colours, kept as runs, as rectangles or by context."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from stratege.cli.app import command, command_group
from stratege.cli.console import compile_notice, err, make_way, out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.errors import BadOption
from stratege.core.files import check_output, is_standard_output, write_whole
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.images.peers import Written
    from stratege.images.picture import Picture

    Results = dict[Path, dict[str, Written | None]]

USUAL_LIMIT, HIGHEST_LIMIT = 1 << 26, 1 << 27  # MOST_PIXELS and LIMIT_OF_LIMITS, whose module loads NumPy

BEGINS = {".svg": b"<svg", ".png": b"\x89PNG"}


class CodecName(StrEnum):
    """The codecs, the best of them, and a guess at it."""

    runs = "runs"
    rects = "rects"
    context = "context"
    best = "best"
    fast = "fast"


class Reduction(StrEnum):
    """What becomes of the colours."""

    nb = "nb"
    eight = "8"
    none = "none"


In = Annotated[Path, typer.Argument(help=_("a picture: PNG, JPEG, GIF, BMP or .stgi"), metavar="IN")]
Out = Annotated[Path, typer.Argument(help=_("the file to write"), metavar="OUT")]
Reduce = Annotated[
    Reduction,
    typer.Option("--reduce", help=_("nb: black and white; 8: eight colours; none: up to 256, as they are")),
]
Force = Annotated[
    bool, typer.Option("--force", help=_("write over what is there, even another kind of file or the source"))
]
MaxPixels = Annotated[
    int,
    typer.Option(
        "--max-pixels",
        help=_("refuse larger pictures before any work is done on them"),
        min=1,
        max=HIGHEST_LIMIT,
        metavar="N",
    ),
]

image = command_group(
    "image",
    help=_("Pictures in few colours, kept as runs, rectangles or by context (paper 000, exercise 1)."),
    examples=[
        "stratege image encode photo.jpg photo.stgi --reduce 8",
        "stratege image decode photo.stgi photo.png",
        "stratege image compare *.png --reduce nb",
    ],
)


@command(
    help=_("Keep a picture of at most 256 colours in the fewest bytes: as runs, rectangles or by context."),
    examples=[
        "stratege image encode board.png board.stgi",
        "stratege image encode photo.jpg photo.stgi --reduce nb --codec rects",
    ],
    group=image,
)
def encode(
    source: In,
    target: Out,
    codec: Annotated[
        CodecName,
        typer.Option("--codec", help=_("how it is kept; best: the smallest file; fast: a guess at it")),
    ] = CodecName.best,
    reduce: Reduce = Reduction.none,
    max_pixels: MaxPixels = USUAL_LIMIT,
    force: Force = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import container

    _claim(source, target, container.MAGIC, force)
    with compile_notice():
        content = container.encode(_read(source, reduce, max_pixels), codec)
    write_whole(target, content)
    _tell(target, content, max_pixels, as_json)


@command(
    help=_("Turn a .stgi picture back into a PNG."),
    examples=["stratege image decode board.stgi board.png"],
    group=image,
)
def decode(
    source: Annotated[Path, typer.Argument(help=_("a .stgi picture"), metavar="IN")],
    target: Out,
    max_pixels: MaxPixels = USUAL_LIMIT,
    force: Force = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import container, peers
    from stratege.images.reading import blaming, read_ours

    _claim(source, target, BEGINS[".png"], force)
    with compile_notice(), blaming(source):
        content = read_ours(source, max_pixels)
        picture = container.decode(content, max_pixels)
    write_whole(target, peers.png(picture))
    _tell(source, content, max_pixels, as_json)


@command(
    help=_("Say what a .stgi picture holds, once its checksum is seen to fit."),
    examples=["stratege image info board.stgi", "stratege image info board.stgi --json"],
    group=image,
)
def info(
    source: Annotated[Path, typer.Argument(help=_("a .stgi picture"), metavar="IN")],
    max_pixels: MaxPixels = USUAL_LIMIT,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images.reading import blaming, read_ours

    with blaming(source):
        _tell(source, read_ours(source, max_pixels), max_pixels, as_json)


@command(
    help=_("Draw the rectangles of a picture over it, as SVG or PNG by the name of the file."),
    examples=[
        "stratege image show board.png rectangles.svg --reduce 8",
        "stratege image show board.stgi rectangles.png --scale 4",
    ],
    group=image,
)
def show(
    source: In,
    target: Out,
    reduce: Reduce = Reduction.none,
    scale: Annotated[
        int,
        typer.Option("--scale", help=_("how large a pixel is drawn"), min=2, max=100, metavar="N"),
    ] = 4,
    max_pixels: MaxPixels = USUAL_LIMIT,
    force: Force = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import drawing
    from stratege.images.rectangles import cover

    kind = ".svg" if is_standard_output(target) else target.suffix.lower()
    if kind not in BEGINS:
        raise BadOption(_("The drawing must be called .svg or .png, not {name!r}.", name=target.name))
    _claim(source, target, BEGINS[kind], force)
    with compile_notice():
        picture = _read(source, reduce, max_pixels)
        rectangles = cover(picture.pixels)
    if kind == ".svg":
        content = drawing.svg(picture, rectangles, scale).encode()
    else:
        content = drawing.png(picture, rectangles, scale, max_pixels)
    write_whole(target, content)
    if as_json:
        print_json({"file": str(target), "rectangles": len(rectangles)})
    else:
        said = _("{count} rectangles", count=f"{len(rectangles):,}")
        out.print(_("{path}: {what}", path=target, what=said), markup=False, soft_wrap=True)


@command(
    help=_(
        "Sizes, and times to write: ours against PNG (optimised), lossless WebP, "
        "and CCITT G4 for black and white."
    ),
    examples=["stratege image compare *.png --reduce 8", "stratege image compare page.png --json"],
    group=image,
)
def compare(
    sources: Annotated[list[Path], typer.Argument(help=_("pictures"), metavar="FILES…")],
    reduce: Reduce = Reduction.none,
    max_pixels: MaxPixels = USUAL_LIMIT,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import peers

    results: Results = {}
    with compile_notice():
        peers.rehearse()
        for path in track(sources, _("Comparing…"), console=err, transient=True, disable=not err.is_terminal):
            results[path] = peers.written(_read(path, reduce, max_pixels))
    if as_json:
        print_json({str(path): _described(found) for path, found in results.items()})
    else:
        out.print(_table(_("bytes"), results, lambda one: one.size, ",d"))
        out.print()
        out.print(_table(_("milliseconds"), results, lambda one: 1000 * one.seconds, ",.1f"))


def _claim(source: Path, target: Path, begins: bytes, force: bool) -> None:
    """See to it, before any work, that the target can be written and nothing else is lost there."""
    make_way(target)
    check_output(target, begins=begins, source=source, force=force)


def _read(path: Path, reduce: Reduction, max_pixels: int) -> Picture:
    from stratege.images.reading import read_picture

    return read_picture(path, reduce, max_pixels)


def _tell(path: Path, content: bytes, max_pixels: int, as_json: bool) -> None:
    """What a file of ours holds."""
    from stratege.images.container import read_header

    header = read_header(content, max_pixels)
    pixels = header.width * header.height
    facts: dict[str, object] = {
        "file": str(path),
        "width": header.width,
        "height": header.height,
        "colours": len(header.palette),
        "codec": header.codec,
        "items": header.items,
        "bytes": len(content),
        "bits_per_pixel": round(8 * len(content) / pixels, 4),
    }
    if as_json:
        print_json(facts)
        return
    kept = {
        "runs": _("{count} runs", count=f"{header.items:,}"),
        "rects": _("{count} rectangles", count=f"{header.items:,}"),
        "context": _("by context"),
    }
    said = _(
        "{path}: {width} × {height}, {colours} colours, {items}, {bytes} bytes, {bits} bits a pixel",
        path=path,
        width=header.width,
        height=header.height,
        colours=len(header.palette),
        items=kept[header.codec],
        bytes=f"{len(content):,}",
        bits=facts["bits_per_pixel"],
    )
    out.print(said, markup=False, soft_wrap=True)


def _described(found: dict[str, Written | None]) -> dict[str, object]:
    """The formats that can have the picture, for programs."""
    return {
        name: {"bytes": one.size, "seconds": round(one.seconds, 6)}
        for name, one in found.items()
        if one is not None
    }


def _table(heading: str, results: Results, figure: Callable[[Written], float], form: str) -> Table:
    """A row for each picture and one for all: a figure of each format, a dash where there is none."""
    names = list(next(iter(results.values())))
    table = Table(box=None, pad_edge=False)
    table.add_column(heading, overflow="fold")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)

    def add(label: str, rows: list[dict[str, Written | None]]) -> None:
        columns = ([one for row in rows if (one := row[name])] for name in names)
        sums = (sum(map(figure, column)) if len(column) == len(rows) else None for column in columns)
        table.add_row(label, *("–" if one is None else format(one, form) for one in sums))

    for path, found in results.items():
        add(escape(path.name), [found])
    if len(results) > 1:
        add(_("total"), list(results.values()))
    return table
