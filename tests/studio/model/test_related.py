import numpy as np
import pytest

import kinroute
from kinroute.errors import InputError
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.named import NAMED
from kinroute.studio.model.networks import Scores
from kinroute.studio.model.related import RelatedLists, beside
from kinroute.studio.model.settings import SearchSettings

INSTANCE = kinroute.generate(40, seed=6)


def test_every_relatedness_has_a_list_without_the_customer_itself() -> None:
    lists = RelatedLists(INSTANCE)
    assert lists.names == (*NAMED, "light-2")
    for name in lists.names:
        found = lists.of(name, 7)
        assert len(set(found.customers)) == 10
        assert 7 not in found.customers
        assert found.used == frozenset()


def test_links_that_the_routes_use_are_marked() -> None:
    lists = RelatedLists(INSTANCE)
    nearest = lists.of("distance", 7).customers
    route = (nearest[3], 7, nearest[0], nearest[1])
    assert lists.of("distance", 7, [(1,), route]).used == {nearest[3], nearest[0]}


def test_the_nearest_come_first_by_distance() -> None:
    found = RelatedLists(INSTANCE).of("distance", 1, count=5).customers
    lengths = [INSTANCE.distance(1, other) for other in found]
    assert lengths == sorted(lengths)
    assert lengths[0] == min(INSTANCE.distance(1, j) for j in range(2, 41))


def test_neighbours_on_a_route() -> None:
    routes = [(1, 2, 3), (4,)]
    assert [beside(c, routes) for c in (1, 2, 3, 4, 5)] == [(2,), (1, 3), (2,), (), ()]


def test_large_instances_are_shown_without_the_network() -> None:
    assert RelatedLists(kinroute.generate(1_001, seed=1)).names == tuple(NAMED)


def test_another_customer_is_refused() -> None:
    with pytest.raises(InputError, match="there is no customer 41"):
        RelatedLists(INSTANCE).of("distance", 41)


def test_the_network_of_the_search_is_shown() -> None:
    lists = RelatedLists(INSTANCE)
    lists.choose(SearchSettings(model="light-1"))
    assert lists.names == (*NAMED, "light-1")
    scores = np.zeros((40, 40), np.float32)
    scores[6, 20] = 1.0
    lists.choose(SearchSettings(scores=Scores("mine.npz", ByHeatmap(scores))))
    assert lists.names == (*NAMED, "mine.npz")
    assert lists.of("mine.npz", 7).customers[0] == 21
    scores = scores.copy()
    scores[6, 30] = 2.0  # another content under the same name
    lists.choose(SearchSettings(scores=Scores("mine.npz", ByHeatmap(scores))))
    assert lists.of("mine.npz", 7).customers[:2] == (31, 21)
