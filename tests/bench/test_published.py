import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.bench.export import export
from kinroute.bench.instances import Files
from kinroute.bench.opened import opened
from kinroute.bench.published import Published
from kinroute.bench.record import Record
from kinroute.bench.report import composed
from kinroute.bench.report.document import Bullets, Part, Picture
from kinroute.bench.results import Results, results_of
from kinroute.bench.run import store_plan
from kinroute.bench.store import Store
from kinroute.bench.stored_campaign import stored_campaign
from kinroute.errors import FormatError, InputError
from tests.bench import made_up


def some_infeasible(record: Record) -> Record | None:
    rng = random.Random(record.key)
    if rng.random() < 0.03:
        return None
    return made_up.infeasible(record) if rng.random() < 0.05 else record


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("published") / "s.sqlite"
    made_up.filled(path, made_up.campaign(25, seeds=(1, 2)), changed=some_infeasible)
    return path


def exported(store: Path, path: Path, **options: Any) -> Path:
    with opened(store) as source:
        export(source, path, **options)
    return path


def read(path: Path) -> Results:
    with opened(path) as source:
        return results_of(source)


def parts_of(results: Results) -> list[Part]:
    """The report without pictures of convergence and without its closing notes."""
    return [
        part
        for part in composed(results).parts
        if not isinstance(part, Bullets) and not (isinstance(part, Picture) and "conv" in part.name)
    ]


def test_a_report_from_the_table_says_what_that_from_the_store_says(
    store: Path, tmp_path: Path
) -> None:
    ours, theirs = read(store), read(exported(store, tmp_path / "x.parquet"))
    assert theirs.comparisons_frame().equals(ours.comparisons_frame())
    without_curves = [part for part in parts_of(ours) if getattr(part, "text", "") != "Convergence"]
    assert parts_of(theirs) == without_curves
    assert theirs.notes == [
        *ours.notes,
        "This table has no traces of the runs; convergence is left out.",
    ]


def test_with_traces_and_routes_nothing_is_left_out(store: Path, tmp_path: Path) -> None:
    path = exported(store, tmp_path / "x.parquet", with_traces=True, with_routes=True)
    with Published(path) as table, Store(store) as source:
        assert table.records() == source.records()
        assert table.instances() == source.instances()
        assert composed(results_of(table)) == composed(results_of(source))


def test_a_table_can_be_exported_again(store: Path, tmp_path: Path) -> None:
    first = exported(store, tmp_path / "x.parquet", with_traces=True, with_routes=True)
    again = exported(first, tmp_path / "y.parquet", with_traces=True, with_routes=True)
    assert first.read_bytes() == again.read_bytes()


def test_it_is_small(store: Path, tmp_path: Path) -> None:
    path = exported(store, tmp_path / "x.parquet")
    assert path.stat().st_size < 100 * 300 + 15_000


def test_others_read_its_metadata(store: Path, tmp_path: Path) -> None:
    metadata = pyarrow.parquet.read_schema(exported(store, tmp_path / "x.parquet")).metadata
    assert json.loads(metadata[b"kinroute.campaign"])["title"] == "Made-up figures"
    assert metadata[b"kinroute.command"] == b"kinroute bench run made-up.toml"
    assert metadata[b"kinroute.hosts"] == b"here"
    assert metadata[b"kinroute.builds"].startswith(b"0.")


def test_folders_of_one_machine_are_not_published(tmp_path: Path) -> None:
    campaign = made_up.campaign(3)
    plan = made_up.filled(tmp_path / "s.sqlite", campaign)
    paths = (Path("/home/someone/XML/a.vrp"),)
    files = Files(paths=paths, best_known=Path("/home/someone/best.json"))
    elsewhere = replace(campaign, instances=files, file="/home/someone/mine.toml")
    with Store(tmp_path / "s.sqlite") as store:
        store_plan(replace(plan, campaign=elsewhere), store)
    path = exported(tmp_path / "s.sqlite", tmp_path / "x.parquet")
    with Published(path) as table:
        campaign_again = table.fact("campaign")
    assert "someone" not in json.dumps(campaign_again)
    assert campaign_again["instances"]["paths"] == ["a.vrp"]
    assert len(read(path).records) == 18


def test_other_tables_are_refused(store: Path, tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "a.parquet")
    (tmp_path / "b.parquet").write_text("not a table")
    for name in ("a", "b"):
        with pytest.raises(FormatError, match="not a table of runs"):
            Published(tmp_path / f"{name}.parquet")
    with pytest.raises(InputError, match="no such file"):
        Published(tmp_path / "c.parquet")


def test_an_edited_table_is_refused(store: Path, tmp_path: Path) -> None:
    path = exported(store, tmp_path / "x.parquet")
    table = pyarrow.parquet.read_table(path)
    costs = [cost - 1 for cost in table["cost"].to_pylist()]
    place = table.column_names.index("cost")
    pyarrow.parquet.write_table(table.set_column(place, "cost", pyarrow.array(costs)), path)
    with pytest.raises(FormatError, match="does not match its hash"):
        Published(path)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_damaged_table_is_refused_or_reads_as_before(
    store: Path, tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "x.parquet"
    content = exported(store, path).read_bytes()
    before = Published(path).records()
    rng = random.Random(seed)
    at = rng.randrange(len(content))
    if rng.random() < 0.5:
        path.write_bytes(content[:at] + rng.randbytes(rng.choice((1, 8, 200))) + content[at + 1 :])
    else:
        path.write_bytes(content[:at])
    try:
        after = Published(path).records()
    except FormatError:
        return
    assert after == before


def test_the_campaign_file_as_it_is_now_is_published(store: Path, tmp_path: Path) -> None:
    with Store(store) as filled:
        campaign = stored_campaign(filled)
        assert campaign is not None
        export(filled, tmp_path / "x.parquet", campaign=replace(campaign, margin=0.07))
    assert {c.margin for c in read(tmp_path / "x.parquet").comparisons()} == {0.07}
