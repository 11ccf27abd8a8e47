"""Rooms beside the board. Each has the routers `pages` and `api`: its pages, and what programs may ask."""

from __future__ import annotations

from fastapi import APIRouter

from stratege.web.rooms import images, papers

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = (
    (papers.pages, papers.api),
    (images.pages, images.api),
)

UPLOADS = (images.PREFIX,)
"""The paths of the API to which files may be sent."""
