"""The exam papers' own functions, on lists and dicts, one module per paper exercise."""
