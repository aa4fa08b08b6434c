import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet
import pytest

from kinroute.bench.export import export
from kinroute.bench.store import Store
from kinroute.errors import ConfigError, FormatError, InputError
from tests.bench import made_up


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made_up.filled(tmp_path / "s.sqlite", made_up.campaign(5))
    with Store(tmp_path / "s.sqlite") as opened:
        yield opened


def test_both_formats_hold_every_run(store: Store, tmp_path: Path) -> None:
    assert export(store, tmp_path / "a.csv") == export(store, tmp_path / "a.parquet") == 30
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    records = store.records()
    assert [row["key"] for row in rows] == [row["key"] for row in table] == [r.key for r in records]
    assert [float(row["cost"]) for row in rows] == [row["cost"] for row in table]
    assert {row["best_known"] for row in table} == {10_000.0}
    assert table[0]["feasible"] is True


def test_traces_have_a_row_for_every_improvement(store: Store, tmp_path: Path) -> None:
    assert export(store, tmp_path / "t.parquet", traces=True) == 30 * 12
    table = pyarrow.parquet.read_table(tmp_path / "t.parquet")
    assert table.column_names == ["key", "time", "cost", "iterations"]


def test_routes_and_traces_are_added_on_request(store: Store, tmp_path: Path) -> None:
    export(store, tmp_path / "a.csv")
    export(store, tmp_path / "b.csv", with_routes=True)
    heads = [(tmp_path / f"{name}.csv").read_text().splitlines()[0].split(",") for name in "ab"]
    assert set(heads[1]) - set(heads[0]) == {"routes"}
    assert {"best_known", "depot", "layout", "demand", "route_length"} < set(heads[0])
    export(store, tmp_path / "c.parquet", with_traces=True)
    assert "trace" in pyarrow.parquet.read_schema(tmp_path / "c.parquet").names
    with pytest.raises(ConfigError, match=r"only in a \.parquet file"):
        export(store, tmp_path / "d.csv", with_traces=True)


def test_a_run_whose_instance_is_gone_is_not_exported(store: Store, tmp_path: Path) -> None:
    store._connection.execute("DELETE FROM instances WHERE rowid = 1")
    with pytest.raises(FormatError, match="is not described"):
        export(store, tmp_path / "a.csv")


def test_other_formats_are_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.csv or \.parquet"):
        export(store, tmp_path / "a.xlsx")


def test_without_the_extra_its_name_is_said(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigError, match=r'pip install "\.\[bench\]"'):
        export(store, tmp_path / "a.parquet")
    assert not (tmp_path / "a.parquet").exists()
