"""Games played: kept in a database, searched, counted, rated."""
