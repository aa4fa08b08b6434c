import re
from pathlib import Path

import pytest

from kinroute.bench.solving.progress import Activity
from kinroute.cli.live import LiveDisplay
from kinroute.cli.progress import History, PlainLog, Silent, display_for
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan
from tests.bench.solving.test_progress import cluster_progress
from tests.cli.conftest import Cli


def seen(time: float, cost: float | None = None, *, iterations: int = 0) -> Progress:
    return Progress(
        time=time,
        iterations=iterations,
        best_cost=cost,
        feasible_share=0.25,
        restarts=0,
        time_left=None,
    )


def test_the_share_done_is_that_of_the_nearest_limit() -> None:
    history = History(plan=StopPlan(seconds=10, iterations=100))
    history.add(seen(2, iterations=50))
    assert history.share_done == 0.5
    history.add(seen(8, iterations=60))
    assert history.share_done == 0.8


def test_the_time_left_follows_from_the_speed() -> None:
    history = History(plan=StopPlan(iterations=100))
    assert history.time_left is None
    history.add(seen(2, iterations=20))  # 10 per second, 80 to go
    assert history.time_left == pytest.approx(8)


def test_only_better_costs_are_improvements() -> None:
    history = History(plan=StopPlan())
    assert [history.add(seen(t, c)) for t, c in ((0, None), (1, 9), (2, 9), (3, 8))] == [
        False,
        True,
        False,
        True,
    ]
    assert history.improvements == [(1, 9), (3, 8)]


def test_a_search_without_measurable_limits_has_no_share_done() -> None:
    history = History(plan=StopPlan(cost=5))
    history.add(seen(1, 10))
    assert history.share_done is None
    assert history.time_left is None


def test_the_log_is_bounded_however_often_the_cost_falls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PlainLog(StopPlan(seconds=1000)) as log:
        for tick in range(20_000):
            log.observe(seen(tick / 20, 1e6 - tick, iterations=tick))
    lines = capsys.readouterr().err.splitlines()
    assert 50 < len(lines) < 200
    assert "best 980001" in lines[-1]  # the last one is never lost


def test_the_log_has_a_line_now_and_then_when_nothing_improves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PlainLog(StopPlan(seconds=100)) as log:
        for tick in range(100):
            log.observe(seen(float(tick)))
    lines = capsys.readouterr().err.splitlines()
    assert 2 <= len(lines) <= 4
    assert "no feasible solution yet" in lines[0]


def test_lines_of_a_cluster_say_who_does_what(capsys: pytest.CaptureFixture[str]) -> None:
    log = PlainLog(StopPlan(seconds=10.0))
    log.observe(
        cluster_progress(
            *(
                Activity(worker=f"worker {k}", customers=k, cost_change=0.0, is_done=False)
                for k in range(1, 7)
            )
        )
    )
    log.observe(cluster_progress(time=9.0, best_cost=99.0))
    first, second = capsys.readouterr().err.splitlines()
    assert "round 2 of 13, parts (worker 1: 1, worker 2: 2, worker 3: 3, worker 4: 4, …)" in first
    assert "round 2 of 13, waiting for a worker" in second


def test_without_a_terminal_there_are_plain_lines(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--iterations", 5000)
    assert "\x1b" not in ran.err
    lines = ran.err.splitlines()
    assert "40 customers" in lines[0]
    assert any(re.search(r"best \d+  \d+ iterations \(\d+/s\)", line) for line in lines)
    assert lines[-1].startswith("ended after")


def test_the_display_depends_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = StopPlan(seconds=1)
    assert isinstance(display_for(plan, quiet=True, is_transient=False), Silent)
    assert isinstance(display_for(plan, quiet=False, is_transient=False), PlainLog)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert isinstance(display_for(plan, quiet=False, is_transient=True), LiveDisplay)


def test_costs_have_their_unit_in_every_line(cli: Cli, tmp_path: Path) -> None:
    rows = [f"c{k},52.{40 + k},13.{30 + k * 7 % 20},1" for k in range(12)]
    (tmp_path / "stops.csv").write_text("\n".join(["name,lat,lon,demand", "d,52.5,13.4,0", *rows]))
    ran = cli("solve", tmp_path / "stops.csv", "--capacity", 5, "--iterations", 2000)
    assert re.search(r"best [\d.]+ km  \d+ iterations", ran.err)
    assert re.search(r"ended after .*: cost [\d.]+ km, \d+ iterations", ran.err)
    assert re.search(r"cost +[\d.]+ km \(distance\)", ran.out)
