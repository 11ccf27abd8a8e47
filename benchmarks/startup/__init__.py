"""Start-up: what one waits for before the first words, and in the first minute on a new machine."""
