"""The room where any position is looked at: shown, analysed, drawn."""
