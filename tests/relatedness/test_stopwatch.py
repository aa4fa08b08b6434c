import os
import subprocess
import sys
import time

import pytest

from kinroute.relatedness.stopwatch import Stopwatch, crowded_out


def test_waiting_counts() -> None:
    watch = Stopwatch.started_now()
    time.sleep(0.1)
    assert watch.seconds() == pytest.approx(0.1, abs=0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long threads wait")
def test_the_load_of_the_machine_does_not_count() -> None:
    cores = os.sched_getaffinity(0)
    core = min(cores)
    try:
        os.sched_setaffinity(0, {core})  # which the others inherit
        others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
        watch, wall, cpu = Stopwatch.started_now(), time.perf_counter(), time.thread_time()
        while time.thread_time() - cpu < 0.3:
            pass
        wall, cpu = time.perf_counter() - wall, time.thread_time() - cpu
        seconds = watch.seconds()
    finally:
        os.sched_setaffinity(0, cores)
        for other in others:
            other.kill()
            other.wait()
    assert wall > 1.3 * cpu  # others had the core for a good part of the time
    assert seconds == pytest.approx(cpu, rel=0.2)


def test_what_is_unknown_is_none() -> None:
    assert crowded_out() >= 0
