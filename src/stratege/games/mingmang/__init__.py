"""Ming Mang."""
