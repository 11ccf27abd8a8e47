"""The command `stratege`: chooses the language, runs, and turns errors into one line and status 2."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from stratege.cli import streams
from stratege.cli.commands import COMMANDS, asks_for_help, print_help
from stratege.core import language
from stratege.core.errors import StrategeError
from stratege.core.extras import told_as_missing
from stratege.core.language import _

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
    """Do what the words ask for; the exit status. A reader who has left has had enough: no failure."""
    try:
        if asks_for_help(words):
            print_help()
            return 0
        return run_command(words)
    except BrokenPipeError:
        streams.mute()
        return 0
    except OSError as error:
        return complain(streams.told(error))


def run_command(words: list[str]) -> int:
    """Run the command; its exit status."""
    # Imported here: help texts are translated while the commands are being defined.
    import typer

    from stratege.cli import completion
    from stratege.cli.mistakes import in_words

    try:
        to_complete = completion.words_so_far()
        if to_complete is not None:
            completion.make_ready()
        define_commands(words if to_complete is None else to_complete)
        from stratege.cli.app import app

        status = app(words, standalone_mode=False, prog_name="stratege")
    except StrategeError as error:
        return complain(str(error))
    except typer.TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            return BAD_INPUT  # a group of commands by itself: its help has been shown
        return complain(in_words(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except ModuleNotFoundError as error:
        return complain(told_as_missing(error))
    except MemoryError:
        return complain(_("There is not enough memory for this."))
    return status if isinstance(status, int) else 0


def define_commands(words: Sequence[str]) -> None:
    """Have the command that the words name define itself; else all, by their names and no more."""
    named = next((word for word in words if not word.startswith("-")), "")
    if named in COMMANDS:
        importlib.import_module(f"stratege.cli.{named}")
        return
    from stratege.cli.app import app

    for name, said in COMMANDS.items():
        app.command(name, help=_(said))(lambda: None)


def load_commands() -> None:
    """Have all commands define themselves."""
    for name in COMMANDS:
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
