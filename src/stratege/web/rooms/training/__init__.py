"""The training room: puzzles, and one's own mistakes."""
