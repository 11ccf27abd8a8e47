"""Solved games: Chomp's maps, Nimble in binary, small boards known by table."""
