"""Rooms beside the board; each module has two routers, `pages` for people and `api` for programs."""

from __future__ import annotations

from fastapi import APIRouter

from stratege.web.rooms import explore, solved, sql

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = (
    (explore.pages, explore.api),
    (solved.pages, solved.api),
    (sql.pages, sql.api),
)
