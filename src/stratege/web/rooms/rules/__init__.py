"""The room of rules: a page for each game, with its first lesson."""
