"""Reads plans from what `kinroute solve -o` writes: .sol, .csv, .json, .xlsx, .geojson."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from kinroute.errors import FormatError
from kinroute.io.solutions import read_solution
from kinroute.io.text import read_text
from kinroute.solution.plans.objects import parse_geojson, parse_json
from kinroute.solution.plans.plan import Plan, PlanRoute
from kinroute.solution.plans.tables import parse_csv
from kinroute.solution.plans.workbooks import read_workbook

SUFFIXES = (".sol", ".csv", ".json", ".xlsx", ".geojson")


def read_plan(path: str | PathLike[str]) -> Plan:
    """Read a plan by the suffix of its file; raises FormatError where it is none.

    A file without a known suffix is taken for a CVRPLIB solution.
    """
    source = str(path)
    suffix = Path(source).suffix.lower()
    if suffix == ".csv":
        return parse_csv(read_text(path), source)
    if suffix == ".json":
        return parse_json(read_text(path), source)
    if suffix == ".geojson":
        return parse_geojson(read_text(path), source)
    if suffix == ".xlsx":
        return read_workbook(path)
    if suffix in (".vrp", ".npz", ".xls", ".gpx", ".html", ".pdf", ".png", ".svg"):
        raise FormatError(
            f"a plan cannot be read from {suffix}; use one of {', '.join(SUFFIXES)}", source=source
        )
    return _read_sol(path)


def _read_sol(path: str | PathLike[str]) -> Plan:
    routes, cost = read_solution(path)
    return Plan(
        source=str(path),
        routes=tuple(
            PlanRoute(label=str(number), stops=tuple(map(str, route)))
            for number, route in enumerate(routes, 1)
        ),
        has_names=False,
        cost=cost,
    )
