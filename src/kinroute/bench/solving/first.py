"""The first routes: the client searches alone, on a thread of its own, until workers are there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType

from kinroute.errors import Interrupted
from kinroute.solution.result import Result


class FirstSearch:
    """A search that ends on request; as a context it never outlives its caller."""

    def __init__(self, search: Callable[[Callable[[object], bool]], Result]) -> None:
        """`search` takes a stop function."""
        self._search = search
        self._is_over = threading.Event()
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="kinroute-first", daemon=True)

    def __enter__(self) -> FirstSearch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        self._thread.join()

    def ended(self) -> Result:
        """End the search, and return its result; raises what it raised."""
        self._is_over.set()
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._result is not None
        return self._result

    @property
    def is_running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Give it more time, unless it ends before."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self._result = self._search(lambda _: self._is_over.is_set())
        except Interrupted as interrupted:  # by its observer
            self._result = interrupted.result
        except BaseException as error:
            self._error = error
