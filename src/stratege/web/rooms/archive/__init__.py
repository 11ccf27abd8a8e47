"""The archive's rooms: the explorer, and the papers' SQL."""
