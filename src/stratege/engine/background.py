"""An engine compiled by another process, while this one goes on.

The process, `python -m stratege.engine.background GAME VARIANT SIZE`, says on its standard output how
far it is, a fraction a line, and goes when its standard input closes: who started it may die in any way.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Self

from stratege.core.game import Game
from stratege.core.registry import game

NICENESS = 5  # whoever answers meanwhile goes before


class Background:
    """A game's engine on its way; leaving the `with` block ends the work, done or not."""

    def __init__(self, chosen: Game) -> None:
        self.fraction = 0.0
        words = [sys.executable, "-m", __name__, chosen.name, chosen.variant.name, chosen.size]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(words, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload]
        self._ended = threading.Event()
        self._then: list[Callable[[], None]] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def ended(self) -> bool:
        """Whether it is done, or has failed."""
        return self._ended.is_set()

    def wait(self) -> None:
        """Until it is done, or has failed."""
        while not self._ended.wait(0.1):  # so that Ctrl-C is heard
            pass

    def afterwards(self, call: Callable[[], None]) -> None:
        """Have this called when it has ended, in another thread; now, if it has."""
        self._then.append(call)
        if self.ended:
            call()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._listener.join()
        self._process.wait()
        self._process.stdin.close()

    def _listen(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                self.fraction = float(line)
        self._ended.set()
        for call in self._then:
            call()


def main(name: str, variant: str, size: str) -> None:
    """Compile, and say how far it is."""
    from stratege.engine.preparing import prepare

    threading.Thread(target=_go_with_parent, daemon=True).start()
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    prepare(game(name, variant, size), lambda fraction: print(fraction, flush=True))


def _go_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
