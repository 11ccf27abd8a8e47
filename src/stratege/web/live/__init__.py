"""Live games: what they are, who is told of them, where they are kept."""
