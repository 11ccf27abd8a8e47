"""The room of tournaments: how each stands, filling as it is played, and all their games."""
