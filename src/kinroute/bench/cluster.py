"""The cluster that executes the runs: local processes, or an existing Dask scheduler."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kinroute.bench.blocked_signals import blocked_signals
from kinroute.bench.credentials import (
    TLS_HELP,
    temporary_credentials,
    warn_unless_authenticated,
)
from kinroute.bench.optional_imports import optional_import
from kinroute.errors import ConfigError
from kinroute.search.cores import available_cores

if TYPE_CHECKING:
    from distributed import Client

_SETTINGS: dict[str, Any] = {
    "distributed.scheduler.allowed-failures": 5,
    "distributed.worker.daemon": True,
    "distributed.worker.preload": ["kinroute.bench.preload"],
    # Runs take seconds, so workers need not be profiled a hundred times a second.
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.tick.limit": "60s",
    "distributed.admin.system-monitor.interval": "5s",
    # No page and no interface for browsers: they are open to every user of the machine.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    # How long a result is requested from a dead worker before the run is repeated.
    "distributed.comm.timeouts.connect": "5s",
}
_CONNECT_SECONDS = 20
_STARTS = 3
"""How often the local cluster is tried to start."""


@contextmanager
def connected(*, workers: int | None = None, scheduler: str | None = None) -> Iterator[Client]:
    """A client of the scheduler at an address, or of a local cluster with so many workers."""
    with blocked_signals() as received:
        # A KeyboardInterrupt inside an import would lose the exit code.
        optional_import("distributed")
    if received:
        raise KeyboardInterrupt
    if scheduler is not None:
        with _remote(scheduler) as client:
            yield client
        return
    count = len(available_cores()) if workers is None else workers
    if count < 1:
        raise ConfigError(f"{count} workers cannot run anything; use 1 or more")
    with _embedded(count) as client:
        yield client


@contextmanager
def _embedded(workers: int) -> Iterator[Client]:
    """One process with one thread per worker; the workers end with this process.

    Only this process has the key that scheduler and workers demand.
    """
    import dask
    from distributed import Client

    with (
        tempfile.TemporaryDirectory(prefix="kinroute-", ignore_cleanup_errors=True) as folder,
        dask.config.set(_SETTINGS | {"temporary-directory": folder}),
        _local_cluster(workers) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def _local_cluster(workers: int) -> Iterator[Any]:
    """The cluster itself; a Ctrl-C received while it starts closes it again."""
    with blocked_signals() as received:
        cluster = _started(workers)
    with cluster:
        if received:
            raise KeyboardInterrupt
        yield cluster


def _started(workers: int) -> Any:
    """A cluster; retried where a worker dies while it starts."""
    from distributed import LocalCluster

    security = temporary_credentials()
    for tries_left in reversed(range(_STARTS)):
        try:
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                host="127.0.0.1",
                protocol="tls://",
                security=security,
                dashboard_address="127.0.0.1:0",
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            )
        except RuntimeError:
            if not tries_left:
                raise
    raise AssertionError


@contextmanager
def _remote(address: str) -> Iterator[Client]:
    import dask
    from distributed import Client

    warn_unless_authenticated(address)
    if address.startswith("tls://") and not dask.config.get("distributed.comm.tls.ca-file", None):
        raise ConfigError(f"the scheduler at {address} needs certificates\n{TLS_HELP}")
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise ConfigError(
            f"no scheduler responds at {address} ({type(error).__name__})\n{_advice(address)}"
        ) from None
    with client:
        yield client


def _advice(address: str) -> str:
    if address.startswith("tls://"):
        return TLS_HELP
    return (
        "Start one with `dask scheduler` and use the address that it prints, such as "
        "tls://127.0.0.1:8786."
    )
