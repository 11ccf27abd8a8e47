"""`stratege image …`: pictures in few colours, kept as runs, as rectangles or by context."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import Progress, track

from stratege.cli.app import command, command_group
from stratege.cli.comparison import described, print_comparison
from stratege.cli.console import compile_notice, err, make_way, out, print_json
from stratege.cli.options import Json, Lang
from stratege.core.errors import BadOption
from stratege.core.files import check_output, is_standard_output, opened, write_whole, writing
from stratege.core.language import _, in_figures

if TYPE_CHECKING:
    from stratege.images.container import Between
    from stratege.images.headers import Header
    from stratege.images.picture import Bytes, Picture

USUAL_LIMIT, HIGHEST_LIMIT = 1 << 26, 1 << 27  # MOST_PIXELS and LIMIT_OF_LIMITS, whose module loads NumPy
HIGHEST_SCANNED = 1 << 29  # MOST_SCANNED, likewise
LARGE = 1 << 22
"""Pixels from which on a picture is decoded row by row."""

BEGINS = {".svg": b"<svg", ".png": b"\x89PNG"}


class CodecName(StrEnum):
    """The codecs, the best of them, and a guess at it."""

    runs = "runs"
    rects = "rects"
    context = "context"
    best = "best"
    fast = "fast"


NONE = "none"


def _reduction(text: str) -> str:
    """What becomes of the colours, once that is seen to mean something."""
    number = text.removesuffix("c")
    if text in ("nb", NONE) or (number.isdecimal() and len(number) < 4 and 2 <= int(number) <= 256):
        return text
    raise BadOption(_("--reduce is nb, none, or a number of colours from 2 to 256, not {text!r}.", text=text))


In = Annotated[
    Path, typer.Argument(help=_("a picture: PNG, JPEG, GIF, BMP, WebP, TIFF or .stgi"), metavar="IN")
]
Out = Annotated[Path, typer.Argument(help=_("the file to write"), metavar="OUT")]
Reduce = Annotated[
    str,
    typer.Option(
        "--reduce",
        help=_(
            "nb: black and white; 8: the paper's eight colours; N: 2 to 256 chosen ones (8c: eight); "
            "none: up to 256, as they are"
        ),
        callback=_reduction,
        metavar="nb|8|N|none",
    ),
]
Dither = Annotated[
    bool, typer.Option("--dither", help=_("pass what a pixel lost on to its neighbours (with --reduce)"))
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

MaxScanned = Annotated[
    int,
    typer.Option(
        "--max-pixels",
        help=_("refuse larger pictures; those kept by context are decoded row by row, in little memory"),
        min=1,
        max=HIGHEST_SCANNED,
        metavar="N",
    ),
]

image = command_group(
    "image",
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
    paths: Annotated[
        list[Path],
        typer.Argument(
            help=_(
                "pictures (PNG, JPEG, GIF, BMP, WebP, TIFF or .stgi), then the file to write, or a folder "
                "for them"
            ),
            metavar="IN… OUT",
        ),
    ],
    codec: Annotated[
        CodecName,
        typer.Option("--codec", help=_("how it is kept; best: the smallest file; fast: a guess at it")),
    ] = CodecName.best,
    reduce: Reduce = NONE,
    dither: Dither = False,
    max_pixels: MaxPixels = USUAL_LIMIT,
    force: Force = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import container

    *sources, target = paths
    if not sources:
        what = _("{name} is missing", name="OUT")
        raise BadOption(_("{what}; see `{help}`.", what=what, help="stratege image encode --help"))
    targets = _targets(sources, target)
    for source, goal in targets.items():
        _claim(source, goal, container.MAGIC, force)
    for source, goal in targets.items():
        with compile_notice():
            picture = _read(source, reduce, max_pixels, dither)
            with _progress(source.name) as report:
                content = container.encode(picture, codec, report)
        write_whole(goal, content)
        _tell(goal, content, max_pixels, as_json)


@command(
    help=_("Turn a .stgi picture back into a PNG."),
    examples=["stratege image decode board.stgi board.png"],
    group=image,
)
def decode(
    source: Annotated[Path, typer.Argument(help=_("a .stgi picture"), metavar="IN")],
    target: Out,
    max_pixels: MaxScanned = USUAL_LIMIT,
    force: Force = False,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import container, peers, pngs
    from stratege.images.reading import blaming, read_ours
    from stratege.images.scanning import read_rows

    _claim(source, target, BEGINS[".png"], force)
    with blaming(source), opened(source) as file:
        header, rows = read_rows(file, max_pixels)
        if header.height * header.width > LARGE:
            with compile_notice(), writing(target) as made, _progress(source.name) as report:
                watched = _watched(rows, header.height, report)
                pngs.write_png(made, header.height, header.width, header.palette, watched)
            _tell_header(source, header, as_json)
            return
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
    help=_(
        "Draw the rectangles of a picture over it, as SVG or PNG by the name of the file; or, as PNG, a map "
        "of what contexts foresee."
    ),
    examples=[
        "stratege image show board.png rectangles.svg --reduce 8",
        "stratege image show photo.jpg heat.png --reduce nb --probabilities",
        "stratege image show board.stgi rectangles.png --scale 4",
    ],
    group=image,
)
def show(
    source: In,
    target: Out,
    reduce: Reduce = NONE,
    dither: Dither = False,
    scale: Annotated[
        int,
        typer.Option("--scale", help=_("how large a pixel is drawn"), min=2, max=100, metavar="N"),
    ] = 4,
    probabilities: Annotated[
        bool,
        typer.Option("--probabilities", help=_("how likely each pixel's colour was: dark is certain")),
    ] = False,
    bits: Annotated[
        bool,
        typer.Option("--bits", help=_("how many bits each pixel costs: light is many")),
    ] = False,
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
    if (probabilities or bits) and kind != ".png":
        raise BadOption(_("A map is drawn as PNG: call it .png, not {name!r}.", name=target.name))
    if probabilities and bits:
        raise BadOption(_("One map at a time: --probabilities or --bits."))
    _claim(source, target, BEGINS[kind], force)
    if probabilities or bits:
        _show_heat(
            _read(source, reduce, max_pixels, dither), target, probabilities, scale, max_pixels, as_json
        )
        return
    with compile_notice():
        picture = _read(source, reduce, max_pixels, dither)
        rectangles = cover(picture.pixels)
    if kind == ".svg":
        content = drawing.svg(picture, rectangles, scale).encode()
    else:
        content = drawing.png(picture, rectangles, scale, max_pixels)
    write_whole(target, content)
    if as_json:
        print_json({"file": str(target), "rectangles": len(rectangles)})
    else:
        said = _("{count} rectangles", count=in_figures(len(rectangles)))
        out.print(_("{path}: {what}", path=target, what=said), markup=False, soft_wrap=True)


@command(
    help=_(
        "Sizes, and times to write: ours against PNG (optimised), lossless WebP, CCITT G4 for black and "
        "white, and what is installed of JPEG XL, oxipng, JBIG and DjVu."
    ),
    examples=["stratege image compare *.png --reduce 8", "stratege image compare page.png --json"],
    group=image,
)
def compare(
    sources: Annotated[list[Path], typer.Argument(help=_("pictures"), metavar="FILES…")],
    reduce: Reduce = NONE,
    dither: Dither = False,
    max_pixels: MaxPixels = USUAL_LIMIT,
    as_json: Json = False,
    lang: Lang = None,
) -> None:
    from stratege.images import peers

    results = {}
    with compile_notice():
        peers.rehearse()
        for path in track(sources, _("Comparing…"), console=err, transient=True, disable=not err.is_terminal):
            results[path] = peers.written(_read(path, reduce, max_pixels, dither))
    if as_json:
        print_json({str(path): described(found) for path, found in results.items()})
    else:
        print_comparison(_("bytes"), results, lambda one: one.size)
        out.print()
        print_comparison(_("milliseconds"), results, lambda one: 1000 * one.seconds)


def _claim(source: Path, target: Path, begins: bytes, force: bool) -> None:
    """See to it, before any work, that the target can be written and nothing else is lost there."""
    make_way(target)
    check_output(target, begins=begins, source=source, force=force)


def _read(path: Path, reduce: str, max_pixels: int, dither: bool) -> Picture:
    from stratege.images.reading import read_picture

    return read_picture(path, reduce, max_pixels, dither)


def _tell(path: Path, content: bytes, max_pixels: int, as_json: bool) -> None:
    """What a file of ours holds."""
    from stratege.images.container import read_header

    _tell_header(path, read_header(content, max_pixels), as_json)


def _tell_header(path: Path, header: Header, as_json: bool) -> None:
    pixels = header.width * header.height
    facts: dict[str, object] = {
        "file": str(path),
        "width": header.width,
        "height": header.height,
        "colours": len(header.palette),
        "codec": header.codec,
        "items": header.items,
        "bytes": header.size,
        "bits_per_pixel": round(8 * header.size / pixels, 4),
    }
    if as_json:
        print_json(facts)
        return
    kept = {
        "runs": _("{count} runs", count=in_figures(header.items)),
        "rects": _("{count} rectangles", count=in_figures(header.items)),
        "context": _("by context"),
    }
    said = _(
        "{path}: {width} × {height}, {colours} colours, {items}, {bytes} bytes, {bits} bits a pixel",
        path=path,
        width=header.width,
        height=header.height,
        colours=len(header.palette),
        items=kept[header.codec],
        bytes=in_figures(header.size),
        bits=facts["bits_per_pixel"],
    )
    out.print(said, markup=False, soft_wrap=True)


def _show_heat(
    picture: Picture, target: Path, probabilities: bool, scale: int, max_pixels: int, as_json: bool
) -> None:
    """Draw a map of what contexts foresee."""
    from stratege.images import heat, peers
    from stratege.images.picture import check_size

    check_size(scale * picture.height, scale * picture.width, max_pixels)
    with compile_notice():
        spent = heat.spent(picture)
    drawn = heat.of_probabilities(spent) if probabilities else heat.of_bits(spent)
    write_whole(target, peers.png(heat.enlarged(drawn, scale)))
    total = round(float(spent.sum()))
    if as_json:
        print_json({"file": str(target), "bits": total, "bits_per_pixel": round(total / spent.size, 4)})
    else:
        said = _("{bits} bits, {each} a pixel", bits=in_figures(total), each=f"{total / spent.size:.4f}")
        out.print(_("{path}: {what}", path=target, what=said), markup=False, soft_wrap=True)


def _targets(sources: list[Path], target: Path) -> dict[Path, Path]:
    """What each picture becomes: the target, or a file of its name in the target, which is a folder."""
    if len(sources) == 1 and not target.is_dir():
        return {sources[0]: target}
    if not target.is_dir():
        raise BadOption(_("Several pictures need a folder to go into, and {path} is none.", path=target))
    found = {source: target / f"{source.stem}.stgi" for source in sources}
    if len(set(found.values())) < len(sources):
        raise BadOption(_("Two of the pictures have the same name."))
    return found


@contextmanager
def _progress(name: str) -> Iterator[Between]:
    """A bar that is told how many pixels of how many are done; on a terminal only."""
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(escape(name))
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _watched(rows: Iterator[Bytes], height: int, report: Between) -> Iterator[Bytes]:
    """The rows, each reported once the next one is asked for."""
    done = 0
    for some in rows:
        yield some
        done += len(some)
        report(done, height)
