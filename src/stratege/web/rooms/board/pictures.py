"""Boards as pictures: PNG, and a whole game as an animated GIF."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence

from stratege.core import svg
from stratege.core.position import Position

FRAME_MS, LAST_MS = 900, 2500
MOST_FRAMES = 200
MOST_PIXELS = 4_000_000  # of a picture
MOST_MOVING = 32_000_000  # of all boards of a game together


def png(position: Position, width: int, most_pixels: int = MOST_PIXELS) -> bytes:
    """The board, that wide, or less where it would be too many pixels."""
    drawn = position.svg()
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawn)
    assert size is not None
    most = (most_pixels * float(size[1]) / float(size[2])) ** 0.5
    return svg.png(drawn, min(width, int(most)))


def gif(line: Sequence[Position], width: int, between: Callable[[], None] = lambda: None) -> bytes:
    """The boards one after the other, the last one longer; of a long game, the last `MOST_FRAMES`.

    They are narrower than asked for where all of them together would be more than `MOST_MOVING` pixels.
    `between` is called before each board, and may raise to end the work.
    """
    from PIL import Image

    frames, shown = [], line[-MOST_FRAMES:]
    each = min(MOST_PIXELS, MOST_MOVING // len(shown))
    for position in shown:
        between()
        with Image.open(io.BytesIO(png(position, width, each))) as picture:
            flat = Image.new("RGB", picture.size, "white")
            flat.paste(picture, mask=picture.convert("RGBA").getchannel("A"))
            frames.append(flat.quantize(64))
    file = io.BytesIO()
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return file.getvalue()
