"""Rooms beside the board; each module has two routers, `pages` for people and `api` for programs."""

from __future__ import annotations

from fastapi import APIRouter

from stratege.web.rooms import explore, images, papers, solved, sql

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = tuple(
    (room.pages, room.api) for room in (explore, solved, papers, sql, images)
)

UPLOADS = (images.PREFIX,)
"""The paths of the API to which files may be sent."""
