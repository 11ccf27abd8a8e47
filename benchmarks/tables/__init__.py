"""How fast exact tables are built and asked, against the same algorithms in C."""
