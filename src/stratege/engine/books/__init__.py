"""Opening books: positions near the start that were searched at leisure, with their values backed up."""
