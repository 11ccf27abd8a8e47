"""What can be chosen about the web app, and its secret."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stratege.core.errors import BadOption, StrategeError
from stratege.core.files import reason_of
from stratege.core.language import _

if TYPE_CHECKING:
    from stratege.web.first_start.chores import Chore

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SECRET_BYTES = 32


def default_folder() -> Path:
    """The user's data folder, where the archive is too."""
    from platformdirs import user_data_path

    return user_data_path("stratege")


def names_for(host: str, allowed: Sequence[str]) -> tuple[str, ...]:
    """The names by which a server on that address is called; a public one must be told which are its own.

    Else any site could point a name of its own at it, and be "the same site" for visitors' browsers.
    """
    names = [_in_url(name) for name in allowed]
    if not names and not _is_loopback(host):
        raise BadOption(
            _(
                "Others can reach {host}: say what they may call it, with --allow-host NAME.",
                host=host,
            )
        )
    return (*LOOPBACK, *names)


def proxies_at(addresses: Sequence[str]) -> tuple[str, ...]:
    """The addresses of proxies, as they are compared."""
    try:
        return tuple(str(ipaddress.ip_address(address)) for address in addresses)
    except ValueError as error:
        raise BadOption(_("--behind-proxy takes the proxy's address: {why}.", why=error)) from None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _in_url(name: str) -> str:
    """As a browser writes it: small letters; IPv6 addresses in brackets and in their shortest form."""
    if re.fullmatch(r"[a-zA-Z0-9.-]+", name):
        return name.lower()
    address = re.fullmatch(r"\[([0-9a-fA-F:]+)\]|([0-9a-fA-F:]+)", name)
    try:
        return f"[{ipaddress.IPv6Address(address[1] or address[2] if address else '')}]"
    except ValueError:
        raise BadOption(_("{name!r} is no name of a host.", name=name)) from None


def thinking_processes(serving: int = 1) -> int:
    """How many processes think for each of so many that serve: one more than there are cores, between them;
    two at least, one of which is for quick jobs."""
    return max(2, -(-((os.cpu_count() or 1) + 1) // serving))


def make_private(folder: Path) -> None:
    """Have the folder, for its owner only; one that somebody else has made and named stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder == default_folder():
        folder.chmod(0o700)


@dataclass(frozen=True)
class Settings:
    """Where the app keeps its files, which names it answers to, and how much it does for whom.

    `hosts` are the names by which browsers may call it: with loopback only, no page elsewhere can reach it by
    pointing a name of its own at this machine. Rates are per second and visitor, with bursts above them; an
    address, which may stand for many visitors, has `per_address` times as much.
    """

    folder: Path
    hosts: tuple[str, ...] = LOOPBACK
    proxies: tuple[str, ...] = ()
    """The proxies through which visitors come, by https: what these addresses say of visitors is believed."""
    workers: int = thinking_processes()
    """Processes that think; long analyses leave one of them free for the levels' moves."""
    queue: int = 64
    jobs_per_client: int = 4
    rate: float = 50
    burst: int = 300
    frame_rate: float = 20
    frame_burst: int = 100
    per_address: int = 4
    game_rate: float = 0.2
    game_burst: int = 60
    """Live games begun."""
    rules_rate: float = 500_000
    rules_burst: int = 5_000_000
    """Moves of live games that the rules look at, for an address: a few tenths of a second of each second."""
    most_games: int = 200_000
    """Live games kept."""
    most_sockets: int = 4000
    most_connections: int = 8192
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
    live: str | None = None
    """The live games, a PostgreSQL address that processes may share; by default a file in the folder."""
    archive_pause: float = 1.0
    """Seconds in which finished games gather before they go into the archive together."""
    keep_days: float = 90
    """How long a live game is kept that nobody has touched since."""
    warm: bool = False
    """Whether to compile every game in the background as soon as the app starts."""
    chores: tuple[Chore, ...] = ()
    """What to have made in the background, once and for all."""

    @property
    def secure(self) -> bool:
        """Whether visitors come by https, and cookies and pages may insist on it."""
        return bool(self.proxies)

    @property
    def archive(self) -> str:
        """Where the archive is."""
        return self.database or str(self.folder / "archive.sqlite")

    def secret(self) -> bytes:
        """The key that signs cookies: made once, then the same at every start."""
        path = self.folder / "secret"
        try:
            make_private(self.folder)
            if not path.exists():
                with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".secret") as file:
                    file.write(secrets.token_bytes(SECRET_BYTES))
                    file.flush()
                    with suppress(FileExistsError):  # other processes find all of it, or nothing
                        os.link(file.name, path)
            return self._kept(path)
        except OSError as error:
            raise StrategeError(_("Cannot write {path}: {why}.", path=path, why=reason_of(error))) from None

    def _kept(self, path: Path) -> bytes:
        secret = path.read_bytes()
        if len(secret) != SECRET_BYTES:
            raise StrategeError(_("{path} is damaged: delete it, and visitors become strangers.", path=path))
        return secret
