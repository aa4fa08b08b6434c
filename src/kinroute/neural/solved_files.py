"""Instances with solutions, from a folder of `.vrp` files with `.sol` files beside them."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinroute.errors import LabelError
from kinroute.io import read as read_instance
from kinroute.neural.architecture import GRAPH_CUSTOMERS
from kinroute.neural.graphs import FloatArray, joined_pairs
from kinroute.neural.inference import graph_nodes, plane_points
from kinroute.problem.instance import Instance
from kinroute.relatedness.nearest import nearest, tie_ranks
from kinroute.solution import Solution
from kinroute.solution.check import check

log = logging.getLogger("kinroute")

MOST_GRAPHS = 100
"""Graphs that a large instance is cut into."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SolvedInstance:
    """An instance with a solution that passed the check."""

    instance: Instance
    solution: Solution


def solved_instances(folder: str | PathLike[str]) -> list[SolvedInstance]:
    """All pairs of a folder, by name; raises LabelError where there is none.

    An instance whose solution fails the check (the routes of some published files do not have the
    cost that they claim) is left out, with a warning in the log.
    """
    found = []
    for path in sorted(Path(folder).glob("*.vrp")):
        if not path.with_suffix(".sol").is_file():
            continue
        instance, solution = read_instance(path), Solution.read(path.with_suffix(".sol"))
        verdict = check(instance, solution)
        if not verdict.ok:
            log.warning("%s is left out: %s", path.stem, verdict.problems[0])
            continue
        solved = Solution(solution.routes, verdict.cost)
        found.append(SolvedInstance(instance=instance, solution=solved))
    if not found:
        raise LabelError("no .vrp file with a valid .sol file beside it", source=str(folder))
    return found


def graphs_of(solved: SolvedInstance) -> tuple[FloatArray, Any]:
    """The graphs of an instance as a network sees them: nodes (g, n, 3), and adjacency (g, n, n).

    Up to 100 customers it is one graph. A larger one is cut as for inference, around at most 100
    of its customers; edges that leave a graph are left out.
    """
    instance = solved.instance
    if instance.coordinates is None:
        raise LabelError(f"{instance.name} has no coordinates; a network needs them")
    tour = np.concatenate(solved.solution.routes)
    first = np.zeros((1, len(tour)), np.bool_)
    first[0, np.cumsum([0, *map(len, solved.solution.routes[:-1])])] = True
    joined = joined_pairs(tour[None], first)[0]
    members = _members(instance)
    with_depot = np.concatenate((np.zeros_like(members[:, :1]), members + 1), axis=1)
    nodes = graph_nodes(instance, plane_points(instance), members)
    return nodes, joined[with_depot[:, :, None], with_depot[:, None, :]]


def _members(instance: Instance) -> Any:
    """(g, m) the customers of each graph, from 0."""
    n = instance.customers
    if n <= GRAPH_CUSTOMERS:
        return np.argsort(tie_ranks(instance)).astype(np.int32)[None]
    others, _ = nearest(instance, GRAPH_CUSTOMERS - 1)
    centres = np.unique(np.linspace(0, n - 1, MOST_GRAPHS).astype(np.int32))
    members = np.concatenate((centres[:, None], others[centres] - 1), axis=1)
    return np.unique(np.sort(members, axis=1), axis=0)


def description_of(folder: Path, found: list[SolvedInstance]) -> dict[str, Any]:
    """The data as a model card describes them: with a hash of instances and solutions."""
    digest = hashlib.sha256()
    for solved in found:
        nodes, joined = graphs_of(solved)
        digest.update(nodes.tobytes())
        digest.update(joined.tobytes())
    return {"folder": folder.name, "instances": len(found), "sha256": digest.hexdigest()}
