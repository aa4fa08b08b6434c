from pathlib import Path

import pytest

from kinroute.bench.export import export
from kinroute.bench.opened import opened
from kinroute.bench.published import Published
from kinroute.bench.store import Store
from kinroute.errors import InputError
from tests.bench import made_up


def test_the_suffix_decides(tmp_path: Path) -> None:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(3))
    with opened(tmp_path / "s.sqlite") as store:
        assert isinstance(store, Store)
        export(store, tmp_path / "s.PARQUET")
    with opened(tmp_path / "s.PARQUET") as table:
        assert isinstance(table, Published)
    with pytest.raises(InputError, match="no such store"):
        opened(tmp_path / "t.sqlite")
