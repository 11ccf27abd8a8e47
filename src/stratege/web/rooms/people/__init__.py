"""The room of those who play: oneself, and all others with their ratings."""
