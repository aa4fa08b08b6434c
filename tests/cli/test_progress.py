import io
import os
import pty
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from kinroute.cli.live import rendered
from kinroute.cli.progress import History, PlainLog
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan
from tests.cli.conftest import Cli, started


def seen(time: float, cost: float | None = None, *, iterations: int = 0) -> Progress:
    return Progress(
        time=time,
        iterations=iterations,
        best_cost=cost,
        feasible_share=0.25,
        restarts=0,
        time_left=None,
    )


def test_annealing_shows_its_steps_instead_of_iterations() -> None:
    history = History(plan=StopPlan(seconds=10.0))
    history.add(replace(seen(2.0, 100.0), annealing_steps=300_000))
    assert "annealing steps 300,000" in text_of(history)
    assert "150,000/s" in text_of(history)
    assert "iterations" not in text_of(history)


def text_of(history: History) -> str:
    stream = io.StringIO()
    Console(file=stream, width=100).print(rendered(history))
    return stream.getvalue()


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


def test_the_display_shows_the_figures_and_the_latest_improvements() -> None:
    history = History(plan=StopPlan(seconds=20))
    assert "preparing" in text_of(history)
    for time, cost in ((1, 120.0), (2, 110.0), (5, 100.0)):
        history.add(seen(time, cost, iterations=int(100 * time)))
    text = text_of(history)
    assert "25 %" in text  # 5 of 20 s, and the share of feasible ones
    assert "best 100" in text
    assert "100/s" in text
    assert "−10 (−9.09 %)" in text
    assert "first feasible" in text


def test_a_search_without_measurable_limits_has_no_share_done() -> None:
    history = History(plan=StopPlan(cost=5))
    history.add(seen(1, 10))
    assert history.share_done is None
    assert history.time_left is None
    assert "best 10" in text_of(history)


def test_the_log_is_bounded_however_often_the_cost_falls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PlainLog(StopPlan(seconds=1000)) as log:
        for tick in range(20_000):
            log.observe(seen(tick / 20, 1e6 - tick, iterations=tick))
    lines = capsys.readouterr().err.splitlines()
    assert 50 < len(lines) < 200
    assert "best 980001" in lines[-1]  # the last one is never lost


def test_the_log_gives_a_sign_of_life_when_nothing_improves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with PlainLog(StopPlan(seconds=100)) as log:
        for tick in range(100):
            log.observe(seen(float(tick)))
    lines = capsys.readouterr().err.splitlines()
    assert 2 <= len(lines) <= 4
    assert "no feasible solution yet" in lines[0]


def test_without_a_terminal_there_are_plain_lines(cli: Cli, vrp: Path) -> None:
    ran = cli("solve", vrp, "--iterations", 5000)
    assert "\x1b" not in ran.err
    lines = ran.err.splitlines()
    assert "40 customers" in lines[0]
    assert any(re.search(r"best \d+  \d+ iterations \(\d+/s\)", line) for line in lines)
    assert lines[-1].startswith("ended after")


def test_a_terminal_gets_a_live_display_and_standard_output_stays_clean(vrp: Path) -> None:
    ours, theirs = pty.openpty()
    process = started(
        "solve", vrp, "--time-limit", 2.5, "--json", stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the terminal is closed on the other side
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.stdout is not None
    out = process.stdout.read()
    process.stdout.close()
    assert process.wait(timeout=20) == 0
    text = shown.decode()
    assert "\x1b[?25l" in text  # the cursor is hidden
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")  # and shown again
    for word in ("best", "iterations", "/s", "feasible", "left"):
        assert word in text
    assert len(out.splitlines()) == 1
    assert out.startswith("{")
