"""The room where games begin and are played: the first page."""
