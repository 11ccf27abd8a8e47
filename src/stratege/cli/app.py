"""The command line application: what all commands hang on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import typer
import typer.core

import stratege
from stratege.cli import completion, streams
from stratege.cli.commands import ABOUT, COMMANDS, option_help
from stratege.cli.mistakes import unknown_command
from stratege.cli.options import Lang
from stratege.core.errors import BadOption
from stratege.core.language import _

F = TypeVar("F", bound=Callable[..., Any])


class TranslatedHelp:
    """What Typer says in English only, said in the user's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from typer import rich_utils  # heavy, and of use for help only

        rich_utils.ARGUMENTS_PANEL_TITLE = _("Arguments")
        rich_utils.OPTIONS_PANEL_TITLE = _("Options")
        rich_utils.COMMANDS_PANEL_TITLE = _("Commands")
        rich_utils.DEFAULT_STRING = _("[default: {}]")
        rich_utils.REQUIRED_LONG_STRING = _("[required]")
        for option in self.get_params(ctx):  # type: ignore[attr-defined]
            if getattr(option, "is_flag", False) and option.metavar is None:
                option.metavar = ""  # else its kind is shown, as if a value had to follow
        super().format_help(ctx, formatter)  # type: ignore[misc]

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = _("Show this help.")
        return option

    def get_usage(self, ctx: Any) -> str:
        usage: str = super().get_usage(ctx)  # type: ignore[misc]
        return usage.replace("Usage:", _("Usage:"), 1)


class Group(TranslatedHelp, typer.core.TyperGroup):
    """A group of commands with translated help, which knows what was meant by a command that it has not."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise BadOption(unknown_command(args[0], self.list_commands(ctx), ctx.command_path))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # whoever read our output has had enough, `stratege … | head` for one
            streams.mute()
            raise typer.Exit from None


class Command(TranslatedHelp, typer.core.TyperCommand):
    """A command with translated help."""


app = typer.Typer(
    cls=Group,
    help=_(ABOUT),
    rich_markup_mode="rich",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(
    examples: list[str], help: str | None = None, group: typer.Typer = app, name: str | None = None
) -> Callable[[F], F]:
    """Register a function as a command, its help closing with examples; its name is the function's own.

    What a command of one word does is said in `cli.commands`.
    """

    def register(function: F) -> F:
        said = help or _(COMMANDS[name or function.__name__])
        return group.command(name, cls=Command, help=said, epilog=_closing(examples))(function)

    return register


def command_group(name: str, examples: list[str]) -> typer.Typer:
    """A group for commands of two words, `stratege NAME COMMAND`; alone, it shows its help."""
    said = _(COMMANDS[name])
    group = typer.Typer(cls=Group, help=said, epilog=_closing(examples), rich_markup_mode="rich")

    @group.callback(invoke_without_command=True)
    def alone(context: typer.Context, lang: Lang = None) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    app.add_typer(group, name=name)
    return group


def _closing(examples: list[str]) -> str:
    return _("Examples:") + "\n\n" + "\n\n".join(f"  $ {example}" for example in examples)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"stratege {stratege.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    lang: Lang = None,
    version: bool = typer.Option(
        False, "--version", help=option_help("--version"), callback=_version, is_eager=True
    ),
    install_completion: bool = typer.Option(
        False,
        "--install-completion",
        help=option_help("--install-completion"),
        callback=completion.install,
        is_eager=True,
    ),
    show_completion: bool = typer.Option(
        False,
        "--show-completion",
        help=option_help("--show-completion"),
        callback=completion.show,
        is_eager=True,
    ),
) -> None:
    """Open the menu when no command is given."""
    if context.invoked_subcommand is None:
        from stratege.cli import menu

        menu.run()
