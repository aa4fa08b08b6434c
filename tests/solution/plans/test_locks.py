import pytest

from kinroute.errors import ConfigError
from kinroute.solution.plans import Plan
from kinroute.solution.plans.locks import Lock, locks_from
from kinroute.solution.plans.plan import PlanRoute

PLAN = Plan(
    source="p.csv",
    routes=(
        PlanRoute(label="1", stops=("a", "b", "c")),
        PlanRoute(label="2", stops=("d",)),
        PlanRoute(label="North", stops=("e", "f")),
    ),
    has_names=True,
)


def test_a_lock_is_a_route_or_its_first_stops() -> None:
    assert locks_from(["1:2", "North", "2:1"], PLAN) == {
        0: Lock(stops=2, is_whole=False),
        1: Lock(stops=1, is_whole=False),
        2: Lock(stops=2, is_whole=True),
    }


@pytest.mark.parametrize(
    ("locks", "message"),
    [
        (["3"], "--lock 3: p.csv has no route '3'; it has 1, 2, North"),
        (["1:4"], "'4' is no number of stops; route 1 has 3, so use 1 to 3"),
        (["1:0"], "use 1 to 3"),
        (["1:"], "'' is no number of stops"),
        (["1:x"], "'x' is no number of stops"),
        (["1:-1"], "'-1' is no number"),
        (["1:" + "9" * 400], "is no number of stops"),
        (["", "1"], "has no route ''"),
        (["1:2", "1"], "route 1 is locked twice"),
    ],
)
def test_what_is_no_lock_is_refused(locks: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        locks_from(locks, PLAN)
