"""How fast games go in, how fast the explorer and the papers' SQL answer, by the size of the archive."""
