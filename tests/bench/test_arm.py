from typing import Any

import pytest

from kinroute.bench.arm import Arm, solve_arguments
from kinroute.bench.budget import Budget
from kinroute.bench.settings import nested
from kinroute.errors import ConfigError
from kinroute.problem.generate import generate
from kinroute.search.stop import AfterIterations
from tests.bench.setting_names import SHARE


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
            {"method": "D-D", "config": ((SHARE, 1), ("granularity", 9))},
            {"method": "D-D", "config": (("granularity", 9), (SHARE, 1.0))},
        ),
    ],
)
def test_one_arm_in_two_spellings_is_the_same(
    spelled: dict[str, Any], canonical: dict[str, Any]
) -> None:
    one, other = Arm(**spelled), Arm(**canonical)
    assert one == other
    assert repr(one.content) == repr(other.content)


def test_a_heatmap_needs_a_model_in_any_case() -> None:
    with pytest.raises(ConfigError, match="needs a model"):
        Arm(method="D-O", local_search="Heatmap")
    assert Arm(method="D-O", local_search="Heatmap", model="light-2").needs_model


@pytest.mark.parametrize(
    "arm",
    [
        Arm(method="D-O"),
        Arm(method="N-N", model="light-2", optimistic=True, granularity=20, label="mine"),
        Arm(method="D-D", crossover="oracle:Best.sol", config=((SHARE, 0.5),)),
    ],
)
def test_an_arm_is_made_of_its_content(arm: Arm) -> None:
    assert Arm.of(arm.content | {"label": arm.label}) == arm
    assert "label" not in arm.content


def test_a_label_has_what_differs_from_the_method() -> None:
    arm = Arm(method="N-N", model="m", optimistic=True, granularity=9, config=(("a.b", 2),))
    assert arm.label == "N-N m optimistic Γ9 b=2"
    assert Arm(method="D-D", local_search="polar", crossover="ox").label == "D-D ls=polar x=ox"


def test_gamma_is_that_of_the_arm_its_settings_or_the_paper() -> None:
    assert Arm(method="D-O", granularity=20).gamma == 20
    assert Arm(method="D-O", config=(("granularity", 30),)).gamma == 30
    assert Arm(method="D-O").gamma == 15
    assert Arm(method="auto").gamma is None


def test_the_source_of_the_scores_is_a_model_or_a_solution_file() -> None:
    assert Arm(method="D-O").source is None
    assert Arm(method="D-N", model="light-2").source == "light-2"
    both = Arm(method="N-D", model="light-2", crossover="oracle:a.sol")
    assert both.oracles == ("oracle:a.sol",)
    assert both.source == "light-2 oracle:a.sol"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"crossover": "astrology"}, "'astrology' is unknown; use 'distance', .*'ox'"),
        ({"local_search": "ox"}, "'ox' is unknown; use 'distance', .* for local_search"),
        ({"granularity": 0}, "granularity = 0"),
        ({"config": (("temperament", 1),)}, "unknown setting 'temperament'"),
        ({"granularity": 9, "config": (("granularity", 9),)}, "granularity is given twice"),
    ],
)
def test_what_cannot_run_is_refused_before_anything_runs(
    changes: dict[str, Any], message: str
) -> None:
    arm = Arm(**{"method": "D-D"} | changes)
    with pytest.raises(ConfigError, match=message):
        arm.require_runnable()


@pytest.mark.parametrize("crossover", ["ox", "fragment", "fragment_random", "fusion", "oracle:x"])
def test_every_named_crossover_can_run(crossover: str) -> None:
    arm = Arm(method="D-D", crossover=crossover)
    arm.require_runnable()
    assert arm.by == ("distance", crossover)


def test_the_arguments_of_solve() -> None:
    arm = Arm(method="D-D", granularity=7, local_search="polar", config=((SHARE, 0.5),))
    budget = Budget(measure="iterations", amount=20)
    assert solve_arguments(arm, generate(10), budget=budget, heatmap=None) == {
        "method": "D-D",
        "stop": [AfterIterations(20)],
        "granularity": 7,
        "local_search": "polar",
        "config": nested(((SHARE, 0.5),)),
    }
    learned = Arm(method="D-N", model="m", optimistic=True)
    arguments = solve_arguments(learned, generate(10), budget=budget, heatmap="scores")
    assert (arguments["heatmap"], arguments["optimistic"]) == ("scores", True)
    assert "config" not in arguments


def test_pure_lists_are_part_of_an_arm_and_mixed_ones_of_none() -> None:
    mixed = Arm(method="N-N", model="light-2")
    pure = Arm(method="N-N", model="light-2", neighbours="pure")
    assert "neighbours" not in mixed.content  # as in stores of older versions
    assert pure.content["neighbours"] == "pure"
    assert pure.label == "N-N light-2 pure"
    assert Arm.of(pure.content) == pure
    assert Arm.of(mixed.content) == mixed
    with pytest.raises(ConfigError, match="neighbours = 'half'; use 'mixed' or 'pure'"):
        Arm(method="N-N", model="light-2", neighbours="half")  # type: ignore[arg-type]
