import sqlite3
from pathlib import Path

import pytest

from kinroute.io import write_vrplib
from kinroute.problem.generate import generate
from tests.cli.conftest import Cli

CAMPAIGN = """
title = "Tiny"
seeds = [1]
[instances]
folder = "instances"
[budget]
iterations = 5
[[arms]]
method = ["D-O", "D-D"]
"""


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KINROUTE_DATA", raising=False)
    (tmp_path / "instances").mkdir()
    for seed in range(4):
        write_vrplib(generate(12, seed=seed), tmp_path / "instances" / f"i{seed}.vrp")
    (tmp_path / "tiny.toml").write_text(CAMPAIGN)
    return tmp_path / "tiny.toml"


def test_run_report_and_export(cli: Cli, campaign: Path) -> None:
    done = cli("bench", "run", campaign, "--workers", 1)
    assert done.code == 0, done.err
    assert "4 instances × 2 arms × 1 seed = 8 runs of 5 iterations" in done.err
    assert "8 of 8 runs" in done.err
    again = cli("bench", "run", campaign, "--workers", 1)
    assert "0 runs done, 8 were stored already" in again.err
    reported = cli("bench", "report", campaign)
    assert reported.code == 0, reported.err
    assert reported.out.split() == ["runs/tiny.html", "runs/tiny.md"]
    assert "8 runs: 2 arms on 4 instances" in Path("runs/tiny.md").read_text()
    assert cli("bench", "report", "runs/tiny.sqlite", "-o", "x.html").out.split() == ["x.html"]
    both = cli("bench", "report", "runs/tiny.sqlite", "--store", "runs/other.sqlite")
    assert both.code == 2
    assert "is a store already" in both.err
    assert cli("bench", "export", campaign, "-o", "x.csv").out == "x.csv: 8 rows\n"
    exported = cli("bench", "export", "runs/tiny.sqlite", "--latex", "-o", "paper")
    files = len(list(Path("paper").iterdir()))
    assert exported.out == f"paper: {files} files, the document is main.tex\n"
    assert Path("paper/table-results.tex").is_file()
    both = cli("bench", "export", campaign, "--latex", "--traces", "-o", "other")
    assert (both.code, Path("other").exists()) == (2, False)


def test_a_sample_and_a_dry_run(cli: Cli, campaign: Path) -> None:
    done = cli("bench", "run", campaign, "--sample", 3, "--dry-run")
    assert done.code == 0
    assert "3 instances × 2 arms × 1 seed = 6 runs" in done.err
    assert not Path("runs").exists()
    assert "6 of 6 runs" in cli("bench", "run", campaign, "--sample", 3, "--workers", 1).err
    assert cli("bench", "report", campaign, "-o", "x.md").out == "x.md\n"
    text = Path("x.md").read_text()
    assert "6 runs: 2 arms on 3 instances" in text
    assert "Command: `kinroute bench run tiny.toml --sample 3`" in text


def test_an_unreadable_instance_in_the_middle_is_named_and_nothing_is_lost(
    cli: Cli, campaign: Path
) -> None:
    assert cli("bench", "run", campaign, "--workers", 1).code == 0
    before = Path("runs/tiny.sqlite").read_bytes()
    Path("instances/i1x.vrp").write_text("NAME : broken\nDIMENSION : many\n")
    done = cli("bench", "run", campaign, "--workers", 1)
    assert done.code == 2
    assert "i1x.vrp: there is no EDGE_WEIGHT_TYPE line" in done.err
    assert Path("runs/tiny.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("title", "titel", "unknown key 'titel'"),
        ('"D-D"', '"D-Q"', "unknown method 'D-Q'"),
        ('["D-O", "D-D"]', '"D-N"\nmodel = "heavy"', "unknown model 'heavy'"),
        ('folder = "instances"', 'folder = "instances"\nglob = "*.tsp"', "no file matches"),
    ],
)
def test_an_invalid_campaign_is_refused(
    cli: Cli, campaign: Path, old: str, new: str, word: str
) -> None:
    campaign.write_text(CAMPAIGN.replace(old, new))
    done = cli("bench", "run", campaign)
    assert done.code == 2
    assert word in done.err
    assert not Path("runs").exists()


def test_a_store_from_a_newer_version_is_left_alone(cli: Cli, campaign: Path) -> None:
    assert cli("bench", "run", campaign, "--workers", 1).code == 0
    with sqlite3.connect("runs/tiny.sqlite") as file:
        file.execute("PRAGMA user_version = 7")
    file.close()
    for command in (["run"], ["report"], ["export", "-o", "x.csv"]):
        done = cli("bench", command[0], campaign, *command[1:])
        assert done.code == 2
        assert "version 7, this program reads 1" in done.err


def test_a_damaged_store_is_reported(cli: Cli, campaign: Path) -> None:
    Path("runs").mkdir()
    Path("runs/tiny.sqlite").write_bytes(b"SQLite format 3\x00" + b"\x07" * 5000)
    done = cli("bench", "run", campaign)
    assert done.code == 2
    assert "damaged" in done.err


def test_a_run_that_fails_is_named_and_the_others_are_stored(cli: Cli, campaign: Path) -> None:
    heat = "def scores(instance):\n    if instance.name.endswith('_s2'): raise ValueError('dark')\n"
    Path("net.py").write_text(
        heat + "    import numpy\n    return numpy.zeros((instance.customers,) * 2)\n"
    )
    campaign.write_text(CAMPAIGN.replace('["D-O", "D-D"]', '"D-N"\nmodel = "net.py:scores"'))
    done = cli("bench", "run", campaign, "--workers", 1)
    assert done.code == 2
    assert "1 run failed; the first was i2, D-N net.py:scores, seed 1: " in done.err
    assert "net.py:scores, line 2: it fails on KML12_2355_s2 with ValueError: dark" in done.err
    assert cli("bench", "report", campaign, "-o", "x.md").out == "x.md\n"
    assert "3 runs of 4 planned" in Path("x.md").read_text()


def test_a_solution_file_steers_the_crossover(cli: Cli, campaign: Path) -> None:
    Path("best.sol").write_text(f"Route #1: {' '.join(map(str, range(1, 13)))}\nCost 1\n")
    oracle = 'method = "D-O"\n[[arms]]\nmethod = "D-D"\ncrossover = "oracle:best.sol"'
    campaign.write_text(CAMPAIGN.replace('method = ["D-O", "D-D"]', oracle))
    done = cli("bench", "run", campaign, "--workers", 1)
    assert done.code == 0, done.err
    assert cli("bench", "report", campaign, "-o", "x.md").out == "x.md\n"
    assert "Crossover by oracle:best.sol instead of OX" in Path("x.md").read_text()


def test_there_is_nothing_to_report_before_a_run(cli: Cli, campaign: Path) -> None:
    done = cli("bench", "report", campaign)
    assert done.code == 2
    assert "there is no such store" in done.err
    done = cli("bench", "report", campaign, "-o", "x.doc")
    assert done.code == 2
    assert "must end in .html or .md" in done.err
