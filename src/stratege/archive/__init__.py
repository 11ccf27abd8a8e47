"""Games played: kept in a database, searched, counted, rated."""

from stratege.core.extras import require

require("archive")
