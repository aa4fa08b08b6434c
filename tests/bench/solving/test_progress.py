from kinroute.bench.solving.progress import Activity, ClusterProgress
from kinroute.search.progress import Progress


def cluster_progress(*activities: Activity, **changes: object) -> ClusterProgress:
    values: dict[str, object] = {
        "time": 3.0,
        "iterations": 0,
        "best_cost": 100.0,
        "feasible_share": 0.0,
        "restarts": 0,
        "annealing_steps": 50,
        "time_left": 7.0,
        "round": 2,
        "rounds": 13,
        "exchange": "parts",
        "activities": activities,
    }
    return ClusterProgress(**(values | changes))  # type: ignore[arg-type]


def test_observers_of_a_search_can_follow_a_cluster() -> None:
    now = cluster_progress(
        Activity(worker="worker 1", customers=5, cost_change=-2.0, is_done=False)
    )
    assert isinstance(now, Progress)
    assert now.is_annealing
    assert now.activities[0].worker == "worker 1"
