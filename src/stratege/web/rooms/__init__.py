"""Rooms beside the board. Each module has the routers `pages` and `api`: its page, and what programs may ask."""

from __future__ import annotations

from fastapi import APIRouter

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = ()
