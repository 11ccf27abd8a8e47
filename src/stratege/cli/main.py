"""The command `stratege`: chooses the language, runs, and turns errors into one line and status 2."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from stratege.cli import streams
from stratege.cli.mistakes import in_words
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.language import _

# Each is a module beside this one.
COMMANDS = (
    "games",
    "play",
    "analyse",
    "solve",
    "tables",
    "match",
    "archive",
    "image",
    "show",
    "study",
    "mark",
    "tree",
    "engine",
    "perft",
    "bench",
    "web",
)

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and exit with its status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    streams.tolerate()
    language.use(asked_language(words) or language.preferred())
    status = run(words)
    lost = streams.flush()
    sys.exit(status if lost is None else complain(lost))


def run(words: list[str]) -> int:
    """Run the command; its exit status."""
    # Imported here: help texts are translated while the commands are being defined.
    import typer

    load_commands(words)
    from stratege.cli.app import app

    try:
        status = app(words, standalone_mode=False, prog_name="stratege")
    except StrategeError as error:
        return complain(str(error))
    except typer.TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            return BAD_INPUT  # a group of commands by itself: its help has been shown
        return complain(in_words(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except MemoryError:
        return complain(_("There is not enough memory for this."))
    except OSError as error:
        return complain(streams.told(error))
    return status if isinstance(status, int) else 0


def load_commands(words: Sequence[str] = ()) -> None:
    """Have the commands define themselves: the one that the words name, or all of them."""
    named = [word for word in words if word in COMMANDS][:1]
    for name in named or COMMANDS:
        importlib.import_module(f"stratege.cli.{name}")


def complain(sentence: str) -> int:
    """Say what is wrong in one line."""
    try:
        sys.stderr.write(f"stratege: {' '.join(sentence.split())}\n")
        sys.stderr.flush()
    except AttributeError:
        pass  # standard error is closed
    except OSError:
        streams.mute(sys.stderr)  # it is on a full disk: what it could not take must not fail again at exit
    return BAD_INPUT


def asked_language(words: list[str]) -> str | None:
    """The value of --lang on the command line, needed before anything is said."""
    for word, following in zip(words, [*words[1:], ""]):
        value = (
            following
            if word == "--lang"
            else word.removeprefix("--lang=")
            if word.startswith("--lang=")
            else None
        )
        if value in language.LANGUAGES:
            return value
    return None


if __name__ == "__main__":
    main()
