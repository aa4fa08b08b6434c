import time

from kinroute.search.clock import Clock


def test_a_clock_counts_from_its_start() -> None:
    clock = Clock.started_now()
    time.sleep(0.05)
    assert 0.05 <= clock.seconds() < 5
    assert clock.seconds() <= clock.seconds()


def test_sleeping_takes_no_processor_time_but_working_does() -> None:
    clock = Clock.started_now()
    time.sleep(0.1)
    assert clock.cpu_seconds() < 0.05
    while clock.cpu_seconds() < 0.1:
        sum(range(1000))
    assert clock.seconds() >= 0.2 - 0.01
