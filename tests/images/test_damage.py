"""Whatever happens to a file, reading it gives a picture or the one documented error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from benchmarks.images.damage import damaged_files, whole_files
from benchmarks.memory import forget_peak, peak_memory

from stratege.images.container import decode
from stratege.images.picture import MOST_PIXELS, BadPicture

MIB = 1 << 20


def outcomes(files: Iterator[bytes]) -> tuple[int, set[str]]:
    """How many are still pictures, and the different errors of the others, without their numbers."""
    pictures, errors = 0, set()
    for content in files:
        try:
            picture = decode(content)
        except BadPicture as error:
            errors.add("".join(letter for letter in str(error) if not letter.isdigit()))
        else:
            assert picture.pixels.max() < len(picture.palette)
            pictures += 1
    return pictures, errors


def test_damaged_files() -> None:
    """A hundred thousand of them are read by `benchmarks.images.speed`."""
    pictures, errors = outcomes(damaged_files(20_000))
    assert pictures > 0  # some accidents change a colour only
    assert len(errors) > 15  # and the others are caught in every part of the decoder


@pytest.mark.soak
def test_a_million_damaged_files_in_little_memory() -> None:
    """How long each takes is measured by `benchmarks.images.speed`."""
    outcomes(iter(whole_files()))
    forget_peak()
    before = peak_memory()
    outcomes(damaged_files(1_000_000, seed=1))
    assert peak_memory() - before <= MOST_PIXELS + 64 * MIB
