"""`kinroute solve` on a cluster: its options, and what they cannot be combined with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kinroute.errors import ConfigError
from kinroute.search.solve import solve
from kinroute.solution.result import Result

_SHARED = ("stop", "seed", "start", "granularity", "threads", "observer")
"""Arguments that both ways to solve have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterOptions:
    """--cluster and --workers; neither: this process searches alone."""

    address: str | None
    workers: int | None

    @property
    def is_given(self) -> bool:
        """Whether the search runs on a cluster."""
        return self.address is not None or self.workers is not None

    @property
    def text(self) -> str:
        """For the heading."""
        if self.workers is not None:
            return f", {self.workers} worker{'s' if self.workers > 1 else ''}"
        return "" if self.address is None else f", on {self.address}"

    def refuse(self, others: Mapping[str, bool]) -> None:
        """Raise ConfigError for options that a cluster does not have.

        `others` are options as they are written, and whether they are given.
        """
        if not self.is_given:
            return
        if self.address is not None and self.workers is not None:
            raise ConfigError(
                "--cluster uses the workers of a scheduler, --workers starts its own; use one of "
                "them"
            )
        if self.workers is not None and self.workers < 1:
            raise ConfigError(f"--workers {self.workers} cannot search; use 1 or more")
        own = "--cluster" if self.workers is None else "--workers"
        for option, is_given in others.items():
            if is_given:
                raise ConfigError(
                    f"{option} cannot be used with {own}, which searches with `auto` for a time "
                    "or a number of iterations; leave one of them out"
                )

    def search(self) -> Callable[..., Result]:
        """`kinroute.solve`, or what takes its arguments to the cluster."""
        if not self.is_given:
            return solve

        def on_cluster(instance: Any, **arguments: Any) -> Result:
            from kinroute.bench.solving.solve import solve_on_cluster

            return solve_on_cluster(
                instance,
                workers=self.workers,
                scheduler=self.address,
                **{name: arguments[name] for name in _SHARED},
            )

        return on_cluster
