"""What the API says about pictures, shape by shape."""

from __future__ import annotations

from typing_extensions import TypedDict


class KeptShape(TypedDict):
    """How a file of ours keeps its picture."""

    codec: str
    items: int
    bytes: int
    bits_per_pixel: float


class LayersShape(TypedDict):
    """Pictures to lay over each other, as `data:` addresses of PNG: where one shows nothing it is clear."""

    picture: str
    runs: str
    rectangles: str


class ImageShape(TypedDict):
    """A picture in few colours, taken apart; `kept` only if the file was one of ours."""

    width: int
    height: int
    colours: int
    runs: int
    rectangles: int
    kept: KeptShape | None
    layers: LayersShape


class HeatLayersShape(TypedDict):
    """Maps to lay over a picture, as `data:` addresses of PNG: dark is foreseen, light is not."""

    probabilities: str
    bits: str


class HeatShape(TypedDict):
    """What contexts foresee of a picture."""

    bits_per_pixel: float
    layers: HeatLayersShape


class WrittenShape(TypedDict):
    """What a format makes of a picture."""

    bytes: int
    seconds: float
