"""What can be chosen about the web app, and its secret."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stratege.core.errors import StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.web.first_start.chores import Chore

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ANY_HOST = ("*",)
SECRET_BYTES = 32


def default_folder() -> Path:
    """The user's data folder, where the archive is too."""
    from platformdirs import user_data_path

    return user_data_path("stratege")


@dataclass(frozen=True)
class Settings:
    """Where the app keeps its files, which names it answers to, and how much it does for whom.

    `hosts` are the names by which browsers may call it: with loopback only, no page elsewhere can reach it by
    pointing a name of its own at this machine. Rates are per second and client, with bursts above them.
    """

    folder: Path
    hosts: tuple[str, ...] = LOOPBACK
    workers: int = (os.cpu_count() or 1) + 1
    """Processes that think; long analyses leave one of them free for the levels' moves."""
    queue: int = 64
    jobs_per_client: int = 4
    rate: float = 50
    burst: int = 300
    frame_rate: float = 20
    frame_burst: int = 100
    most_sockets: int = 4000
    body_limit: int = 64 * 1024
    upload_limit: int = 8 << 20
    most_uploads: int = 16
    """Files held at a time, of all visitors."""
    most_pixels: int = 1 << 22
    """Of a picture that is uploaded: 2048 × 2048."""
    call_seconds: int = 3
    """How long a paper's function may work."""
    level_seconds: float = 1.0
    hint_seconds: float = 1.0
    longest_analysis: float = 60.0
    database: str | None = None
    """The archive, a file or a PostgreSQL address; by default a file in the folder."""
    archive_pause: float = 1.0
    """Seconds in which finished games gather before they go into the archive together."""
    keep_days: float = 90
    """How long a live game is kept that nobody has touched since."""
    warm: bool = False
    """Whether to compile every game in the background as soon as the app starts."""
    chores: tuple[Chore, ...] = ()
    """What to have made in the background, once and for all."""

    @property
    def archive(self) -> str:
        """Where the archive is."""
        return self.database or str(self.folder / "archive.sqlite")

    def secret(self) -> bytes:
        """The key that signs cookies: made once, then the same at every start."""
        path = self.folder / "secret"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            try:
                handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                return self._kept(path)
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(SECRET_BYTES))
            return path.read_bytes()
        except OSError as error:
            raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None

    def _kept(self, path: Path) -> bytes:
        secret = path.read_bytes()
        if len(secret) != SECRET_BYTES:
            raise StrategeError(_("{path} is damaged: delete it, and visitors become strangers.", path=path))
        return secret
