"""Ctrl-C while workers start: it waits until it can be obeyed in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running

_ASKING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undisturbed() -> Iterator[list[int]]:
    """Hold back the signals that ask a program to end; yields a list of those that came.

    A terminal sends Ctrl-C to every process of a command: threads and processes that are started
    meanwhile never hear it. Only the main thread can hold back signals.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    can_block = hasattr(signal, "pthread_sigmask")
    handlers = {number: signal.signal(number, lambda n, _: came.append(n)) for number in _ASKING}
    if can_block:
        ensure_running()  # when it starts, it would let the signal through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield came
    finally:
        if can_block:
            while signal.SIGINT in signal.sigpending():
                came.append(signal.sigwait({signal.SIGINT}))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for number, handler in handlers.items():
            signal.signal(number, handler)
