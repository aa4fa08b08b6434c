"""Commands on damaged, foreign and other campaigns' stores."""

import contextlib
import io
import os
import random
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute.cli import main
from tests.bench import real
from tests.bench.damage import DAMAGES, Damage, copied
from tests.cli.conftest import Cli

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    campaign, store, _ = real.filled(tmp_path_factory.mktemp("real"))
    return campaign, store


def code_of(*words: object) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    output = io.StringIO()
    with (
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
        pytest.raises(SystemExit) as left,
    ):
        main([str(word) for word in words])
    assert isinstance(left.value.code, int)
    return left.value.code, output.getvalue()


@settings(max_examples=24, deadline=None)
@given(seed=st.integers(0, 10**9), damage=st.sampled_from(DAMAGES))
def test_damage_anywhere_ends_every_command_with_a_sentence(
    filled: tuple[Path, Path], seed: int, damage: Damage
) -> None:
    campaign, intact = filled
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        store = copied(intact, folder)
        store.write_bytes(damage(store.read_bytes(), random.Random(seed)))
        before = store.read_bytes()
        commands: list[tuple[object, ...]] = [
            ("repair", store, "-o", folder / "new.sqlite"),
            ("status", store),
            ("export", store, "-o", folder / "x.parquet"),
            ("report", store, "-o", folder / "x.md"),
            ("run", campaign, "--store", store, "--workers", 1, "-q"),
        ]
        codes = []
        for command in commands:
            code, output = code_of("bench", *command)
            assert code in (0, 2), output
            assert "Traceback" not in output
            assert code == 0 or output.startswith("kinroute: "), output
            codes.append(code)
        if all(codes):
            assert store.read_bytes() == before
        if codes[0] == 0:
            assert code_of("bench", "status", folder / "new.sqlite")[0] == 0


SCHEMAS = (
    "DROP TABLE facts",
    "DROP TABLE instances",
    "ALTER TABLE runs DROP COLUMN restarts",
    "ALTER TABLE runs RENAME TO walks",
    "DELETE FROM facts",
    "DELETE FROM instances",
    "UPDATE facts SET value = '[1]'",
    "UPDATE facts SET value = '{'",
    "UPDATE runs SET trace = x'00'",
    "UPDATE runs SET routes = '[['",
    "UPDATE instances SET traits = '7'",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 3",
    "PRAGMA application_id = 0",
)


@pytest.mark.parametrize("change", SCHEMAS)
def test_a_store_of_another_shape_is_refused(
    filled: tuple[Path, Path], tmp_path: Path, change: str
) -> None:
    store = copied(filled[1], tmp_path)
    with sqlite3.connect(store) as file:
        file.execute(change)
    file.close()
    code, output = code_of("bench", "report", store, "-o", tmp_path / "x.md")
    assert code == 2, output
    for command in (("status", store), ("export", store, "-o", tmp_path / "x.csv")):
        code, output = code_of("bench", *command)
        assert code in (0, 2), output


def test_a_trace_that_is_damaged_with_its_hash_is_refused(
    filled: tuple[Path, Path], tmp_path: Path
) -> None:
    store = copied(filled[1], tmp_path)
    _, _, records = real.filled(filled[0].parent)
    forged = replace(records[0], trace=b"nothing")
    with sqlite3.connect(store) as file:
        change = "UPDATE runs SET trace = ?, digest = ? WHERE key = ?"
        file.execute(change, (forged.trace, forged.digest, forged.key))
    file.close()
    code, output = code_of("bench", "report", store, "-o", tmp_path / "x.md")
    assert (code, "a stored trace is damaged" in output) == (2, True)


def test_repair_tells_what_became_of_the_runs(
    cli: Cli, filled: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = copied(filled[1], tmp_path)
    os.truncate(store, store.stat().st_size - 4096)
    refused = cli("bench", "report", store)
    assert refused.code == 2
    assert "`kinroute bench repair` writes a new one" in refused.err
    done = cli("bench", "repair", store.name)
    assert done.code == 0, done.err
    assert done.out.startswith("short-repaired.sqlite: ")
    assert " lost, 0 not passing the check" in done.out
    again = cli("bench", "repair", store.name)
    assert (again.code, "it exists already" in again.err) == (2, True)
    resumed = cli("bench", "run", filled[0], "--store", "short-repaired.sqlite", "--workers", 1)
    assert resumed.code == 0, resumed.err
    told = cli("bench", "status", "short-repaired.sqlite")
    assert "20 of 20 requested runs by the last build" in told.out
    assert "20 runs in short-repaired.sqlite: all match their hashes, 20 passed" in told.out


def test_another_campaign_of_this_name_is_refused(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    campaign, store, _ = real.filled(tmp_path)
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "short.toml"
    other.write_text(campaign.read_text().replace("iterations = 3", "iterations = 4"))
    before = store.read_bytes()
    for command in (["run"], ["report"], ["export", "-o", "x.csv"]):
        done = cli("bench", command[0], other, *command[1:])
        assert done.code == 2
        assert "another campaign called 'short'" in done.err
        assert "--extend" in done.err
    assert store.read_bytes() == before
    assert cli("bench", "report", campaign, "-o", "x.md").code == 0
    assert cli("bench", "run", other, "--extend", "--workers", 1).code == 0
    assert cli("bench", "report", other, "-o", "x.md").code == 0


def test_an_edited_campaign_goes_on_in_its_store(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    campaign, _, _ = real.filled(tmp_path)
    campaign.write_text(campaign.read_text().replace('"D-D"]', '"D-D", "D-F"]'))
    campaign.write_text(campaign.read_text().replace('"D-F"', '"auto"'))
    done = cli("bench", "run", campaign, "--workers", 1)
    assert done.code == 0, done.err
    assert "10 runs done, 20 were stored already" in done.err


@pytest.mark.parametrize("name", ["../../up", "/tmp/x", "..", "a/b"])
def test_a_name_never_leads_elsewhere(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    campaign, _, _ = real.filled(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    campaign.write_text(f'name = "{name}"\n{campaign.read_text()}')
    for command in (["run"], ["report"], ["export", "-o", "x.csv"], ["status"]):
        done = cli("bench", command[0], campaign, *command[1:])
        assert (done.code, "name = " in done.err) == (2, True)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_published_table_is_reported_like_its_store(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    campaign, store, _ = real.filled(tmp_path)
    assert cli("bench", "export", campaign, "-o", "x.parquet").out == "x.parquet: 20 rows\n"
    assert cli("bench", "report", store, "-o", "a.md").code == 0
    done = cli("bench", "report", "x.parquet")
    assert done.out.split() == ["x.html", "x.md"], done.err
    ours, theirs = (Path(name).read_text().split("## Convergence")[0] for name in ("a.md", "x.md"))
    assert theirs.startswith(ours.rstrip())
    assert "convergence is left out" in theirs
    refused = cli("bench", "status", "x.parquet")
    assert (refused.code, "is a published table" in refused.err) == (2, True)
    same = cli("bench", "export", "x.parquet", "-o", "x.parquet")
    assert (same.code, "choose another name" in same.err) == (2, True)
