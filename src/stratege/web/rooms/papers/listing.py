"""Documentation and source as HTML, a little coloured; browsers get no script for it."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonConsoleLexer, PythonLexer


@cache
def source(text: str) -> tuple[Markup, ...]:
    """A piece of Python, line by line; the style sheet numbers them."""
    return tuple(Markup(line) for line in _coloured(text, PythonLexer()))


@cache
def documentation(text: str) -> Markup:
    """A docstring: paragraphs, with what stands in backquotes as code, in stars as emphasis; examples.

    >>> print(documentation("Si `a` < 2."))
    <p>Si <code>a</code> &lt; 2.</p>
    """
    return Markup("").join(_block(block) for block in re.split(r"\n\s*\n", text) if block.strip())


def console(text: str) -> Markup:
    """A conversation with Python, or with a shell."""
    lines = "\n".join(_coloured(text, PythonConsoleLexer()))
    return Markup('<pre class="code" tabindex="0">{}</pre>').format(Markup(lines))


def _block(text: str) -> Markup:
    if text.lstrip().startswith(">>>"):
        return console(text)
    words = re.sub(r"``?([^`]+)``?", r"<code>\1</code>", str(escape(text)))
    words = re.sub(r"\*(\w+)\*", r"<em>\1</em>", words)
    return Markup("<p>{}</p>").format(Markup(words))


def _coloured(text: str, lexer: PythonLexer | PythonConsoleLexer) -> list[str]:
    """Lines of HTML; Pygments closes what it opens on each of them."""
    coloured: str = highlight(text, lexer, HtmlFormatter(nowrap=True))
    return coloured.rstrip("\n").split("\n")
