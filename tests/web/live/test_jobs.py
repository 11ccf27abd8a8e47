"""What thinking processes do, done here."""

from __future__ import annotations

import stratege
from stratege.engine.players import SearchPlayer
from stratege.tables.shelf import Shelf
from stratege.web.jobs.task import Job, Task
from stratege.web.live.jobs import choose, kept_player


def test_a_stop_that_came_too_late_does_not_stop_the_next_job() -> None:
    quixo = stratege.game("quixo")
    level = kept_player("level:10:no-book", quixo, Shelf().stamp(quixo))
    assert isinstance(level, SearchPlayer)
    level.stop()
    options = {"level": "level:10:no-book", "seconds": 0.5}
    job = Job(choose, ("quixo", "standard", "5"), quixo.start().text(), options=options)
    assert choose(Task(0, job, lambda kind, payload: None)) in quixo.start().moves()
    assert level._adviser._searcher().nodes > 20_000
