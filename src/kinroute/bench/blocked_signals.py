"""Ctrl-C while workers start: the signals are blocked until they can be handled cleanly."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running

_TERMINATING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def blocked_signals() -> Iterator[list[int]]:
    """Block SIGINT and SIGTERM; yields the list of those received meanwhile.

    A terminal sends Ctrl-C to every process of a command: threads and processes started inside the
    block inherit the mask and never receive it. Only the main thread can block signals; in another
    thread this does nothing.
    """
    received: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield received
        return
    # Another thread may receive what this one blocks, so that Ctrl-C needs a handler as well. Where
    # it is ignored, as in a background job, it stays so.
    handlers = {
        number: signal.signal(number, lambda n, _: received.append(n))
        for number in _TERMINATING
        if signal.getsignal(number) != signal.SIG_IGN
    }
    if sys.platform != "win32":
        ensure_running()  # it unblocks the signal when it starts
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield received
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # handles what is pending
        for number, handler in handlers.items():
            signal.signal(number, handler)
