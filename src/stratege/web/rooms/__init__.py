"""Rooms beside the board. Each module has the routers `pages` and `api`: its page, what programs may ask."""

from __future__ import annotations

from fastapi import APIRouter

from stratege.web.rooms import explore, sql

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = (
    (explore.pages, explore.api),
    (sql.pages, sql.api),
)
