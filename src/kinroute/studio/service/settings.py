"""What a service runs with: its place, its limits, and who may use it."""

from __future__ import annotations

import ipaddress
import math
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from kinroute.errors import ConfigError
from kinroute.search.cores import available_cores

_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
_BYTES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
_SHORTEST_TOKEN = 16


def default_folder() -> Path:
    """Where jobs are kept: KINROUTE_JOBS, or `kinroute/service` in the user's data folder."""
    if chosen := os.environ.get("KINROUTE_JOBS"):
        return Path(chosen)
    above = os.environ.get("XDG_DATA_HOME")
    return (Path(above) if above else Path.home() / ".local" / "share") / "kinroute" / "service"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a client may request; more is refused with a status from 400 to 499."""

    body_bytes: int = 64_000_000
    customers: int = 30_000
    seconds: float = 3600.0
    """Budget of one job."""
    threads: int = field(default_factory=lambda: len(available_cores()))
    """Threads of one job."""
    queue: int = 1000
    """Jobs that wait."""
    client_jobs: int = 200
    """Jobs of one client address that wait or run."""
    followers: int = 100
    """Streams of events that are open at once."""
    memory_bytes: int = 8_000_000_000
    """Address space of a process that reads, solves or exports."""
    reading_seconds: float = 60.0
    """Time to read an instance, or to export a result."""
    idle_seconds: float = 20.0
    """Time in which a client must send, or take, the next piece."""
    tries: int = 3
    """How often a job is begun whose worker dies."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise ConfigError(f"{name} = {value}; use a number above 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a service runs."""

    folder: Path = field(default_factory=default_folder)
    """Where queue, uploads and results are kept."""
    address: str = "127.0.0.1"
    port: int = 8765
    """0 takes any free one."""
    token: str | None = field(default=None, repr=False)
    """What clients must send; needed for any address but loopback."""
    hosts: tuple[str, ...] = ()
    """Names of this server that requests may be addressed to, besides localhost and numbers."""
    workers: int | None = None
    """Jobs that run at once; None for as many as there are cores, or threads of the cluster."""
    keep_seconds: float = 7 * 86400.0
    """How long a finished job is kept."""
    cluster: str | None = None
    """Address of the Dask scheduler that jobs are handed to, instead of processes here."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"{self.workers} workers cannot run anything; use 1 or more")
        if not 0 <= self.port < 2**16:
            raise ConfigError(f"port {self.port}; use a number from 0 to 65535")
        if not (math.isfinite(self.keep_seconds) and self.keep_seconds > 0):
            raise ConfigError(f"keep_seconds = {self.keep_seconds}; use a number above 0")
        if self.token is not None:
            _require_token(self.token)
        elif not is_loopback(self.address):
            raise ConfigError(
                f"address {self.address} can be reached by others, and there is no token\n"
                "Give one with --token-file or in the environment as KINROUTE_TOKEN, or use "
                "127.0.0.1."
            )


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    if address.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def read_token(file: Path | None) -> str | None:
    """The token in a file, or in the environment; None where there is neither."""
    if file is None:
        return os.environ.get("KINROUTE_TOKEN", "").strip() or None
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise ConfigError(f"--token-file {file} cannot be read: {reason}") from None


def amount_of_seconds(text: str, option: str) -> float:
    """A time such as 7d, 12h, 90min or 30s, the value of an option, in seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|min|h|d)", text.strip())
    if found is None:
        raise ConfigError(f"{option} {text!r} is no time; write 7d, 12h, 90min or 30s")
    return float(found[1]) * _SECONDS[found[2]]


def amount_of_bytes(text: str, option: str) -> int:
    """A size such as 64MB, 500kB or 2GB, the value of an option, in bytes."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kMG]?)B?", text.strip())
    if found is None:
        raise ConfigError(f"{option} {text!r} is no size; write 64MB, 500kB or 2GB")
    return int(float(found[1]) * _BYTES[found[2]])


def _require_token(token: str) -> None:
    if len(token) < _SHORTEST_TOKEN or not re.fullmatch(r"[!-~]+", token):
        raise ConfigError(
            f"the token has {len(token)} characters; use at least {_SHORTEST_TOKEN}, letters, "
            "digits and signs without spaces, such as `openssl rand -hex 32` prints"
        )
