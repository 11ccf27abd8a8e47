"""Who plays whom: matches between players, and what their scores prove."""
