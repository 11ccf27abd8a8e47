"""`python -m stratege` is the command `stratege`."""

from stratege.cli.main import main

if __name__ == "__main__":
    main()
