"""A program that speaks the line protocol, well or badly: `python tiny_engine.py MODE GAME SIZE [PIDFILE]`.

Whatever its mode, it answers the first `go` as it should, except where the mode is about starting.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import stratege


def engine(mode: str, *words: str) -> str:
    """The name of the player that this program is."""
    return "engine:" + " ".join([f"'{sys.executable}'", f"'{__file__}'", mode, *words])


def say(*words: object) -> None:
    print(*words, flush=True)


def misbehave(mode: str, position: stratege.Position) -> None:
    if mode == "silent":
        time.sleep(60)
    elif mode == "crash":
        print(
            "Traceback (most recent call last):\nZeroDivisionError: the pit is empty" + "!" * 50_000,
            file=sys.stderr,
        )
        sys.exit(3)
    elif mode == "garbage":
        say("¿que?")
        say("bestmoves", position.moves()[0])
        time.sleep(60)
    elif mode == "flood":
        while True:
            say("lorem ipsum " * 100)
    elif mode == "confused":
        say("error I know no such position")
    elif mode == "escape":
        say("error \x1b[2J\x1b]0;mine\x07 \u202e")
    elif mode == "escape-dying":
        sys.exit("\x1b[2J\x9b31m")
    elif mode == "illegal":
        say("bestmove", "0,0-0,0")
    elif mode == "gibberish":
        say("bestmove b\xe9eb0p" + "p" * 50_000)
    elif mode == "empty":
        say("bestmove")
    elif mode == "closed":
        os.close(1)
        time.sleep(60)


def bear(pid_file: str | None) -> None:
    """Start two processes that live on: one in a session of its own, one whose parent ends at once."""
    note = f"echo $$ >> '{pid_file}'; exec sleep 60"
    with subprocess.Popen(["sh", "-c", f'setsid sh -c "{note}" & setsid sh -c "{note}" &']):
        pass
    while pid_file and Path(pid_file).read_text().count("\n") < 3:
        time.sleep(0.01)


def answer(position: stratege.Position) -> None:
    say("info depth 1 nodes 1")
    say("something that nobody asked for")
    say("bestmove", position.moves()[-1])


def main(mode: str, name: str, size: str, pid_file: str | None = None) -> None:
    if pid_file is not None:
        with Path(pid_file).open("a") as file:
            file.write(f"{os.getpid()}\n")
    if mode == "fertile":
        bear(pid_file)
    if mode == "absent":
        sys.exit("no licence found")
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    position, asked = stratege.game(name, size=size).start(seed=0), 0
    for line in sys.stdin:
        first, *rest = line.split()
        if first == "quit" and mode != "stubborn":
            return
        if first == "position":
            position = stratege.parse(name, rest[0])
            for move in rest[2:]:
                position = position.play(move)
        elif first == "go":
            asked += 1
            if mode == "mute":
                time.sleep(60)
            elif asked == 1 or mode in ("good", "stubborn", "fertile"):
                answer(position)
            else:
                misbehave(mode, position)
    while mode == "stubborn":
        time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
