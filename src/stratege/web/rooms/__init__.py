"""Rooms beside the board; each module has two routers, `pages` for people and `api` for programs."""

from __future__ import annotations

from fastapi import APIRouter

from stratege.web.rooms import solved

ROOMS: tuple[tuple[APIRouter, APIRouter], ...] = ((solved.pages, solved.api),)
