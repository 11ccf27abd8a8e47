"""Awalé."""
