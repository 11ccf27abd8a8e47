"""The games as environments for reinforcement learning.

For every game NAME there is a module `stratege.envs.NAME_v0`, as PettingZoo has them: `env(variant=…, size=…,
render_mode=…)` and `raw_env(…)`. `stratege.envs.single` plays against a machine in Gymnasium's way,
`stratege.envs.openspiel` brings the games to OpenSpiel, `stratege.envs.batch` moves thousands of boards.

>>> from stratege.envs import awale_v0
>>> env = awale_v0.env(variant="abapa")
>>> env.reset(seed=1)
>>> env.observe("player_1")["action_mask"].tolist()
[1, 1, 1, 1, 1, 1]
"""

from __future__ import annotations

import functools
import sys
from types import ModuleType
from typing import Any

from stratege.core.extras import require
from stratege.core.registry import GAMES

require("engine")

VERSION = "v0"


def _made(kind: str, name: str, **options: Any) -> Any:
    from stratege.envs import aec

    return getattr(aec, kind)(name, **options)


def _module(name: str) -> ModuleType:
    """A game's module, as PettingZoo's users expect to find one."""
    module = ModuleType(f"{__name__}.{name}_{VERSION}", f"The game {name} as a PettingZoo environment.")
    for kind in ("env", "raw_env"):
        setattr(module, kind, functools.partial(_made, kind, name))
    return module


for _name in GAMES:
    # Already there when `import stratege.envs.NAME_v0` looks for it.
    globals()[f"{_name}_{VERSION}"] = sys.modules[f"{__name__}.{_name}_{VERSION}"] = _module(_name)


def __getattr__(name: str) -> Any:
    """What is not there, such as the module of a game that there is not."""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}; the games are {', '.join(GAMES)}")
