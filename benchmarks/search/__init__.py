"""How fast and how far the search goes: against the same search in C, easyAI and OpenSpiel, and by itself."""
