"""Where an instance comes from: a file that was dropped, or one drawn by its law."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Protocol

from kinroute.cli.options import InstanceArguments
from kinroute.errors import InputError
from kinroute.problem.generate import Law, generate
from kinroute.problem.instance import Instance
from kinroute.problem.tolerance import exact
from kinroute.studio.model.reading import Reading, options_of, read_upload

MOST_CUSTOMERS = 30_000
"""Of an instance that is drawn by sliders."""


class Source(Protocol):
    """Where an instance comes from."""

    @property
    def file(self) -> str:
        """The name that the command line knows it by."""

    def read(self) -> Reading:
        """The instance, with what is said about it; raises InputError where it is none."""

    def commands(self) -> list[str]:
        """The commands that make the file, if it is not there already."""

    def options(self, limits: Mapping[str, float | None]) -> list[str]:
        """The options that the command line needs to read it the same, with other limits."""

    def values(self) -> dict[str, str]:
        """What a link needs to know of it; nothing for a file, which must be dropped again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A file that was dropped on the page."""

    name: str
    content: bytes
    arguments: InstanceArguments

    @property
    def file(self) -> str:
        return self.name

    def read(self) -> Reading:
        return read_upload(self.name, self.content, self.arguments)

    def commands(self) -> list[str]:
        return []

    def options(self, limits: Mapping[str, float | None]) -> list[str]:
        return options_of(replace(self.arguments, **_texts(limits)))

    def values(self) -> dict[str, str]:
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """An instance drawn by a law; what is None is drawn as well."""

    customers: int = 100
    law: Law = "XML"
    depot: str | None = None
    layout: str | None = None
    demand: str | None = None
    route_size: int | None = None
    draw: int = 0
    """The seed of the law."""

    @property
    def file(self) -> str:
        return f"{self._instance().name}.vrp"

    def read(self) -> Reading:
        if not 1 <= self.customers <= MOST_CUSTOMERS:
            raise InputError(f"{self.customers} customers; use 1 to {MOST_CUSTOMERS}")
        return Reading(instance=self._instance())

    def commands(self) -> list[str]:
        words = ["kinroute", "generate", "--law", self.law, "--customers", str(self.customers)]
        for option in ("depot", "layout", "demand", "route_size"):
            value = getattr(self, option)
            if value is not None:
                words += [f"--{option.replace('_', '-')}", str(value)]
        return [shlex.join([*words, "--seed", str(self.draw), "-o", self.file])]

    def options(self, limits: Mapping[str, float | None]) -> list[str]:
        return options_of(InstanceArguments(file=Path(self.file), **_texts(limits)))

    def values(self) -> dict[str, str]:
        given = {part.name: getattr(self, part.name) for part in fields(self)}
        return {name: str(value) for name, value in given.items() if value is not None}

    def _instance(self) -> Instance:
        return generate(
            self.customers,
            law=self.law,
            depot=self.depot,
            layout=self.layout,
            demand=self.demand,
            route_size=self.route_size,
            seed=self.draw,
        )


EXAMPLES: dict[str, Drawn] = {
    "Town, 100 customers": Drawn(
        customers=100, draw=1, depot="center", layout="random", demand="1-10", route_size=3
    ),
    "Clusters, 100 customers": Drawn(
        customers=100, draw=2, depot="random", layout="clustered", demand="1-100", route_size=5
    ),
    "Region, 200 customers": Drawn(customers=200, law="X", draw=3),
    "Region, 400 customers": Drawn(customers=400, law="X", draw=4),
    "Short routes, 600 customers": Drawn(customers=600, law="X", draw=5, route_size=1),
    "Country, 1,000 customers": Drawn(customers=1_000, law="X", draw=6),
    "Large, 10,000 customers": Drawn(
        customers=10_000,
        law="X",
        draw=7,
        depot="center",
        layout="mixed",
        demand="1-100",
        route_size=4,
    ),
}
"""The instances that ship, by name."""


def _texts(limits: Mapping[str, float | None]) -> dict[str, Any]:
    """Limits as the command line takes them: a duration is a text, in the unit of the instance."""
    return {
        name: exact(value) if name == "max_duration" and value is not None else value
        for name, value in limits.items()
    }


def drawn_of(values: Mapping[str, str]) -> Drawn | None:
    """The instance of a link; None where it names none."""
    if "customers" not in values:
        return None
    given: dict[str, str | int] = {}
    for part in fields(Drawn):
        if part.name in values:
            is_number = part.name in ("customers", "route_size", "draw")
            given[part.name] = int(values[part.name]) if is_number else values[part.name]
    return Drawn(**given)  # type: ignore[arg-type]
