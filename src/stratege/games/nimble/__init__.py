"""Nimble."""
