"""Rooms beside the board; each has two routers, `pages` for people and `api` for programs."""
