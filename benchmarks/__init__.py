"""Ratios against peers and against C, each measured in one run: `python -m benchmarks [name …]`."""
