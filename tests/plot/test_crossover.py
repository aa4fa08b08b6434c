from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import ByDistance, Solution, generate
from kinroute.errors import InputError
from kinroute.plot.crossover import crossed, draw_crossover
from kinroute.plot.files import save
from kinroute.search.giant_tour import giant_tour

# The example of the paper's appendix: F = [9, 1, 10, 7], so i = 7, and j = 8.
FIRST = (3, 6, 9, 1, 10, 7, 2, 5, 4, 8)
SECOND = (5, 10, 3, 1, 8, 4, 9, 2, 7, 6)


def test_the_example_of_the_paper() -> None:
    step = crossed((FIRST, SECOND), 7, [1, 8, 10], share=0.4)
    assert step.fragment == (9, 1, 10, 7)
    assert step.related == (8,)
    assert step.j == 8
    # The rest of parent 2 without the fragment is 5 3 8 4 2 6; it begins at 8.
    assert step.child == (9, 1, 10, 7, 8, 4, 2, 6, 5, 3)
    # Plain OX goes on after the second cut: there parent 2 has 9, 2.
    assert step.plain == 2


@given(
    tours=st.integers(2, 30).flatmap(
        lambda n: st.tuples(*[st.permutations(range(1, n + 1))] * 2, st.integers(1, n))
    ),
    related=st.lists(st.integers(1, 30), max_size=5),
    share=st.floats(0.01, 0.99),
    seed=st.integers(0, 99),
)
@settings(max_examples=100, deadline=None)
def test_a_child_is_a_tour_that_keeps_both_orders(
    tours: tuple[list[int], list[int], int], related: list[int], share: float, seed: int
) -> None:
    one, two, customer = tours
    known = [c for c in related if c <= len(one)]
    step = crossed((one, two), customer, known, share=share, seed=seed)
    assert sorted(step.child) == sorted(one)
    assert step.fragment[-1] == customer
    assert step.child[len(step.fragment)] == step.j
    assert step.j in step.related or not step.related
    doubled = one * 2
    start = doubled.index(step.fragment[0])
    assert tuple(doubled[start : start + len(step.fragment)]) == step.fragment
    rest = [c for c in two if c not in step.fragment]
    at = rest.index(step.j)
    assert step.child[len(step.fragment) :] == tuple(rest[at:] + rest[:at])


def test_tours_of_different_customers_are_refused() -> None:
    with pytest.raises(InputError, match="same two customers or more"):
        crossed(((1, 2), (1, 3)), 1, [])


@pytest.mark.parametrize("n", [12, 60])
def test_a_crossover_is_drawn(tmp_path: Path, n: int) -> None:
    instance = generate(n, seed=1)
    ordered = list(range(1, n + 1))
    parents = (Solution([ordered[: n // 2], ordered[n // 2 :]]), Solution([ordered[::-1]]))
    figure = draw_crossover(instance, 5, ByDistance(), parents)
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts.count("i = 5") == 3
    assert sum(text.startswith("j = ") for text in texts) == 3
    assert ("11" in texts) == (n == 12)  # cells are numbered while there are few
    save(figure, tmp_path / "a.png")


def test_parents_are_the_giant_tours_of_the_search() -> None:
    instance = generate(12, seed=1)
    ordered = list(range(1, 13))
    routes = [ordered[k : k + 3] for k in range(0, 12, 3)]
    shown = []
    for order in (routes, routes[::-1]):
        figure = draw_crossover(instance, 5, ByDistance(), (Solution(order), Solution([ordered])))
        texts = [text.get_text() for text in figure.axes[0].texts]
        shown.append([text for text in texts if text.isdigit()][:12])
    expected = giant_tour(instance, Solution(routes))
    assert shown == [[str(customer) for customer in expected]] * 2
