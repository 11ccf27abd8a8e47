"""`stratege levels`: how strong the levels of a game are, as it was measured."""

from __future__ import annotations

from rich.table import Table

from stratege.cli.app import command
from stratege.cli.console import out, print_json
from stratege.cli.options import GameName, Json, Lang
from stratege.core.language import _
from stratege.core.level_figures import ELO, PERFECT, read_figures
from stratege.core.registry import game_class
from stratege.engine.adaptive import ABOUT, ADAPTIVE


@command(examples=["stratege levels awale", "stratege levels quixo --json"])
def levels(name: GameName, as_json: Json = False, lang: Lang = None) -> None:
    declaration = game_class(name).declaration
    figures = declaration.level_figures
    about = {} if declaration.figures_file is None else read_figures(declaration.figures_file)
    if as_json:
        print_json({"game": name, "levels": [one.as_json() for one in figures], "measured": about})
        return
    table = Table(_("level"), "Elo", _("perfect moves"), box=None)
    for one in figures:
        table.add_row(str(one.level), one.elo_words, one.perfect_words)
    if figures:
        out.print(table)
        for key, words in ((ELO, _("Elo within the ladder, level 1 being 0")), (PERFECT, _("perfect moves"))):
            if key in about:
                told = f"{words}: {about[key]['board']}, {about[key]['conditions']}"
                out.print(told, style="label", markup=False, soft_wrap=True)
    else:
        out.print(_("The levels of {game} have not been measured.", game=declaration.game.title))
    out.print(f"{ADAPTIVE}: {_(ABOUT)}", markup=False, soft_wrap=True)
