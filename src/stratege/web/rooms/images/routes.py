"""The room of pictures: few colours, runs, rectangles, and files of our own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, Response

from stratege.core.language import N_
from stratege.web.engines import asking
from stratege.web.jobs.task import Job
from stratege.web.pages import page
from stratege.web.rooms.images.jobs import image
from stratege.web.rooms.images.schemas import HeatShape, ImageShape, WrittenShape
from stratege.web.schemas import FAILURES
from stratege.web.settings import Settings

PREFIX = "/images/"

pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
api = APIRouter(prefix=PREFIX.rstrip("/"), responses=FAILURES, tags=["images"])

Picture = Annotated[UploadFile, File(description=N_("PNG, JPEG, GIF, BMP, WebP, TIFF or .stgi"))]
Reduce = Annotated[
    str,
    Form(
        description=N_(
            "nb: black and white; 8: the paper's eight colours; 2 to 256: as many chosen ones "
            "(8c: eight); none: up to 256, as they are"
        ),
        pattern=r"^(nb|none|([2-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-6])c?)$",
    ),
]
Codec = Annotated[
    Literal["runs", "rects", "context", "best"], Form(description=N_("best: the smallest file"))
]


@pages.get("/images")
def images_page(request: Request) -> Response:
    """A place to drop a picture."""
    settings: Settings = request.app.state.settings
    limits = {"bytes": settings.upload_limit, "pixels": settings.most_pixels}
    return page(request, "images", limits=limits)


@api.post("/look", response_model=ImageShape, summary=N_("A picture in few colours, its runs and rectangles"))
async def look(request: Request, picture: Picture, reduce: Reduce = "none") -> JSONResponse:
    """Counts, and pictures to lay over each other. Nothing is kept."""
    return JSONResponse(await _answer(request, "look", picture, reduce))


@api.post("/heat", response_model=HeatShape, summary=N_("What contexts foresee of a picture"))
async def heat(request: Request, picture: Picture, reduce: Reduce = "none") -> JSONResponse:
    """How likely each pixel's colour was, and how many bits it costs, as maps."""
    return JSONResponse(await _answer(request, "heat", picture, reduce))


@api.post(
    "/encode",
    summary=N_("A picture as a .stgi file"),
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}, "description": N_("The file.")}},
)
async def encode(
    request: Request, picture: Picture, reduce: Reduce = "none", codec: Codec = "best"
) -> Response:
    """The bytes that `stratege image encode` writes."""
    content = await _answer(request, "encode", picture, reduce, codec)
    named = {"content-disposition": 'attachment; filename="picture.stgi"'}
    return Response(content, media_type="application/octet-stream", headers=named)


@api.post(
    "/decode",
    summary=N_("A .stgi file as PNG"),
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": N_("The picture.")}},
)
async def decode(request: Request, picture: Picture) -> Response:
    """The picture that a file of ours keeps."""
    return Response(await _answer(request, "decode", picture), media_type="image/png")


@api.post("/compare", response_model=dict[str, WrittenShape | None], summary=N_("Its size in each format"))
async def compare(request: Request, picture: Picture, reduce: Reduce = "none") -> JSONResponse:
    """Ours against PNG, WebP and, in black and white, CCITT G4; null where a format cannot have it."""
    return JSONResponse(await _answer(request, "compare", picture, reduce))


async def _answer(
    request: Request, work: str, picture: UploadFile, reduce: str = "none", codec: str = "best"
) -> Any:
    settings: Settings = request.app.state.settings
    options = {"work": work, "reduce": reduce, "codec": codec, "most_pixels": settings.most_pixels}
    options["content"] = await picture.read()
    return await asking.answer(request, Job(image, options=options))
