"""Bots that behave badly, each with the fault it must lose by and words of the reason."""

from __future__ import annotations

from stratege.arena.match import FAILED, ILLEGAL, LATE


def choosing(body: str, before: str = "") -> str:
    return f"{before}\ndef choose(position, history, seconds):\n" + "\n".join(
        "    " + line for line in body.splitlines()
    )


BAD_BOTS: dict[str, tuple[str, str, str]] = {
    "endless output": (choosing("while True:\n    print('x' * 100)"), FAILED, "printed too much"),
    "no newline": (choosing("import os\nos.write(1, b'x' * 10_000_000)\nreturn 'no'"), ILLEGAL, "not a move"),
    "every descriptor": (
        choosing(
            "import os\nfor number in range(3, 32):\n    try:\n        os.write(number, b'{}\\n')\n"
            "    except OSError:\n        pass\nreturn position['moves'][0]"
        ),
        FAILED,
        "cannot be read",
    ),
    "fork": (choosing("import os\nos.fork()\nreturn 'x'"), FAILED, "line 4"),
    "fork bomb": (
        choosing("import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"),
        LATE,
        "no move in",
    ),
    "thread": (
        choosing("import threading\nthreading.Thread(target=print).start()\nreturn 'x'"),
        ILLEGAL,
        "not a move",
    ),
    "shell": (choosing("import subprocess\nreturn subprocess.check_output(['id'])"), FAILED, "line 4"),
    "memory": (choosing("return 'x' * (1 << 34)"), FAILED, "memory"),
    "memory in steps": (
        choosing("kept = []\nwhile True:\n    kept.append(bytearray(1 << 24))"),
        FAILED,
        "memory",
    ),
    "sleeping": (choosing("import time\ntime.sleep(600)"), LATE, "no move in"),
    "busy": (choosing("while True:\n    pass"), LATE, "no move in"),
    "deaf to interruption": (
        choosing(
            "while True:\n    try:\n        while True:\n            pass\n"
            "    except BaseException:\n        pass"
        ),
        LATE,
        "no move in",
    ),
    "wrong protocol": (choosing("return {'move': position['moves'][0]}"), ILLEGAL, "not the text of a move"),
    "a number": (choosing("return 3"), ILLEGAL, "not the text of a move"),
    "nothing": (choosing("pass"), ILLEGAL, "perhaps a `return` is missing"),
    "binary": (choosing("return bytes(range(256))"), ILLEGAL, "not the text of a move"),
    "control letters": (choosing("return '\\x1b[2J\\x00' * 50"), ILLEGAL, "not the text of a move"),
    "an endless answer": (choosing("return 'a' * 3_000_000"), FAILED, "too long"),
    "the other side's cube": (
        choosing(
            "if not history:\n    return position['moves'][0]\n"
            "cube = history[-1].split('-')[1]\n"  # what the opponent has pushed in
            "i, j = cube.split(',')\n"
            "ends = [f'{i},0', f'{i},2', f'0,{j}', f'2,{j}']\n"
            "return cube + '-' + next(end for end in ends if end != cube)"
        ),
        ILLEGAL,
        "the cube is the opponent's",
    ),
    "exit": (choosing("import os\nos._exit(0)"), FAILED, "ended before"),
    "sys.exit": (choosing("raise SystemExit(0)"), FAILED, "SystemExit"),
    "killing itself": (
        choosing("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"),
        FAILED,
        "ended before",
    ),
    "a crash in C": (choosing("import ctypes\nctypes.string_at(0)"), FAILED, ""),
    "an exception": (choosing("return position['moves'][99]"), FAILED, "line 3 of its file (IndexError"),
    "recursion": (choosing("return choose(position, history, seconds)"), FAILED, "RecursionError"),
    "writing files": (choosing("open('/tmp/stratege-bot-was-here', 'w').write('x')"), FAILED, "line 3"),
    "reading secrets": (choosing("return open('/etc/shadow').read()"), FAILED, "line 3"),
    "opening sockets": (
        choosing("import socket\nsocket.create_connection(('127.0.0.1', 80), 1)\nreturn 'x'"),
        FAILED,
        "line 4",
    ),
    "killing others": (choosing("import os\nos.kill(os.getppid(), 9)\nreturn 'x'"), FAILED, ""),
    "the keyboard": (choosing("return input('move? ')"), FAILED, "keyboard"),
    "no function": ("def chose(position, history, seconds):\n    return 'a'\n", FAILED, "no function choose"),
    "not Python": ("this is an essay about games\n", FAILED, "SyntaxError"),
    "failing while it is read": (
        "import numpy.nowhere\ndef choice(): pass\n",
        FAILED,
        "line 1 of its file (ModuleNotFoundError: No module named 'numpy'); only Python's own library",
    ),
    "sleeping while it is read": ("import time\ntime.sleep(600)\n", LATE, "not read to the end"),
}
