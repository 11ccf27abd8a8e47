"""The web app, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

import stratege
from stratege.core import manual
from stratege.core.errors import StrategeError, Unavailable
from stratege.core.language import N_, _
from stratege.web import metrics, pages
from stratege.web.engines.pool import EnginePool
from stratege.web.errors import BAD_REQUEST, UNAVAILABLE, Failed, reason_in_words, status_of, unavailable
from stratege.web.first_start.preparation import Preparation
from stratege.web.guard import AnswerHead, Guard, Packed, SecureHeaders
from stratege.web.jobs.task import Job
from stratege.web.limits import Limits
from stratege.web.live.finished import Scribe
from stratege.web.live.hub import Hub
from stratege.web.live.jobs import be_there
from stratege.web.live.opening import open_store, secret_of
from stratege.web.live.people import People
from stratege.web.logs import LogRequests
from stratege.web.openapi import spoken
from stratege.web.rooms.archive import explore, sql
from stratege.web.rooms.archive.reader import ArchiveReader
from stratege.web.rooms.board import routes as board
from stratege.web.rooms.classes import routes as classes
from stratege.web.rooms.classes.examiners import Examiners
from stratege.web.rooms.classes.register import Register
from stratege.web.rooms.images import routes as images
from stratege.web.rooms.papers import routes as papers
from stratege.web.rooms.papers import work, worked
from stratege.web.rooms.people import routes as people
from stratege.web.rooms.play import routes as play
from stratege.web.rooms.rules import routes as rules
from stratege.web.rooms.solved import routes as solved
from stratege.web.rooms.tournaments import routes as tournaments
from stratege.web.rooms.training import routes as training
from stratege.web.rooms.watch import routes as watch
from stratege.web.schemas import Health, Ready
from stratege.web.settings import Settings
from stratege.web.visitor import KnowVisitor

log = logging.getLogger("stratege.web")

THREADS = 8  # that answer requests: the more work at once, the longer the one that listens waits

API = "/api/v1"
ROOMS = (
    board, play, rules, training, tournaments, people, explore, solved, papers, work, watch, classes, sql,
    images,
)  # fmt: skip
UPLOADS = (API + images.PREFIX,)
"""Where files may be sent."""


api = APIRouter()


class App(FastAPI):
    """FastAPI whose document of the API speaks the language of who asks for it."""

    def openapi(self) -> dict[str, Any]:
        return spoken(super().openapi())


def create_app(
    settings: Settings, on_preparation: Callable[[Preparation], None] = lambda preparation: None
) -> FastAPI:
    """The app with these settings; its files are opened and its processes ended by its lifespan.

    `on_preparation` hears, in another thread, how far the chores of a first start are.
    """
    app = App(
        title="Stratège",
        version=stratege.__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
    )
    app.state.settings, app.state.on_preparation = settings, on_preparation
    app.include_router(worked.pages)  # before the questions, whose addresses are alike
    for room in ROOMS:
        app.include_router(room.pages)
        app.include_router(room.api, prefix=API)
    app.include_router(api)
    if pages.STATIC.is_dir():
        app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    if manual.built():
        app.mount("/manual", pages.Manual(manual.folder()), name="manual")
    app.add_exception_handler(StrategeError, _refused)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(HTTPException, _http_error)
    # The last one added is the first to see a request.
    app.add_middleware(Packed, uploads=UPLOADS)
    limits = app.state.limits = Limits()
    app.add_middleware(Guard, settings=settings, limits=limits, uploads=UPLOADS)
    app.add_middleware(AnswerHead)
    app.add_middleware(LogRequests)
    app.add_middleware(KnowVisitor, secret=secret_of(settings), secure=settings.secure)
    app.add_middleware(SecureHeaders, secure=settings.secure)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    store = await asyncio.to_thread(open_store, settings)
    limits: Limits = app.state.limits
    limits.lease = store.lease
    engines = EnginePool(settings.workers, settings.queue, settings.jobs_per_client)
    archive, scribe = ArchiveReader(settings.archive, engines), Scribe(store, engines, settings)
    hub = Hub(store, engines, settings, limits, scribe.wake)
    app.state.engines, app.state.hub, app.state.store = engines, hub, store
    app.state.archive, app.state.people = archive, People(store)
    register = app.state.classes = Register(archive.opened, limits)
    examiners = app.state.examiners = Examiners(register, engines, settings, store)
    scribing, examining = asyncio.create_task(scribe.run()), asyncio.create_task(examiners.run())
    preparation = app.state.preparation = Preparation(settings, app.state.on_preparation)
    hub.begin()
    measuring = asyncio.create_task(_measure(app))
    await preparation.start(lambda: sum(engines.load[1:]) > 0)
    waiting = asyncio.create_task(_have_one_wait(engines)) if settings.warm else None
    try:
        yield
    finally:
        if waiting is not None:
            waiting.cancel()
        measuring.cancel()
        scribing.cancel()
        examining.cancel()
        await examiners.close()
        await preparation.close()
        await hub.close()
        await engines.close()
        await asyncio.to_thread(store.close)
        await asyncio.to_thread(register.close)
        await asyncio.to_thread(archive.close)


async def _have_one_wait(engines: EnginePool) -> None:
    """Start a process before the first visitor needs one."""
    with contextlib.suppress(StrategeError):
        await engines.answer("house", Job(be_there))


async def _measure(app: FastAPI) -> None:
    """Have others of our processes know how much this one has to do."""
    while metrics.shared():
        _note_load(app)
        await asyncio.sleep(1)


def _note_load(app: FastAPI) -> None:
    _workers, running, waiting = app.state.engines.load
    metrics.SOCKETS.set(app.state.hub.sockets)
    metrics.GAMES.set(app.state.hub.games)
    metrics.JOBS.labels("running").set(running)
    metrics.JOBS.labels("waiting").set(waiting)


@api.get("/metrics", include_in_schema=False)
def figures(request: Request) -> Response:
    """Figures for Prometheus."""
    _note_load(request.app)
    return Response(metrics.written(), media_type=CONTENT_TYPE_LATEST)


@api.get("/ready", response_model=Ready, summary=N_("Whether it can be sent visitors"))
def ready(request: Request) -> JSONResponse:
    """Whether people can play here now: a load balancer sends nobody to who says no."""
    can: bool = request.app.state.store.ready
    return JSONResponse(Ready(ready=can), 200 if can else UNAVAILABLE)


@api.get("/health", response_model=Health, summary=N_("How the app is doing"))
def health(request: Request) -> JSONResponse:
    """Whether it serves, and how much it has to do."""
    hub: Hub = request.app.state.hub
    workers, running, waiting = request.app.state.engines.load
    told: Health = {
        "status": "failing" if request.app.state.store.gone() else "ok",
        "version": stratege.__version__,
        "games": hub.games,
        "sockets": hub.sockets,
        "workers": workers,
        "running": running,
        "waiting": waiting,
    }
    return JSONResponse(told)


def _failure(request: Request, status: int, sentence: str) -> Response:
    """One sentence: as JSON, or on a page for who asked for one."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(
        "/api/v"
    )
    if wants_page:
        return pages.page(request, "error", status, error=sentence)
    return JSONResponse({"error": sentence}, status)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, StrategeError)
    if isinstance(error, Unavailable) and not isinstance(error, Failed):
        log.error("something cannot be reached", extra={"path": request.url.path, "error": str(error)})
        error = unavailable()
    return _failure(request, status_of(error), str(error))


async def _misshapen(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _failure(request, BAD_REQUEST, reason_in_words(list(error.errors())))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: _("There is nothing here."), 405: _("That cannot be done here.")}
    return _failure(request, error.status_code, words.get(error.status_code, str(error.detail)))
