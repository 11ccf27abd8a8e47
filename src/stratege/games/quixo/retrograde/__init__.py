"""Quixo's tables, layer by layer: where boards stand in them, how they are solved, checked and used."""
