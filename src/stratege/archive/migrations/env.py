"""What Alembic runs: the steps, on the connection that it is handed."""

from __future__ import annotations

from alembic import context

from stratege.archive.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
