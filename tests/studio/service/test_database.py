import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kinroute.errors import FormatError, InputError
from kinroute.studio.service.database import opened


def test_a_new_database_is_durable(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "jobs.sqlite")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    with closing(opened(tmp_path / "jobs.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM jobs").fetchone()[0] == 0


def test_a_foreign_a_newer_or_a_damaged_file_is_not_used(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    with pytest.raises(FormatError, match="no file of a service"):
        opened(foreign)
    newer = tmp_path / "newer.sqlite"
    with closing(opened(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(FormatError, match="version 99, this program reads 1"):
        opened(newer)
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(b"no database at all" * 100)
    with pytest.raises(FormatError, match="cannot be used"):
        opened(damaged)
    with pytest.raises(InputError, match="cannot open"):
        opened(tmp_path / "missing" / "jobs.sqlite")
