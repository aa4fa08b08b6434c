"""Handling of SIGINT (Ctrl-C), SIGTERM and SIGHUP."""

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
    """Within this context, a signal exits with a message and code 130."""
    with _handling(_leave):
        yield


@contextmanager
def raising_on_signals() -> Iterator[None]:
    """Within this context, the first signal raises KeyboardInterrupt; later ones are ignored, so
    that cleaning up is not interrupted."""
    is_raised = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal is_raised
        if not is_raised:
            is_raised = True
            raise KeyboardInterrupt

    with _handling(interrupt):
        yield


class SoftStop:
    """Within this context, a signal ends the search but not the program.

    Give `observe` to the search. A signal before its first call exits at once, as there is no
    result yet; after the first signal the others are ignored, so that the result is written.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._is_searching = False
        self._handlers = _handling(self._note)

    def __enter__(self) -> SoftStop:
        self._handlers.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._handlers.__exit__(None, None, None)

    def observe(self, _: object) -> None:
        """Raise KeyboardInterrupt, which ends the search, once a signal has come."""
        self._is_searching = True
        if self.is_requested:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        if not self._is_searching:
            _leave(number, frame)
        self.is_requested = True


def _leave(number: int, frame: FrameType | None) -> None:
    complain("interrupted before there was a result")
    sys.exit(INTERRUPTED)


@contextmanager
def _handling(handler: _Handler) -> Iterator[None]:
    """Handle the signals that request termination; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _termination_signals()}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _termination_signals() -> list[signal.Signals]:
    signals = [signal.SIGINT, signal.SIGTERM]
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:  # nohup
        signals.append(hangup)
    return signals
