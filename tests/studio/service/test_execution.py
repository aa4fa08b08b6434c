import json
from pathlib import Path
from typing import Any

import kinroute
from kinroute.studio.service.execution import arguments, budget, rules, solve_job, solve_reading
from kinroute.studio.service.options import SearchOptions
from kinroute.studio.service.reading import Submission
from tests.studio.service.servers import larger


def test_the_budget_never_exceeds_the_limit() -> None:
    assert budget(SearchOptions(seconds=5), 100, 60) == 5
    assert budget(SearchOptions(seconds=90), 100, 60) == 60
    assert budget(SearchOptions(), 100, 60) == 10  # a tenth of a second per customer
    assert budget(SearchOptions(iterations=5), 100, 60) == 60
    assert budget(SearchOptions(target=0), 100, 60) == 60


def test_a_job_is_solved_as_the_library_solves_it() -> None:
    instance = kinroute.generate(30, seed=4)
    options = SearchOptions(method="D-D", seed=3, iterations=50, granularity=10)
    found = solve_reading(
        instance, options, most_seconds=60, report=lambda _: None, should_stop=lambda: False
    )
    best = kinroute.solve(instance, **arguments(options), stop=rules(options, 60.0))
    assert found["cost"] == best.cost
    whole = json.loads(found["text"])
    assert whole["routes"] == [list(route) for route in best.routes]
    assert whole["restarts"] == best.restarts


def test_improvements_are_reported_and_a_stop_keeps_the_best(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_text(json.dumps({"instance": larger(50), "options": {"seconds": 30}}))
    reports: list[dict[str, Any]] = []
    found = solve_job(
        Submission(path=path),
        most_seconds=30,
        most_customers=100,
        report=reports.append,
        should_stop=lambda: len(reports) > 0,
    )
    whole = json.loads(found["text"])
    assert whole["stopped_by"] == "asked"
    assert whole["runtime"] < 25
    assert found["cost"] <= reports[0]["cost"]
    costs = [report["cost"] for report in reports]
    assert costs == sorted(costs, reverse=True)
