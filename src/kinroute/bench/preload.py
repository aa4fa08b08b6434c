"""What a worker of the embedded cluster does first.

A terminal sends Ctrl-C to every process of a command. The client ends the workers in order; they
need not hear of it themselves.
"""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Called by Dask in each new worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
