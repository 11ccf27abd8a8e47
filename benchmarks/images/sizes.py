"""Sizes: scikit-image's sample pictures in black and white and in eight colours, against other formats."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from benchmarks.images.corpus import files
from benchmarks.report import Report, Table
from stratege.images import peers
from stratege.images.codecs import CODECS
from stratege.images.container import BEST, read_header
from stratege.images.peers import WRITERS, Written
from stratege.images.picture import Picture
from stratege.images.reading import read_picture
from stratege.images.streams import pack, unpack

NAME = "image sizes"

REDUCTIONS = {"nb": "black and white", "8": "eight colours"}
PEERS = tuple(name for name in WRITERS if name not in (*CODECS, BEST))

SUMMARY = (
    "The {count} sample pictures in the wheel of scikit-image, colours reduced as in paper 000, in bytes: "
    "*runs* and *rects* are the two codecs, *best* the smaller of them, PNG optimised by Pillow (the smaller "
    "of palette and grey), WebP lossless with most effort, CCITT G4 in a TIFF. Goal: *best* below PNG in "
    "total. {verdict}"
)


def run() -> Report:
    paths = files()
    if not paths:
        return Report("scikit-image is not installed here.", [])
    peers.rehearse()
    tables, verdicts = [], []
    for reduce, words in REDUCTIONS.items():
        pictures = {path: read_picture(path, reduce) for path in paths}
        results = {path: peers.written(picture) for path, picture in pictures.items()}
        tables += [sizes(words, pictures, results), times(words, results), coders(words, pictures)]
        verdicts.append(verdict(words, results))
    return Report(SUMMARY.format(count=len(paths), verdict=" ".join(verdicts)), tables)


def verdict(words: str, results: dict[Path, dict[str, Written | None]]) -> str:
    """In how many bytes, and where the others win."""
    said = [f"In {words}: {total(results, BEST):,} bytes against {total(results, 'PNG'):,} in PNG"]
    for name in PEERS:
        lost = [path.stem for path, found in results.items() if _size(found, name) <= _size(found, BEST)]
        said.append(f"{name} is as small or smaller for {', '.join(lost) or 'none'}")
    return "; ".join(said) + "."


def total(results: dict[Path, dict[str, Written | None]], name: str) -> int:
    return int(sum(_size(found, name) for found in results.values()))


def _size(found: dict[str, Written | None], name: str) -> float:
    one = found[name]
    return float("inf") if one is None else one.size


def sizes(words: str, pictures: dict[Path, Picture], results: dict[Path, dict[str, Written | None]]) -> Table:
    names = [name for name in WRITERS if all(found[name] for found in results.values())]
    columns = ("picture", "width", "height", "colours", *names, "best / PNG")
    rows = []
    for path, found in results.items():
        picture = pictures[path].canonical
        facts = (picture.width, picture.height, len(picture.palette))
        figures = [f"{int(_size(found, name)):,}" for name in names]
        ratio = f"{_size(found, BEST) / _size(found, 'PNG'):.2f}"
        rows.append([path.name, *map(str, facts), *figures, ratio])
    totals = [total(results, name) for name in names]
    ratio = f"{total(results, BEST) / total(results, 'PNG'):.2f}"
    rows.append(["**total**", "", "", "", *(f"{one:,}" for one in totals), ratio])
    return Table(f"Bytes in {words}", columns, rows)


def times(words: str, results: dict[Path, dict[str, Written | None]]) -> Table:
    names = [name for name in WRITERS if all(found[name] for found in results.values())]
    seconds = [sum(one.seconds for found in results.values() if (one := found[name])) for name in names]
    row = ["all pictures", *(f"{1000 * one:,.0f}" for one in seconds)]
    return Table(f"Milliseconds to write them in {words}", ("", *names), [row])


def coders(words: str, pictures: dict[Path, Picture]) -> Table:
    """The streams squeezed by each of the libraries that were candidates."""
    rows = []
    for codec in CODECS:
        contents = [WRITERS[codec](picture) for picture in pictures.values()]
        streams = [unpack(one[where]) for one in contents if one for where in read_header(one).streams]
        sums = [sum(len(squeeze(stream)) for stream in streams) for squeeze in CANDIDATES.values()]
        rows.append([codec, f"{sum(map(len, streams)):,}", *(f"{one:,}" if one else "–" for one in sums)])
    return Table(f"Streams in {words}, in bytes, by library", ("codec", "bare", *CANDIDATES), rows)


def _zstandard(stream: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=22).compress(stream)


def _brotli(stream: bytes) -> bytes:
    """Nothing if it is not installed: it is no dependency."""
    try:
        brotli = importlib.import_module("brotli")
    except ImportError:
        return b""
    return bytes(brotli.compress(stream, quality=11))


CANDIDATES: dict[str, Callable[[bytes], bytes]] = {
    "lzma": pack,
    "zstandard": _zstandard,
    "brotli": _brotli,
}
