"""Campaigns from Python, as docs/campaigns.md shows them: real runs in a real process."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kinroute.bench import api
from kinroute.bench.progress import CampaignProgress
from kinroute.errors import ConfigError, InputError
from tests.bench import real
from tests.bench.processes import campaign_file

PAGE = Path(__file__).parents[2] / "docs" / "campaigns.md"


def example() -> str:
    """The program of the page."""
    section = PAGE.read_text().split("## Campaigns from Python")[1]
    match = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert match is not None
    return match[1]


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    (tmp_path / "campaigns").mkdir()
    campaign_file(tmp_path, runs=20).rename(tmp_path / "campaigns" / "smoke.toml")
    (tmp_path / "example.py").write_text(example())
    done = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "D-O" in done.stdout
    assert "verdict" in done.stdout
    results = api.read_results(tmp_path / "runs" / "smoke.sqlite")
    assert len(results.to_frame()) == 20


def test_a_campaign_that_is_stored_runs_nothing(tmp_path: Path) -> None:
    campaign, store, records = real.filled(tmp_path)
    progress = CampaignProgress()
    outcome = api.run_campaign(campaign, store=store, observer=progress)
    assert (outcome.done, outcome.stored, outcome.failures) == (0, len(records), [])
    assert progress.share_done == 1.0


def test_results_are_read_for_a_campaign_and_a_build(tmp_path: Path) -> None:
    campaign, store, records = real.filled(tmp_path)
    build = records[0].code
    results = api.read_results(store, campaign=campaign, build=build)
    assert sorted(record.key for record in results.records) == sorted(r.key for r in records)
    assert api.read_results(store, campaign=api.read_campaign(campaign)).campaign.name == "short"
    with pytest.raises(ConfigError, match=r"no runs of short by 0\.0"):
        api.read_results(store, build="0.0")
    with pytest.raises(InputError, match="no such store"):
        api.read_results(tmp_path / "gone.sqlite")


def test_what_belongs_to_another_campaign_is_not_read(tmp_path: Path) -> None:
    _, store, _ = real.filled(tmp_path)
    (tmp_path / "other").mkdir()
    other = campaign_file(tmp_path / "other", runs=10, iterations=9)
    with pytest.raises(ConfigError, match="another campaign called 'short'"):
        api.read_results(store, campaign=other)
    with pytest.raises(ConfigError, match="another campaign called 'short'"):
        api.run_campaign(other, store=store, workers=1)
