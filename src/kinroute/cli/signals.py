"""Ctrl-C, and what other programs send instead of it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from kinroute.cli.failures import INTERRUPTED, complain

_Handler = Callable[[int, FrameType | None], None]


@contextmanager
def leaving_on_signals() -> Iterator[None]:
    """While this holds, Ctrl-C leaves with a short word and exit code 130."""
    with _handling(_leave):
        yield


@contextmanager
def raising_on_signals() -> Iterator[None]:
    """While this holds, the first Ctrl-C raises KeyboardInterrupt; the others are ignored, so that
    what is being closed is closed in order."""
    is_asked = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_asked
        if not is_asked:
            is_asked = True
            raise KeyboardInterrupt

    with _handling(interrupt):
        yield


class SoftStop:
    """While this holds, Ctrl-C ends the search but not the program.

    Give `observe` to the search. Before the search has begun there is nothing to keep, so then a
    signal leaves at once; after the first signal the others are ignored, so that an impatient
    finger does not lose the result.
    """

    def __init__(self) -> None:
        self.is_asked = False
        self._is_searching = False
        self._handlers = _handling(self._note)

    def __enter__(self) -> SoftStop:
        self._handlers.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._handlers.__exit__(None, None, None)

    def observe(self, _: object) -> None:
        """End the search, from within, once a signal has come."""
        self._is_searching = True
        if self.is_asked:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        if not self._is_searching:
            _leave(number, frame)
        self.is_asked = True


def _leave(number: int, frame: FrameType | None) -> None:
    complain("interrupted before there was anything to keep")
    sys.exit(INTERRUPTED)


@contextmanager
def _handling(handler: _Handler) -> Iterator[None]:
    """Handle the signals that ask a program to end; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _asking_signals()}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _asking_signals() -> list[signal.Signals]:
    asking = [signal.SIGINT, signal.SIGTERM]
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:  # nohup
        asking.append(hangup)
    return asking
