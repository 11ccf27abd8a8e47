"""Sizes: real files, ours against every other format that can be had, on pictures tuned on and on others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

from benchmarks.images import corpus, drawn
from benchmarks.report import Report, Table
from stratege.images import peers
from stratege.images.codecs import ITEMISED
from stratege.images.container import BEST, read_header
from stratege.images.contexts import bits_spent, likely_way
from stratege.images.headers import MIXED
from stratege.images.peers import OURS, Written
from stratege.images.picture import Picture
from stratege.images.rectangles import cover

NAME = "image sizes"

REDUCTIONS = {"nb": "black and white", "8": "eight colours"}
GOALS = {"nb": 97_000, "8": 137_000}
FROM_PYPI = ("pillow-jxl-plugin", "pyoxipng")
FROM_DEBIAN = ("jbigkit-bin", "djvulibre-bin")
A_RECTANGLE = 24
"""Bits that naming a rectangle takes at the very least: where, how high, how wide, which colour."""

Results = Mapping[str, dict[str, Written | None]]

SUMMARY = (
    "Bytes of whole files, headers included. *runs*, *rects* and *context* are the codecs, *best* the "
    "smallest of them; PNG as Pillow optimises it, WebP lossless with most effort, CCITT G4 in a TIFF; "
    "JPEG XL at effort 9, PNG by oxipng with Zopfli, JBIG (jbigkit) and DjVu's JB2, lossless, where "
    "they can be installed. Goals over the {count} sample pictures in the wheel of scikit-image, "
    "colours reduced as in paper 000: 97,000 bytes in black and white, 137,000 in eight colours, and "
    "below JPEG XL in total. The second corpus was never tuned on: the games' boards, pages of text "
    "drawn here, this project's icons and pages. {verdict}"
)


def run() -> Report:
    paths = corpus.files()
    if not paths:
        return Report("scikit-image is not installed here.", [])
    install()
    peers.rehearse()
    tables, verdicts = [], []
    for reduce, words in REDUCTIONS.items():
        pictures = {path.name: corpus.read(path, reduce) for path in paths}
        results = measured(pictures)
        tables += [sizes(words, pictures, results), times(words, results)]
        tables += [packings(words, pictures), rectangles_first(words, pictures)]
        verdicts.append(verdict(words, results, GOALS[reduce]))
    for words, pictures in drawn.pictures().items():
        results = measured(pictures)
        tables += [sizes(f"{words}, second corpus", pictures, results)]
        verdicts.append(verdict(f"{words}, second corpus", results))
    return Report(SUMMARY.format(count=len(paths), verdict=" ".join(verdicts)), tables)


def install() -> None:
    """Have the rivals that PyPI and Debian offer; without a network or the right to, do without."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *FROM_PYPI]
    for words in (pip, ["apt-get", "-qq", "install", "-y", *FROM_DEBIAN]):
        try:
            subprocess.run(words, check=False, capture_output=True, timeout=600)
        except (OSError, subprocess.TimeoutExpired):
            continue


def measured(pictures: Mapping[str, Picture]) -> Results:
    return {name: peers.written(picture) for name, picture in pictures.items()}


def verdict(words: str, results: Results, goal: int | None = None) -> str:
    """In how many bytes, and where the others win."""
    said = [f"In {words}: {total(results, BEST):,} bytes" + (f" (goal {goal:,})" if goal else "")]
    for name in next(iter(results.values())):
        if name in OURS:
            continue
        sums = f"{name} {total(results, name):,}, " if complete(results, name) else f"{name} "
        lost = [one for one, found in results.items() if _size(found, name) <= _size(found, BEST)]
        said.append(f"{sums}as small or smaller for {', '.join(lost) or 'none'}")
    return "; ".join(said) + "."


def complete(results: Results, name: str) -> bool:
    return all(found[name] for found in results.values())


def total(results: Results, name: str) -> int:
    return int(sum(_size(found, name) for found in results.values()))


def _size(found: dict[str, Written | None], name: str) -> float:
    one = found[name]
    return float("inf") if one is None else one.size


def sizes(words: str, pictures: Mapping[str, Picture], results: Results) -> Table:
    names = [name for name in next(iter(results.values())) if any(found[name] for found in results.values())]
    columns = ("picture", "width", "height", "colours", *names, "best / PNG")
    rows = []
    for label, found in results.items():
        picture = pictures[label].canonical
        facts = (picture.width, picture.height, len(picture.palette))
        figures = [f"{one.size:,}" if (one := found[name]) else "–" for name in names]
        ratio = f"{_size(found, BEST) / _size(found, 'PNG'):.2f}"
        rows.append([label, *map(str, facts), *figures, ratio])
    totals = [f"{total(results, name):,}" if complete(results, name) else "–" for name in names]
    ratio = f"{total(results, BEST) / total(results, 'PNG'):.2f}"
    rows.append(["**total**", "", "", "", *totals, ratio])
    return Table(f"Bytes in {words}", columns, rows)


def times(words: str, results: Results) -> Table:
    names = [name for name in next(iter(results.values())) if complete(results, name)]
    seconds = [sum(one.seconds for found in results.values() if (one := found[name])) for name in names]
    row = ["all pictures", *(f"{1000 * one:,.0f}" for one in seconds)]
    return Table(f"Milliseconds to write them in {words}", ("", *names), [row])


def packings(words: str, pictures: Mapping[str, Picture]) -> Table:
    """How often decisions are shorter than LZMA for the lists of runs and rectangles."""
    rows = []
    for codec in ITEMISED:
        kept = [read_header(content) for one in pictures.values() if (content := OURS[codec](one))]
        mixed = [header for header in kept if header.way == MIXED]
        rows.append([codec, f"{len(mixed)} of {len(kept)}"])
    return Table(f"Lists in {words} that are shorter as decisions than by LZMA", ("codec", "pictures"), rows)


def rectangles_first(words: str, pictures: Mapping[str, Picture], area: int = 64) -> Table:
    """What could be saved if large rectangles were kept first and the rest by context: an upper bound.

    A rectangle pays only if its pixels cost more by context than naming it does. Leaving pixels out helps in
    no other way, as what is around them is seen either way.
    """
    saved = spent = 0.0
    worth = large = 0
    for picture in pictures.values():
        pixels, colours = picture.canonical.pixels, len(picture.canonical.palette)
        bits = bits_spent(pixels, colours, likely_way(pixels, colours))
        spent += bits.sum() / 8
        for top, left, high, wide, _colour in cover(pixels).tolist():
            if high * wide >= area:
                gain = bits[top : top + high, left : left + wide].sum() - A_RECTANGLE
                large += 1
                worth += gain > 0
                saved += max(0.0, gain / 8)
    row = [f"{area}", f"{large:,}", f"{worth:,}", f"{saved:,.0f}", f"{spent:,.0f}"]
    columns = ("pixels at least", "rectangles", "that could pay", "bytes saved at most", "of")
    return Table(f"Large rectangles first, the rest by context, in {words}", columns, [row])
