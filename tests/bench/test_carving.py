import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinroute.bench.carving import carved, page_sizes


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
def test_every_value_that_sqlite_writes_is_read(tmp_path: Path, page_size: int) -> None:
    rng = random.Random(page_size)
    numbers = [0, 1, -1, 127, -128, 2**15, -(2**23), 2**31, -(2**47), 2**62]
    rows = [
        (None, rng.choice(numbers), rng.random(), "ä" * rng.randrange(9000), rng.randbytes(k * 40))
        for k in range(60)
    ]
    file = sqlite3.connect(tmp_path / "x.sqlite")
    file.execute(f"PRAGMA page_size = {page_size}")
    file.execute("CREATE TABLE t (a, b, c, d, e)")
    file.execute("CREATE INDEX i ON t (b)")
    file.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows)
    file.commit()
    file.close()
    content = (tmp_path / "x.sqlite").read_bytes()
    assert page_sizes(content)[0] == page_size
    found = carved(content, b"", page_size)
    assert sorted(map(repr, rows)) == sorted(repr(row) for row in found.rows if row[0] is None)
    assert {row[0] for row in found.indexed} == {row[1] for row in rows}


@given(st.binary(max_size=3000), st.binary(max_size=3000), st.integers(0, 255))
def test_no_bytes_make_it_fail(content: bytes, wal: bytes, number: int) -> None:
    page = bytes([0x0D, 0, 0, 0, number]) + content
    carved(page.ljust(1024, b"\x81")[:1024] * 2, wal, 512)


def test_a_header_that_is_gone_leaves_all_sizes_to_try() -> None:
    assert page_sizes(b"") == page_sizes(bytes(100))
    assert page_sizes(b"")[0] == 4096
    assert set(page_sizes(b"")) == {512, 1024, 2048, 4096, 8192, 16384, 32768, 65536}
