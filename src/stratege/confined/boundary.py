"""What confines a process on this machine: sandlock (Landlock and seccomp), else bubblewrap, else nothing.

Inside, a process reads the interpreter's own files and writes nowhere, has no network, starts no other
process, and dies with its keeper.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from stratege.core.errors import StrategeError
from stratege.core.language import _

MEGABYTE = 1 << 20

# What Landlock does not cover: the marks on files (rights, owners, dates) and the limits, priorities and
# processors of other processes of the same user, the keeper's own among them.
DENIED = [
    "chmod",
    "fchmod",
    "fchmodat",
    "fchmodat2",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "utime",
    "utimes",
    "utimensat",
    "futimesat",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    "prlimit64",
    "setrlimit",
    "setpriority",
    "sched_setaffinity",
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    "ioprio_set",
    "migrate_pages",
    "move_pages",
]


class Unconfined(StrategeError):
    """Nothing here can confine a stranger's program, so it is not run."""


class Boundary(Enum):
    """What stands around the process."""

    SANDLOCK = "sandlock"
    BUBBLEWRAP = "bubblewrap"
    NONE = "none"


@dataclass(frozen=True)
class Limits:
    """How much a stranger's code may take; times are of one call, in seconds."""

    processor: float = 1.0
    clock: float = 8.0
    memory: int = 512 * MEGABYTE
    life: int = 60  # seconds of processor time of the whole process
    answer: int = 2 * MEGABYTE
    source: int = 200_000


@cache
def works(one: Boundary) -> bool:
    """Whether a boundary can be had on this machine, found by trying it."""
    try:
        begun = begin([python(), "-I", "-S", "-c", "print(1)"], one, Limits(), ())
    except (OSError, RuntimeError, ImportError, AttributeError, ValueError, subprocess.SubprocessError):
        return False
    try:
        return os.read(begun.output, 2) == b"1\n"
    finally:
        begun.end()


def boundary() -> Boundary:
    """The best boundary that works here.

    Bubblewrap leaves the number of processes to the user's own limit, which root does not have: root needs
    sandlock.
    """
    if works(Boundary.SANDLOCK):
        return Boundary.SANDLOCK
    return Boundary.BUBBLEWRAP if os.geteuid() != 0 and works(Boundary.BUBBLEWRAP) else Boundary.NONE


def confining(trusted: bool = False) -> Boundary:
    """The boundary for a stranger's code; a sentence where there is none, unless the code is one's own."""
    found = boundary()
    if found is Boundary.NONE and not trusted:
        raise Unconfined(
            _(
                "Nothing on this machine can confine somebody else's program (sandlock needs Linux 6.7, "
                "bubblewrap its command bwrap), so it is not run. If the file is your own, say --trust."
            )
        )
    return found


def python() -> str:
    """The interpreter itself, not a virtual environment's link to it."""
    return os.path.realpath(sys.executable)


def readable() -> list[str]:
    """What an interpreter needs to read: itself, its library, the system's."""
    own = {sys.base_prefix, sysconfig.get_path("stdlib"), str(Path(python()).parent)}
    system = {"/usr", "/lib", "/lib64", "/lib32", "/dev/null", "/dev/urandom"}
    return sorted(path for path in own | system if os.path.exists(path))


def hidden() -> list[str]:
    """Folders inside what is readable that are not shown: our own package, answers and all."""
    package = Path(__file__).resolve().parent.parent
    if not any(package.is_relative_to(path) for path in readable()):
        return []
    own = [package / "confined"]  # what runs inside is read from here
    return sorted(str(path) for path in package.iterdir() if path.is_dir() and path not in own)


@dataclass
class Begun:
    """A process that has begun: its ends of the pipes, its number, and how to end it."""

    pid: int
    input: int
    output: int
    keeper: Any

    def end(self) -> None:
        """Kill it and wait until it is gone."""
        for number in (self.input, self.output):
            try:
                os.close(number)
            except OSError:
                continue
        self.keeper()


def begin(command: Sequence[str], around: Boundary, limits: Limits, files: Sequence[str]) -> Begun:
    """Start a command inside a boundary; `files` may be read besides the interpreter."""
    if around is Boundary.SANDLOCK:
        return _sandlock(command, limits, files)
    if around is Boundary.BUBBLEWRAP:
        return _bubblewrap(command, files)
    return _plain(command)


def _sandlock(command: Sequence[str], limits: Limits, files: Sequence[str]) -> Begun:
    from sandlock import Sandbox, StdioMode

    box = Sandbox(
        fs_readable=[*readable(), *files],
        fs_writable=["/dev/null"],
        fs_denied=hidden(),
        max_memory=2 * limits.memory,  # the interpreter's own limit comes first, and raises MemoryError
        max_processes=1,
        cwd="/",
        clean_env=True,
        no_coredump=True,
        extra_deny_syscalls=DENIED,
    )
    process = box.popen(list(command), stdin=StdioMode.PIPED, stdout=StdioMode.PIPED, stderr=StdioMode.NULL)
    given, taken = os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno())
    process.stdin.close()
    process.stdout.close()

    def end() -> None:
        process.kill()
        process.wait()

    return Begun(process.pid, given, taken, end)


def _bubblewrap(command: Sequence[str], files: Sequence[str]) -> Begun:
    program = shutil.which("bwrap")
    if program is None:
        raise FileNotFoundError("bwrap")
    told, tell = os.pipe()
    shown = [
        word
        for path in [*readable(), *files]
        if not path.startswith("/dev")
        for word in ("--ro-bind", path, path)
    ]
    words = [
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--as-pid-1",
        "--clearenv",
        "--dev",
        "/dev",
    ]
    words += ["--uid", "65534", "--gid", "65534", "--chdir", "/", "--info-fd", str(tell), *shown]
    words += [word for path in hidden() for word in ("--tmpfs", path, "--remount-ro", path)]
    words += ["--remount-ro", "/dev", "--remount-ro", "/", "--"]
    process = _popen([program, *words, *command], pass_fds=(tell,))
    os.close(tell)
    with os.fdopen(told) as info:
        text = info.read()
    begun = _begun(process)
    begun.pid = int(json.loads(text)["child-pid"]) if text else process.pid
    return begun


def _plain(command: Sequence[str]) -> Begun:
    return _begun(_popen(list(command)))


def _popen(words: list[str], pass_fds: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        pass_fds=pass_fds,
        start_new_session=True,
    )


def _begun(process: subprocess.Popen[bytes]) -> Begun:
    assert process.stdin is not None
    assert process.stdout is not None
    given, taken = os.dup(process.stdin.fileno()), os.dup(process.stdout.fileno())
    process.stdin.close()
    process.stdout.close()

    def end() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    return Begun(process.pid, given, taken, end)
