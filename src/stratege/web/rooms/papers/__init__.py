"""The papers' room: their functions to read and to call."""
