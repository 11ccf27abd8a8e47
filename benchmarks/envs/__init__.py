"""Environments for reinforcement learning: moves a second."""
