import pytest

from kinroute.errors import InputError
from kinroute.studio.model.exports import exported
from kinroute.studio.model.plan_files import read_routes
from tests.studio.made_up import result, town


@pytest.mark.parametrize("suffix", [".sol", ".json", ".csv", ".xlsx", ".geojson"])
def test_an_export_is_read_as_the_same_routes(suffix: str) -> None:
    plan = town().result()
    found = read_routes(f"plan{suffix}", exported(plan, suffix), plan.instance)
    assert sorted(found) == sorted(plan.routes)


def test_a_plan_of_another_instance_is_refused_under_its_name() -> None:
    with pytest.raises(InputError) as refused:
        read_routes("../mine.sol", b"Route #1: 1 2\nCost 3\n", result().instance)
    assert str(refused.value).startswith("mine.sol: no warm start")
