"""How databases of earlier versions are brought up to date (Alembic)."""
