"""The solvers that a user could pick instead, each called as its own documentation does.

    python benchmarks/peer_solvers.py SOLVER FILE SECONDS SEED

Prints the routes as JSON, customers numbered from 1. One process per call: what a solver loads or
leaves behind touches no other.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import numpy as np
from scipy.spatial.distance import cdist

import kinroute

Routes = list[list[int]]


def solve_kinroute(path: Path, seconds: float, seed: int) -> Routes:
    result = kinroute.solve(kinroute.read(path), stop=seconds, seed=seed)
    return [list(route) for route in result.routes]


def solve_hygese(path: Path, seconds: float, seed: int) -> Routes:
    import hygese

    instance = kinroute.read(path)
    assert instance.coordinates is not None
    x, y = instance.coordinates.T
    data = {
        "x_coordinates": x,
        "y_coordinates": y,
        "demands": _with_depot(instance),
        "service_times": [0.0] * len(x),
        "vehicle_capacity": instance.capacity,
        "depot": 0,
    }
    # Its own settings; without a large number of iterations it would end too early.
    parameters = hygese.AlgorithmParameters(timeLimit=seconds, nbIter=10**9, seed=seed)
    solution = hygese.Solver(parameters=parameters, verbose=False).solve_cvrp(data, rounding=True)
    return [list(route) for route in solution.routes]


def solve_pyvrp(path: Path, seconds: float, seed: int) -> Routes:
    import pyvrp
    from pyvrp.stop import MaxRuntime

    data = pyvrp.read(path, round_func="round")
    limit = kinroute.read(path).max_duration
    if math.isfinite(limit):  # DISTANCE of the file, which its reader ignores
        fleet = [kind.replace(shift_duration=math.floor(limit)) for kind in data.vehicle_types()]
        data = data.replace(vehicle_types=fleet)
    best = pyvrp.solve(data, MaxRuntime(seconds), seed=seed, collect_stats=False).best
    return [
        [visit.idx + 1 for visit in route.schedule() if visit.is_client()]
        for route in best.routes()
    ]


def solve_ortools(path: Path, seconds: float, seed: int) -> Routes:
    del seed  # it has none
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    instance = kinroute.read(path)
    demands = [int(demand) for demand in _with_depot(instance)]
    fleet = instance.customers
    capacity = int(instance.capacity)
    manager = pywrapcp.RoutingIndexManager(instance.customers + 1, fleet, 0)
    routing = pywrapcp.RoutingModel(manager)
    routing.SetArcCostEvaluatorOfAllVehicles(
        routing.RegisterTransitMatrix(_matrix(instance).tolist())
    )
    load = routing.RegisterUnaryTransitVector(demands)
    routing.AddDimension(load, 0, capacity, True, "load")
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.SAVINGS
    parameters.local_search_metaheuristic = (
        routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    )
    parameters.time_limit.FromTimedelta(timedelta(seconds=seconds))
    found = routing.SolveWithParameters(parameters)
    routes: Routes = []
    for vehicle in range(fleet if found else 0):
        at, route = found.Value(routing.NextVar(routing.Start(vehicle))), []
        while not routing.IsEnd(at):
            route.append(manager.IndexToNode(at))
            at = found.Value(routing.NextVar(at))
        if route:
            routes.append(route)
    return routes


def solve_vroom(path: Path, seconds: float, seed: int) -> Routes:
    del seed  # it has none
    import vroom

    instance = kinroute.read(path)
    problem = vroom.Input()
    problem.set_durations_matrix("car", _matrix(instance).astype(np.uint32))
    for vehicle in range(min(instance.customers, instance.fewest_vehicles + 10)):
        problem.add_vehicle(
            vroom.Vehicle(vehicle + 1, start=0, end=0, capacity=[int(instance.capacity)])
        )
    for customer, demand in enumerate(instance.demands, start=1):
        problem.add_job(vroom.Job(customer, location=customer, delivery=[int(demand)]))
    found = problem.solve(exploration_level=5, nb_threads=1, timeout=timedelta(seconds=seconds))
    jobs = found.routes[found.routes.type == "job"]
    return [[int(k) for k in group.id] for _, group in jobs.groupby("vehicle_id", sort=False)]


def _with_depot(instance: kinroute.Instance) -> list[float]:
    return [0.0, *map(float, instance.demands)]


def _matrix(instance: kinroute.Instance) -> np.ndarray:
    """Distances as the set counts them: between points, rounded to whole numbers."""
    assert instance.coordinates is not None
    return np.floor(cdist(instance.coordinates, instance.coordinates) + 0.5).astype(int)


SOLVERS: dict[str, Callable[[Path, float, int], Routes]] = {
    "kinroute": solve_kinroute,
    "hygese": solve_hygese,
    "pyvrp": solve_pyvrp,
    "ortools": solve_ortools,
    "pyvroom": solve_vroom,
}


def main() -> None:
    solver, path, seconds, seed = sys.argv[1:]
    print(json.dumps(SOLVERS[solver](Path(path), float(seconds), int(seed))))


if __name__ == "__main__":
    main()
