import io
import time
from pathlib import Path

import pytest
from rich.console import Console

from kinroute.bench.plan import Plan
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.record import Record
from kinroute.bench.store import Store
from kinroute.cli.campaign_display import (
    CampaignLog,
    QuietCampaign,
    campaign_display,
    progress_line,
    rendered,
)
from kinroute.errors import InputError
from tests.bench import made_up


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return made_up.filled(tmp_path / "s.sqlite", made_up.campaign(4))


@pytest.fixture
def records(tmp_path: Path, plan: Plan) -> list[Record]:
    with Store(tmp_path / "s.sqlite") as store:
        return store.records()


def shown(progress: CampaignProgress) -> str:
    console = Console(file=io.StringIO(), width=120)
    console.print(rendered(progress))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_line_has_runs_workers_and_failures(plan: Plan, records: list[Record]) -> None:
    progress = CampaignProgress()
    progress.begun(plan, records[:10])
    progress.workers(2)
    progress.done(records[10])
    progress.failed(plan.runs[0], InputError("dark"))
    line = progress_line(progress)
    for part in ("11 of 24 runs", "2 at a time", "left", "1 failed"):
        assert part in line


def test_the_table_has_a_row_for_each_arm(plan: Plan, records: list[Record]) -> None:
    progress = CampaignProgress()
    progress.begun(plan, [])
    assert "waiting for workers" in shown(progress)
    for record in records:
        progress.done(record)
    progress.failed(plan.runs[0], InputError("dark"))
    text = shown(progress)
    for arm in plan.campaign.arms:
        assert arm.label in text
    mean = progress.arms["D-O Γ15"].mean_gap
    assert f"{mean:.3f}" in text
    assert "dark" in text
    assert "waiting" not in text


def test_without_a_terminal_there_are_lines_at_intervals(
    plan: Plan,
    records: list[Record],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with CampaignLog() as log:
        log.begun(plan, [])
        for record in records:
            log.done(record)
            now += 0.5
        log.failed(plan.runs[0], InputError("dark"))
    lines = capsys.readouterr().err.splitlines()
    assert sum("of 24 runs" in line for line in lines) == 4  # after 1, 6 and 11 s, and at the end
    assert any(line.startswith("failed: ") and line.endswith("dark") for line in lines)


def test_quiet_shows_nothing(
    plan: Plan, records: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    display = campaign_display(quiet=True)
    assert isinstance(display, QuietCampaign)
    with display:
        display.begun(plan, [])
        display.done(records[0])
        display.failed(plan.runs[0], InputError("dark"))
    assert capsys.readouterr() == ("", "")
    assert isinstance(campaign_display(quiet=False), CampaignLog)
