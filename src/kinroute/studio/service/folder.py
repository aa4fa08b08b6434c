"""The folder of a service: its database, its uploads, and the locks that keep others out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kinroute.errors import InputError

_ORPHANS_SECONDS = 20.0
"""How long the workers of a server that was killed may take to notice it and end."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of a service. No name in it was chosen by a client."""

    path: Path

    @property
    def database(self) -> Path:
        """Queue, events and results."""
        return self.path / "jobs.sqlite"

    @property
    def uploads(self) -> Path:
        """What clients sent, by the ids of their jobs."""
        return self.path / "uploads"

    @property
    def exports(self) -> Path:
        """Exports on their way to a client."""
        return self.path / "exports"

    @property
    def workers_lock(self) -> Path:
        """Held, with others, by every process that may run a job."""
        return self.path / "workers.lock"

    def upload(self, job: str) -> Path:
        """What was sent for a job; further files of it begin with the same name and a dot."""
        return self.uploads / job

    def discard(self, job: str) -> None:
        """Delete all that was sent for a job."""
        for path in (self.upload(job), *self.uploads.glob(f"{job}.*")):
            with suppress(OSError):
                path.unlink()

    def create(self) -> None:
        """Create what is missing, for this user only; raises InputError where that fails."""
        try:
            for path in (self.path, self.uploads, self.exports):
                path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            text = f"cannot create the folder {self.path}: {error.strerror}"
            raise InputError(text) from None

    def discard_uploads(self, kept: set[str]) -> None:
        """Delete uploads of no job, and exports that nobody fetched."""
        for path in (*self.uploads.iterdir(), *self.exports.iterdir()):
            if path.parent == self.exports or path.name.partition(".")[0] not in kept:
                with suppress(OSError):
                    path.unlink()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other servers out, and wait for the workers of one that was killed.

        The operating system releases these locks however their holder ends.
        """
        with _held(self.path / "server.lock", "EXCLUSIVE", 0.0) as is_alone:
            if not is_alone:
                raise InputError(
                    f"another server uses the folder {self.path}\n"
                    "Stop it, or give this one another --folder."
                )
            with _held(self.workers_lock, "EXCLUSIVE", _ORPHANS_SECONDS) as are_gone:
                if not are_gone:
                    raise InputError(
                        f"workers of another server still use the folder {self.path}\n"
                        "End them, or give this server another --folder."
                    )
            yield


@contextmanager
def worker_lock(path: Path) -> Iterator[bool]:
    """Let no server begin while this process runs a job; yields False where one begins now."""
    with _held(path, "DEFERRED", 1.0) as is_held:
        yield is_held


@contextmanager
def _held(path: Path, kind: str, seconds: float) -> Iterator[bool]:
    """A lock by SQLite, which has them on every system; yields whether it was free."""
    with closing(sqlite3.connect(path, timeout=seconds, isolation_level=None)) as connection:
        try:
            connection.execute(f"BEGIN {kind}")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # a shared lock
        except sqlite3.OperationalError:
            yield False
            return
        yield True
