"""What the app makes for itself when it first starts: small tables and house games."""
