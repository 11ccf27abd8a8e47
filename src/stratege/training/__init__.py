"""Training: puzzles with one proven solution, and one's own mistakes, repeated at intervals."""
