"""A thinking process: one job after the other, each stopped as soon as nobody wants it.

Two threads: one listens to the pipe, where jobs and cancellations come in, the other works. Searches run
outside Python's lock, so the listener is heard at once. When the pipe closes, even by our parent's death,
the process goes, whatever it is doing. No job ends it by what it raises; one that takes too long is ended
together with the process, by the parent (`pool`), and so are the processes that it has started.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from stratege.core import language
from stratege.core.errors import StrategeError, Unavailable
from stratege.web.errors import Failed
from stratege.web.jobs.task import CRASHED, DONE, ERROR, REFUSED, UNAVAILABLE, Cancelled, Task

NICENESS = 10  # thinking gives way to serving


def run(pipe: Connection) -> None:
    """Work until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, who closes the pipe
    with contextlib.suppress(OSError, AttributeError):
        os.setpgrp()  # what we start ends with us
        os.nice(NICENESS)
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    while True:
        task = tasks.get()
        kind, payload = _done(task)
        try:
            pipe.send((task.number, kind, payload))
        except OSError:
            os._exit(0)
        except Exception:  # an answer that cannot be sent
            pipe.send((task.number, CRASHED, traceback.format_exc()))


def _listen(pipe: Connection, tasks: queue.SimpleQueue[Task]) -> None:
    current: Task | None = None
    try:
        while True:
            number, job = pipe.recv()
            if job is not None:
                current = Task(number, job, _reporter(pipe, number))
                tasks.put(current)
            elif current is not None and current.number == number:
                current.cancel()
    finally:  # our parent is gone, or sends what nobody can read
        os._exit(0)


def _reporter(pipe: Connection, number: int) -> Callable[[str, Any], None]:
    return lambda kind, payload: pipe.send((number, kind, payload))


def _done(task: Task) -> tuple[str, Any]:
    """The job's last word."""
    language.use(task.job.language)
    try:
        return DONE, task.job.kind(task)
    except Cancelled:
        return ERROR, ""
    except Failed as error:
        return ERROR, str(error)
    except Unavailable as error:
        return UNAVAILABLE, str(error)
    except StrategeError as error:
        return REFUSED, str(error)
    except BaseException:  # whatever a crafted position or file has made of our code
        return CRASHED, traceback.format_exc()
    finally:
        task.end()
