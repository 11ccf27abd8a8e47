"""What a shell completes: commands by themselves, and after them games, variants, players and moves.

`stratege --install-completion` has the shell ask the command itself, by the environment variable `ASKED`;
what is proposed is found by the rules, so that only legal moves are.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable

import typer

from stratege.core import registry
from stratege.core.errors import BadOption, StrategeError
from stratege.core.game import Game
from stratege.core.language import _
from stratege.core.line import Line
from stratege.core.position import Position

ASKED = "_STRATEGE_COMPLETE"
BASH = """
%(complete_func)s() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT}
    local word=${line##*[[:space:]]}
    COMPREPLY=( $( env COMP_WORDS="$line" %(autocomplete_var)s=complete_bash $1 ) )
    if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=( "${COMPREPLY[@]#"${word%%"${word##*:}"}"}" )
    fi
}

complete -o default -F %(complete_func)s %(prog_name)s
"""
"""Typer's own script takes the words as bash cuts them, at colons too, and so knows no `level:3`."""
ZSH = """#compdef %(prog_name)s

%(complete_func)s() {
  local -a found
  if (( CURRENT == 2 )); then
    eval $(env _TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" %(autocomplete_var)s=complete_zsh %(prog_name)s)
  else
    found=("${(@f)$(env COMP_WORDS="${words[1,$CURRENT]}" %(autocomplete_var)s=complete_bash %(prog_name)s)}")
    compadd -- $found
  fi
}

if [[ $funcstack[1] == _%(prog_name)s ]]; then
  %(complete_func)s "$@"
else
  compdef %(complete_func)s %(prog_name)s
fi
"""
"""Typer's own is deaf to the first Tab of a session, and loses moves with spaces between them."""


def words_so_far() -> list[str] | None:
    """The words of the line that a shell wants completed; None if that is not what it wants."""
    if ASKED not in os.environ:
        return None
    return split(_line())[1:]


def _line() -> str:
    """The line, up to the cursor."""
    return os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")


def split(line: str) -> list[str]:
    """The words of a line, the last one perhaps in quotes that are still open.

    >>> split("analyse nimble --moves '2-1 3")
    ['analyse', 'nimble', '--moves', '2-1 3']
    """
    reading = shlex.shlex(line, posix=True)
    reading.whitespace_split, reading.commenters = True, ""
    words = list[str]()
    try:
        words.extend(reading)
    except ValueError:
        words.append(reading.token)
    return words


def make_ready() -> None:
    """Teach Typer the ways of its shells, and which word is to be completed: it knows no quotes."""
    from typer._completion_classes import BashComplete, FishComplete, ZshComplete, completion_init

    def parted(_shell: object) -> tuple[list[str], str]:
        *before, last = split(_line() + "-")  # a new word, or more of the last one
        return before[1:], last[:-1]

    completion_init()
    for shell in (BashComplete, FishComplete, ZshComplete):
        shell.get_completion_args = parted  # type: ignore[assignment,method-assign]


def install(asked: bool) -> None:
    """Install completion for the shell that this runs in, and leave."""
    if not asked:
        return
    from typer._completion_shared import install as install_for_shell

    shell = _shell()
    _same, path = install_for_shell(shell, "stratege", ASKED)
    typer.echo(_("{shell} completes stratege from its next start on: {path}", shell=shell, path=path))
    raise typer.Exit


def show(asked: bool) -> None:
    """Print what the shell that this runs in needs, and leave."""
    if not asked:
        return
    from typer._completion_shared import get_completion_script

    typer.echo(get_completion_script(prog_name="stratege", complete_var=ASKED, shell=_shell()))
    raise typer.Exit


def _shell() -> str:
    """The shell's name; bash and zsh get our own scripts."""
    from typer._completion_shared import Shells, _completion_scripts, _get_shell_name

    _completion_scripts.update({Shells.bash.value: BASH, Shells.zsh.value: ZSH})
    name = os.environ.get("STRATEGE_SHELL") or _get_shell_name()
    known = [shell.value for shell in Shells]
    if name not in known:
        raise BadOption(
            _("The shell is not known; STRATEGE_SHELL can be one of {known}.", known=", ".join(known))
        )
    return name


def games(incomplete: str) -> list[str]:
    """The games whose names begin so."""
    return _beginning(registry.GAMES, incomplete)


def variants(incomplete: str) -> list[str]:
    """The variants of the game that the line names, or of all games."""
    named = _named()
    names = [named] if named else list(registry.GAMES)
    found = (variant for name in names for variant in registry.GAMES[name].game.variants)
    return _beginning(dict.fromkeys(found), incomplete)


def players(incomplete: str) -> list[str]:
    """Who can play the game that the line names."""
    from stratege.engine.players import HUMAN, player_names

    game = _game()
    return [] if game is None else _beginning([HUMAN, *player_names(game)], incomplete)


def moves(incomplete: str) -> list[str]:
    """The moves so far, in quotes, with each legal one that could follow."""
    played, _space, begun = incomplete.rpartition(" ")
    game = _game()
    if game is None:
        return []
    try:
        here = Line(_start(game), played.split()).position
    except StrategeError:
        return []
    return [f"{played} {move}".strip() for move in _beginning(here.moves(), begun)]


def _named() -> str | None:
    """The game on the line. Typer would not say: it reads no arguments where an option has no value yet."""
    return next((word for word in words_so_far() or () if word in registry.GAMES), None)


def _game() -> Game | None:
    words = words_so_far() or []
    given = dict(zip(words, [*words[1:], ""]))
    try:
        return registry.game(str(_named()), given.get("--variant"), given.get("--size"))
    except StrategeError:
        return None


def _start(game: Game) -> Position:
    """The position behind the game's name, or the start."""
    words = words_so_far() or []
    behind = words[words.index(game.name) + 1 :]
    if not behind or behind[0].startswith("-"):
        return game.start(seed=0)
    return registry.parse(game.name, behind[0], game.variant.name)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
