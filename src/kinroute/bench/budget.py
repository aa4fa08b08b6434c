"""How long one run may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from kinroute.errors import ConfigError
from kinroute.search.stop import AfterCpuSeconds, AfterIterations, AfterSeconds, AtCost, Rule

Measure = Literal["seconds", "seconds_per_customer", "iterations"]
BudgetClock = Literal["cpu", "wall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """So many seconds, seconds per customer, or iterations."""

    measure: Measure
    amount: float
    clock: BudgetClock = "cpu"
    """Processor time by default, so that a busy machine does not change the outcome."""
    until_best_known: bool = False
    """Whether a run ends as soon as it is at the best known cost: where that is proven to be the
    least, the rest of its time changes nothing."""

    def __post_init__(self) -> None:
        if self.clock not in ("cpu", "wall"):
            raise ConfigError(f"clock {self.clock!r} is unknown; use 'cpu' or 'wall'")
        is_number = isinstance(self.amount, int | float) and not isinstance(self.amount, bool)
        if not is_number or not 0 <= self.amount < 2**62:
            raise ConfigError(f"{self.measure} = {self.amount!r}; use a number from 0 to 2^62")
        if self.measure == "iterations" and self.amount != int(self.amount):
            raise ConfigError(f"iterations = {self.amount!r}; use a whole number")
        if not isinstance(self.until_best_known, bool):
            raise ConfigError(f"until_best_known = {self.until_best_known!r}; use true or false")

    def seconds(self, customers: int) -> float | None:
        """The time of a run; None where iterations are counted."""
        if self.measure == "iterations":
            return None
        return self.amount * (customers if self.measure == "seconds_per_customer" else 1)

    def rules(self, customers: int, best_known: float | None) -> list[Rule]:
        """When to stop, as `kinroute.solve` takes it."""
        limit = self._limit(customers)
        if best_known is None or not self.until_best_known:
            return [limit]
        return [limit, AtCost(best_known)]

    def _limit(self, customers: int) -> Rule:
        seconds = self.seconds(customers)
        if seconds is None:
            return AfterIterations(int(self.amount))
        return AfterCpuSeconds(seconds) if self.clock == "cpu" else AfterSeconds(seconds)

    def weight(self, customers: int) -> float:
        """How long a run takes beside others of the same campaign."""
        seconds = self.seconds(customers)
        return (1 + self.amount) * customers if seconds is None else seconds + 1e-3 * customers

    def __str__(self) -> str:
        """Return the budget as people and keys read it: "5 s cpu"."""
        end = " or best known" if self.until_best_known else ""
        if self.measure == "iterations":
            return f"{int(self.amount)} iterations{end}"
        amount = f"{self.amount:g}"
        if float(amount) != self.amount:
            amount = repr(float(self.amount))
        unit = "s" if self.measure == "seconds" else "s per customer"
        return f"{amount} {unit} {self.clock}{end}"


def budget_of(settings: dict[str, Any]) -> Budget:
    """The budget of a campaign file's table."""
    clock = settings.get("clock", "cpu")
    measures: tuple[Measure, ...] = ("seconds", "seconds_per_customer", "iterations")
    given = [measure for measure in measures if measure in settings]
    if len(given) != 1:
        raise ConfigError(
            f"{len(given)} of {', '.join(measures)} are given; a budget is exactly one of them"
        )
    return Budget(
        measure=given[0],
        amount=settings[given[0]],
        clock=clock,
        until_best_known=settings.get("until_best_known", False),
    )
