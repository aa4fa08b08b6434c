"""Long runs on the shipped instances: writes examples/instances/reference_costs.json.

    python tools/reference_costs.py [--seconds-per-customer 1.0] [--seeds 2]

A cost that is already there is only replaced by a better one, and is the start of the search.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import kinroute

FOLDER = Path(__file__).parent.parent / "examples" / "instances"
COSTS = FOLDER / "reference_costs.json"


def improved(path: Path, seconds_per_customer: float, seed: int) -> kinroute.Result:
    """The best routes of one long run that starts from the best known so far."""
    instance = kinroute.read(path)
    solution = path.with_suffix(".sol")
    start = solution if solution.exists() else None
    stop = kinroute.AfterSeconds(seconds_per_customer * instance.customers)
    return kinroute.solve(instance, stop=stop, seed=seed, start=start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds-per-customer", type=float, default=1.0)
    parser.add_argument("--seeds", type=int, default=2)
    arguments = parser.parse_args()
    costs = json.loads(COSTS.read_text()) if COSTS.exists() else {}
    for path in sorted(FOLDER.glob("*.vrp")):
        with ThreadPoolExecutor(arguments.seeds) as pool:
            runs = [
                pool.submit(improved, path, arguments.seconds_per_customer, seed)
                for seed in range(1, arguments.seeds + 1)
            ]
            best = min((run.result() for run in runs), key=lambda result: result.cost)
        known = costs.get(path.stem)
        if known is None or best.cost < known["cost"]:
            best.write(path.with_suffix(".sol"))
            costs[path.stem] = {"cost": best.cost, "routes": len(best.routes)}
        print(path.stem, costs[path.stem], flush=True)
        COSTS.write_text(json.dumps(costs, indent=2) + "\n")


if __name__ == "__main__":
    main()
