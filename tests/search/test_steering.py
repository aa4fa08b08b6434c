from typing import Any

import numpy as np
import pytest

from kinroute import ByDistance, ByHeatmap, ByNetwork, Instance, Neighbours
from kinroute.errors import ConfigError, RelatednessError
from kinroute.relatedness.heatmap import WithNearest
from kinroute.search.config import SearchConfig
from kinroute.search.methods import method_named
from kinroute.search.steering import Steering, steering

# On a line at 1 to 6; by heat each customer's best is its mirror image 7 − i, then by number.
LINE = Instance(demands=[1] * 6, capacity=6, coordinates=[(x, 0) for x in range(7)], name="line")
HEAT = np.array([[10 * (i + j == 7) - 0.1 * j for j in range(1, 7)] for i in range(1, 7)])
BY_DISTANCE = ByDistance().neighbours(LINE, 4).ids.tolist()
BY_HEAT = ByHeatmap(HEAT).neighbours(LINE, 4).ids.tolist()
HALF_BY_HEAT = WithNearest(ByHeatmap(HEAT)).neighbours(LINE, 4).ids.tolist()


def steered(method: str, **given: Any) -> Steering:
    return steering(LINE, method_named(method), config=SearchConfig(granularity=4), **given)


@pytest.mark.parametrize(
    ("method", "local_search", "kind", "crossover"),
    [
        ("D-O", BY_DISTANCE, "ox", None),
        ("D-D", BY_DISTANCE, "related", BY_DISTANCE),
        ("D-N", BY_DISTANCE, "related", BY_HEAT),
        ("N-O", HALF_BY_HEAT, "ox", None),
        ("N-D", HALF_BY_HEAT, "related", BY_DISTANCE),
        ("N-N", HALF_BY_HEAT, "related", BY_HEAT),
        ("fragment", BY_DISTANCE, "fragment", BY_DISTANCE),
        ("fragment-random", BY_DISTANCE, "fragment_random", BY_DISTANCE),
    ],
)
def test_the_methods_are_steered_as_the_paper_says(
    method: str, local_search: list[list[int]], kind: str, crossover: list[list[int]] | None
) -> None:
    lists = steered(method, heatmap=HEAT)
    assert lists.local_search.ids.tolist() == local_search
    assert lists.kind == kind
    if crossover is not None:
        assert lists.crossover.ids.tolist() == crossover


def test_the_three_rules_differ_here() -> None:
    assert len({str(BY_DISTANCE), str(BY_HEAT), str(HALF_BY_HEAT)}) == 3


def test_each_choice_can_be_replaced_alone() -> None:
    lists = steered("D-D", crossover="heatmap", heatmap=HEAT)
    assert lists.local_search.ids.tolist() == BY_DISTANCE
    assert lists.crossover.ids.tolist() == BY_HEAT
    lists = steered("D-D", local_search="heatmap", heatmap=HEAT)
    assert lists.local_search.ids.tolist() == HALF_BY_HEAT
    assert lists.crossover.ids.tolist() == BY_DISTANCE
    assert steered("D-D", crossover="OX").kind == "ox"
    assert steered("D-D", crossover="fragment").kind == "fragment"


def test_an_array_of_scores_is_a_heatmap() -> None:
    lists = steered("D-O", local_search=HEAT, crossover=HEAT)
    assert lists.local_search.ids.tolist() == HALF_BY_HEAT
    assert lists.crossover.ids.tolist() == BY_HEAT


def test_ready_lists_are_taken_as_they_are() -> None:
    mine = Neighbours(np.array([[2], [3], [4], [5], [6], [1]]))
    lists = steered("D-O", local_search=mine, crossover=mine)
    assert lists.local_search is mine
    assert lists.crossover is mine
    assert lists.kind == "related"


def test_a_class_of_ones_own_is_asked_for_its_lists() -> None:
    class ByNumber:
        def neighbours(self, instance: Instance, k: int) -> Neighbours:
            n = instance.customers
            return Neighbours(np.array([[i % n + 1] * k for i in range(1, n + 1)]))

    lists = steered("D-D", local_search=ByNumber())
    assert lists.local_search.ids.tolist() == [[i] * 4 for i in (2, 3, 4, 5, 6, 1)]


def test_a_class_that_returns_something_else_is_refused() -> None:
    class Careless:
        def neighbours(self, instance: Instance, k: int) -> list[int]:
            return [1]

    with pytest.raises(RelatednessError, match="Careless returned list; it must return Neighbours"):
        steered("D-D", local_search=Careless())


def test_lists_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(RelatednessError, match="neighbours have 1 rows; line has 6"):
        steered("D-D", crossover=Neighbours(np.array([[1]])))


@pytest.mark.parametrize("given", ["closeness", 7])
def test_an_unknown_relatedness_is_refused(given: object) -> None:
    with pytest.raises(ConfigError, match=f"relatedness {given!r} is unknown; use 'distance'"):
        steered("D-O", local_search=given)


def test_without_a_heatmap_the_network_that_ships_is_asked() -> None:
    default, named = (
        steered("D-O", local_search="heatmap"),
        steered("D-O", local_search="heatmap", heatmap="light-2"),
    )
    assert np.array_equal(default.local_search.ids, named.local_search.ids)
    assert default.inference.wall > 0


@pytest.mark.parametrize("heatmap", [None, "light-2", ByNetwork("light-2"), ByHeatmap("light-2")])
def test_inference_runs_once_for_both_lists(
    monkeypatch: pytest.MonkeyPatch, heatmap: object
) -> None:
    runs: list[ByNetwork] = []
    real = ByNetwork.inferred

    def inferred(self: ByNetwork, *args: Any, **more: Any) -> ByHeatmap:
        runs.append(self)
        return real(self, *args, **more)

    monkeypatch.setattr(ByNetwork, "inferred", inferred)
    steered("N-N", heatmap=heatmap)
    assert runs == [ByNetwork("light-2")]


def test_a_function_of_the_instance_is_a_heatmap() -> None:
    asked = []

    def scores(instance: Instance) -> np.ndarray:
        asked.append(instance.name)
        return HEAT

    lists = steered("N-N", heatmap=scores)
    assert lists.local_search.ids.tolist() == HALF_BY_HEAT
    assert lists.crossover.ids.tolist() == BY_HEAT
    assert asked == ["line"]
