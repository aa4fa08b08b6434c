import os
import signal
import threading

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
