"""Who may talk to a cluster: whoever can send it a task runs code as the user of its workers."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from kinroute.bench.optional_imports import optional_import
from kinroute.errors import InputWarning

if TYPE_CHECKING:
    from distributed.security import Security

_AUTHENTICATED = ("tls", "wss")

TLS_HELP = (
    "Give this machine the scheduler's certificates: DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
    "…__CLIENT__CERT and …__CLIENT__KEY in the environment, or `distributed.comm.tls` in Dask's "
    "configuration file."
)


def temporary_credentials() -> Security:
    """A key and a certificate for one cluster, in memory only.

    Scheduler and workers demand the certificate of everyone who connects. The port of a loopback
    address is open to all users of a machine; the key is not.
    """
    optional_import("cryptography")
    from distributed.security import Security

    return Security.temporary()


def warn_unless_authenticated(address: str) -> None:
    """Warn of a scheduler that asks nobody for a certificate."""
    if address.partition("://")[0].lower() not in _AUTHENTICATED:
        warnings.warn(
            f"the scheduler at {address} does not use TLS: everyone who can reach it, on this "
            "machine or in its network, can run code as you; start it with certificates and use "
            "its tls:// address",
            InputWarning,
            stacklevel=2,
        )
