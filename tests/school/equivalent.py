"""Mutants that do the same as the original on everything that their paper allows."""

EQUIVALENT: set[str] = set()
