"""Search over any kernel."""
