"""Boards in blocks, all colourings of one set of cells: sets of boards as bits, moves as permuted bits.

What the tables of Quixo and Ming Mang share.
"""
