import io
import os
import pty
import subprocess
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from kinroute.bench.solving.progress import Activity
from kinroute.cli.live import rendered
from kinroute.cli.progress import History
from kinroute.search.progress import Progress
from kinroute.search.stop import StopPlan
from tests.bench.solving.test_progress import cluster_progress
from tests.cli.conftest import started


def seen(time: float, cost: float | None = None, *, iterations: int = 0) -> Progress:
    return Progress(
        time=time,
        iterations=iterations,
        best_cost=cost,
        feasible_share=0.25,
        restarts=0,
        time_left=None,
    )


def text_of(history: History) -> str:
    stream = io.StringIO()
    Console(file=stream, width=100).print(rendered(history))
    return stream.getvalue()


def test_a_cluster_shows_who_does_what() -> None:
    history = History(plan=StopPlan(seconds=10.0))
    activities = [
        Activity(worker="worker 1", customers=5000, cost_change=-20.0, is_done=False),
        Activity(worker="worker 2", customers=4900, cost_change=-3.0, is_done=True),
        *(Activity(worker="x", customers=1, cost_change=0.0, is_done=False) for _ in range(12)),
    ]
    history.add(cluster_progress(*activities))
    lines = [" ".join(line.split()) for line in text_of(history).splitlines()]
    assert "round 2 of 13 parts" in lines
    assert "worker 1 5,000 customers −20" in lines
    assert "worker 2 4,900 customers done" in lines
    assert "and 2 more" in lines
    history.add(cluster_progress())
    assert "waiting for a worker" in text_of(history)


def test_annealing_shows_its_steps_instead_of_iterations() -> None:
    history = History(plan=StopPlan(seconds=10.0))
    history.add(replace(seen(2.0, 100.0), annealing_steps=300_000))
    assert "annealing steps 300,000" in text_of(history)
    assert "150,000/s" in text_of(history)
    assert "iterations" not in text_of(history)


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


def test_without_a_limit_the_display_has_no_share_done() -> None:
    history = History(plan=StopPlan(cost=5))
    history.add(seen(1, 10))
    text = text_of(history)
    assert "best 10" in text
    assert " left" not in text


def test_the_sparkline_falls_from_the_first_cost_to_the_last() -> None:
    # 40 marks over 4 s: nothing before 1 s, the full block up to 2 s, then the lowest one.
    history = History(plan=StopPlan(seconds=8))
    for time, cost in ((1, 100.0), (2, 90.0), (4, 90.0)):
        history.add(seen(time, cost))
    line = next(line for line in text_of(history).splitlines() if "█" in line)
    assert line[:40] == " " * 9 + "█" * 10 + "▁" * 21
    assert line[40:].strip() == "−10 (−10.00 %) since the first"


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
