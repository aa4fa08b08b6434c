import os
import signal
import threading
import time

import pytest

from kinroute.bench.blocked_signals import blocked_signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_inside_the_block_is_reported_and_not_raised(number: int) -> None:
    before = signal.getsignal(number)
    with blocked_signals() as received:
        os.kill(os.getpid(), number)
    assert received == [number]
    assert signal.getsignal(number) is before


def test_without_a_signal_nothing_is_reported_and_ctrl_c_works_again() -> None:
    with blocked_signals() as received:
        pass
    assert received == []
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_threads_started_inside_never_receive_ctrl_c() -> None:
    masks = []
    with blocked_signals():
        thread = threading.Thread(
            target=lambda: masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        )
        thread.start()
        thread.join()
    assert signal.SIGINT in masks[0]


def test_another_thread_than_the_main_one_blocks_nothing() -> None:
    found = []

    def inside() -> None:
        with blocked_signals() as received:
            found.append((received, signal.pthread_sigmask(signal.SIG_BLOCK, ())))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert found[0][0] == []
    assert signal.SIGINT not in found[0][1]


def test_ctrl_c_that_another_thread_receives_is_reported_too() -> None:
    wait = threading.Event()
    thread = threading.Thread(target=wait.wait)
    thread.start()  # before the block, so that it blocks nothing
    try:
        for _ in range(50):
            with blocked_signals() as received:
                os.kill(os.getpid(), signal.SIGINT)
                deadline = time.monotonic() + 10
                while not received and time.monotonic() < deadline:
                    time.sleep(0.001)  # until the other thread, which receives it, has run
            assert received == [signal.SIGINT]
    finally:
        wait.set()
        thread.join()


def test_ctrl_c_stays_ignored_where_it_was() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with blocked_signals() as received:
            os.kill(os.getpid(), signal.SIGINT)
        assert received == []
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
