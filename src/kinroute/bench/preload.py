"""The preload script of the local cluster's workers.

A terminal sends Ctrl-C to every process of a command. The client closes the workers itself, so they
ignore it.
"""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Ignore SIGINT; Dask calls this in each new worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
