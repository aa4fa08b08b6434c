"""The budget of one run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, Self, get_args

from kinroute.errors import ConfigError
from kinroute.search.stop import AfterCpuSeconds, AfterIterations, AfterSeconds, AtCost, Rule

Measure = Literal["seconds", "seconds_per_customer", "iterations"]
BudgetClock = Literal["cpu", "wall"]

_UNITS: dict[str, Measure] = {
    "s": "seconds",
    "s per customer": "seconds_per_customer",
    "iterations": "iterations",
}
_UNTIL = " or best known"
_TEXT = re.compile(
    rf"(?P<amount>[0-9.e+-]+) (?P<unit>{'|'.join(_UNITS)})(?: (?P<clock>cpu|wall))?"
    rf"(?P<until>{_UNTIL})?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """So many seconds, seconds per customer, or iterations."""

    measure: Measure
    amount: float
    clock: BudgetClock = "cpu"
    """CPU time by default, so that other load on the machine does not change the outcome."""
    until_best_known: bool = False
    """Whether a run stops at the best known cost; meant for instances where it is optimal."""

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

    @classmethod
    def of(cls, content: Mapping[str, Any] | str) -> Self:
        """The budget that a store holds: its fields, or in older stores its text."""
        if not isinstance(content, str):
            return cls(**content)
        match = _TEXT.fullmatch(content)
        if match is None:
            raise ConfigError(f"budget {content!r} is unreadable; it should be like '5 s cpu'")
        return cls(
            measure=_UNITS[match["unit"]],
            amount=float(match["amount"]),
            clock="wall" if match["clock"] == "wall" else "cpu",
            until_best_known=match["until"] is not None,
        )

    @property
    def content(self) -> dict[str, Any]:
        """Its fields in plain values."""
        return asdict(self)

    def seconds(self, customers: int) -> float | None:
        """The time of a run; None where the budget counts iterations."""
        if self.measure == "iterations":
            return None
        return self.amount * (customers if self.measure == "seconds_per_customer" else 1)

    def rules(self, customers: int, best_known: float | None) -> list[Rule]:
        """The stopping criteria, as `kinroute.solve` takes them."""
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
        """The expected time of a run relative to others of the campaign."""
        seconds = self.seconds(customers)
        return (1 + self.amount) * customers if seconds is None else seconds + 1e-3 * customers

    def __str__(self) -> str:
        """The budget as reports and keys spell it: "5 s cpu"."""
        end = _UNTIL if self.until_best_known else ""
        if self.measure == "iterations":
            return f"{int(self.amount)} iterations{end}"
        amount = f"{self.amount:g}"
        if float(amount) != self.amount:
            amount = repr(float(self.amount))
        unit = next(unit for unit, measure in _UNITS.items() if measure == self.measure)
        return f"{amount} {unit} {self.clock}{end}"


def budget_of(settings: dict[str, Any]) -> Budget:
    """The budget of a campaign file's table."""
    clock = settings.get("clock", "cpu")
    measures: tuple[Measure, ...] = get_args(Measure)
    given = [measure for measure in measures if measure in settings]
    if len(given) != 1:
        raise ConfigError(
            f"{len(given)} of {', '.join(measures)} are given; a budget has exactly one of them"
        )
    return Budget(
        measure=given[0],
        amount=settings[given[0]],
        clock=clock,
        until_best_known=settings.get("until_best_known", False),
    )
