"""`stratege archive`: games kept in a database, put in, taken out, asked about."""

from stratege.cli import archive_ask, archive_files

__all__ = ["archive_ask", "archive_files"]
