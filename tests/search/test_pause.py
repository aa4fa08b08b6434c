import os
import signal
import threading
import time

import pytest

import kinroute
from kinroute import AfterSeconds, Pause

INSTANCE = kinroute.generate(60, seed=4)


def test_a_pause_begins_and_ends_however_often_it_is_told_to() -> None:
    pause = Pause()
    assert not pause.is_on
    pause.wait()  # returns at once
    for _ in range(2):
        pause.begin()
        assert pause.is_on
    for _ in range(2):
        pause.end()
        assert not pause.is_on


def test_one_pause_holds_several_searches_up() -> None:
    pause, results = Pause(), list[kinroute.Result]()
    pause.begin()

    def search(seed: int) -> None:
        results.append(kinroute.solve(INSTANCE, stop=AfterSeconds(0.1), seed=seed, pause=pause))

    threads = [threading.Thread(target=search, args=(seed,)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    time.sleep(0.6)
    assert not results
    pause.end()
    for thread in threads:
        thread.join(20)
    assert len(results) == 2
    assert all(result.runtime < 0.6 for result in results)


def test_a_search_that_begins_in_a_pause_waits_for_its_end() -> None:
    pause = Pause()
    pause.begin()
    threading.Timer(0.4, pause.end).start()
    began = time.monotonic()
    result = kinroute.solve(INSTANCE, stop=AfterSeconds(0.2), pause=pause)
    assert time.monotonic() - began >= 0.5  # without what the search took to prepare
    assert result.runtime < 0.5
    assert result.iterations > 0


def test_ctrl_c_ends_also_a_paused_search() -> None:
    pause = Pause()
    pause.begin()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(kinroute.Interrupted) as caught:
            kinroute.solve(INSTANCE, stop=AfterSeconds(20), pause=pause)
    finally:
        signal.signal(signal.SIGINT, before)
    assert sorted(c for route in caught.value.result.routes for c in route) == list(range(1, 61))
