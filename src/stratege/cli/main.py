"""The command `stratege`: chooses the language, runs, and turns errors into one line and status 2."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence

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
    language.use(asked_language(words) or language.preferred())
    sys.exit(run(words))


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
    except BrokenPipeError:
        sys.stderr.close()  # who read our output has left, `stratege … | head` for one
        return 0
    return status if isinstance(status, int) else 0


def load_commands(words: Sequence[str] = ()) -> None:
    """Have the commands define themselves: the one that the words name, or all of them."""
    named = [word for word in words if word in COMMANDS][:1]
    for name in named or COMMANDS:
        importlib.import_module(f"stratege.cli.{name}")


def in_words(error: Exception) -> str:
    """A mistake in the command line itself, in the user's language."""
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    help_line = f"{context.command_path} --help" if context else "stratege --help"
    if kind == "NoSuchOption":
        what = _("there is no option {name}", name=getattr(error, "option_name", "?"))
    elif kind == "MissingParameter":
        what = _("{name} is missing", name=_parameter(error))
    elif kind == "BadParameter":
        what = _("the value of {name} is not possible", name=_parameter(error))
    else:
        stranger = re.search(r"['(](.+)[')]", str(getattr(error, "message", error)))
        what = _("{name} means nothing here", name=stranger[1] if stranger else error)
    return _("{what}; see `{help}`.", what=what, help=help_line)


def _parameter(error: Exception) -> str:
    parameter = getattr(error, "param", None)
    if parameter is None:
        return "?"
    option = parameter.opts[0].startswith("-")
    return str(parameter.opts[0] if option else parameter.metavar or parameter.name)


def complain(sentence: str) -> int:
    """Say what is wrong in one line."""
    print(f"stratege: {' '.join(sentence.split())}", file=sys.stderr)
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
