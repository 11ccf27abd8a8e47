"""The pictures' room."""
