"""Maps of what contexts foresee: dark where all is plain, light where it is not."""

from __future__ import annotations

import numpy

from stratege.images import heat
from stratege.images.picture import Picture, greys


def brightness(picture: Picture) -> numpy.typing.NDArray[numpy.int64]:
    return numpy.asarray(picture.colours()[..., :3].sum(axis=-1, dtype=numpy.int64))


def test_a_speck_stands_out() -> None:
    pixels = numpy.zeros((60, 60), numpy.uint8)
    pixels[40, 30] = 1
    spent = heat.spent(Picture.of(pixels, greys(2)))
    assert spent.argmax() == 40 * 60 + 30
    for drawn in (heat.of_probabilities(spent), heat.of_bits(spent)):
        bright = brightness(drawn)
        assert bright.argmax() == 40 * 60 + 30
        assert bright[50, 50] < bright.max() / 3
        assert heat.enlarged(drawn, 3).pixels.shape == (180, 180)


def test_the_colours_ascend() -> None:
    ramp = heat.of_probabilities(numpy.linspace(0, 12, 100).reshape(1, -1))
    assert (numpy.diff(brightness(ramp)[0]) >= 0).all()
