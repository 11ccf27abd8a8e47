"""Runs a program so that nothing of it is left: `python -I -S warden.py LIFELINE REPORT COMMAND…`.

The warden adopts whatever the program starts and abandons, sessions of their own included
(PR_SET_CHILD_SUBREAPER, on Linux). When the program ends, or when the pipe LIFELINE is closed at its other
end, even by the death of whoever held it, all of them are killed, and the warden ends with its status.
If the program cannot be started, the number of the error is written to REPORT.

A script of its own, with nothing but the standard library: it must be small and quick to start.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36
MEMORY = 4 << 30
KILLED = 128  # the status of a program that a signal has ended is this and the signal's number


def main(lifeline: int, report: int, command: list[str]) -> int:
    """Run the command to its end or to that of the lifeline; its status."""
    heard, hears = os.pipe()
    for end in (heard, hears):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(hears)
    # Handlers, since what is ignored here would be ignored by the program too.
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_signal: None)
    adopt()
    program = start(command, lifeline, report)
    ended: dict[int, int] = {}
    while program not in ended:
        ready, _writable, _other = select.select([lifeline, heard], [], [])
        if lifeline in ready:
            break
        os.read(heard, 1024)
        reap(ended)
    while reap(ended):
        for process in descendants(program):
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.002)
    return ended[program]


def adopt() -> None:
    """Become the parent of whatever loses its own below us."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def start(command: list[str], lifeline: int, report: int) -> int:
    """The number of the process that becomes the program."""
    child = os.fork()
    if child:
        os.close(report)
        os.closerange(0, 3)  # these are the program's alone
        return child
    os.set_inheritable(report, False)
    os.close(lifeline)
    limit_memory()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(report, str(error.errno).encode())
    os._exit(KILLED - 1)


def limit_memory() -> None:
    """What this process, and each that it starts, may keep for itself; files that it maps do not count."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def reap(ended: dict[int, int]) -> bool:
    """Take leave of what has ended, noting its status; whether anything is left."""
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            code = os.waitstatus_to_exitcode(found[1])
            ended[found[0]] = code if code >= 0 else KILLED - code
    except ChildProcessError:
        return False
    return True


def descendants(program: int) -> list[int]:
    """The processes below this one, as the system lists them; the program where there is no such list."""
    if sys.platform != "linux":
        return [program]
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
    found = list(children.get(os.getpid(), []))
    for process in found:
        found += children.get(process, [])
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
