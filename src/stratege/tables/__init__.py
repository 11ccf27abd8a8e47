"""Exact tables on disk: how they are stored, built, checked and asked."""
