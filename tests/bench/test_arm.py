import pytest

from kinroute.bench.arm import Arm
from kinroute.errors import ConfigError


@pytest.mark.parametrize(
    ("spelled", "canonical"),
    [
        ({"method": " d-d"}, {"method": "D-D"}),
        ({"method": "Fragment-Random"}, {"method": "fragment-random"}),
        ({"method": "D-D", "crossover": "OX"}, {"method": "D-D", "crossover": "ox"}),
        ({"method": "D-D", "local_search": "Polar"}, {"method": "D-D", "local_search": "polar"}),
        (
            {"method": "D-D", "crossover": "Oracle:Best.sol"},
            {"method": "D-D", "crossover": "oracle:Best.sol"},
        ),
        (
            {"method": "D-D", "config": (("elite", 2), ("assembly_share", 1))},
            {"method": "D-D", "config": (("assembly_share", 1.0), ("elite", 2))},
        ),
    ],
)
def test_one_arm_in_two_spellings_is_the_same(spelled: dict, canonical: dict) -> None:
    one, other = Arm(**spelled), Arm(**canonical)
    assert one == other
    assert repr(one.content) == repr(other.content)


def test_a_heatmap_needs_a_model_in_any_case() -> None:
    with pytest.raises(ConfigError, match="needs a model"):
        Arm(method="D-O", local_search="Heatmap")
    assert Arm(method="D-O", local_search="Heatmap", model="light-2").needs_model
