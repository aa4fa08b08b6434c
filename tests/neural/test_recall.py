from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinroute import ByDistance, ByHeatmap, Instance, Neighbours, Solution, generate
from kinroute.neural.labels import Labels, labelled
from kinroute.neural.recall import evaluate, listed_pairs
from kinroute.relatedness import ByMutualRank, ByRoutes
from kinroute.relatedness.functions import NamedFunction, module_at

# Customers at 1, 2, 3 and 9 of a line, one route 1-2-3-4 and one 2-4, 1-3.
LINE = Instance(
    demands=[1] * 4,
    capacity=4,
    coordinates=[(0, 0), (1, 0), (2, 0), (3, 0), (9, 0)],
    rounding="nearest",
    name="KML4_1261_s0",
)


def two() -> Labels:
    other = LINE.with_changes(name="KML4_3261_s1")
    return labelled(
        [LINE, other], [Solution([(1, 2, 3, 4)], 18), Solution([(2, 4), (1, 3)], 24)], [0, 1]
    )


def test_recall_is_the_share_of_edges_among_the_listed_pairs() -> None:
    # k = 1: two pairs. Best ranks: 1-2, 2-3 (2 lists 1; 3 lists 2) and 3-4 (4 lists 3), all first
    # in one list; 1-2 is so in both, then 2-3 (second for 2). Held: 2 of 1-2-3-4, 0 of 2-4 and 1-3.
    # k = 2: four pairs, all but 1-4 and 2-4: 3 of the three edges, and 1-3 of the other two.
    table = evaluate(two(), {"distance": ByDistance()}, ks=(1, 2), with_oracle=False)
    assert table.of("distance").recall == pytest.approx((2 / 5, 4 / 5))
    assert table.of("distance", "depot random").recall == pytest.approx((2 / 3, 1))
    assert table.of("distance", "depot corner").recall == pytest.approx((0, 1 / 2))
    assert table.groups == (
        "all",
        "depot random",
        "depot corner",
        "layout clustered",
        "demand quadrant",
        "route 3-5",
    )
    assert table.of("distance", "layout clustered").instances == 2


def test_the_oracle_holds_every_edge() -> None:
    table = evaluate(two(), {"distance": ByDistance()}, ks=(2, 3))
    assert table.of("oracle").recall == (1, 1)
    assert table.relatednesses == ("distance", "oracle")


@given(seed=st.integers(0, 99), k=st.integers(1, 12), n=st.integers(2, 60))
@settings(max_examples=40, deadline=None)
def test_lists_have_k_customers_on_average_whatever_the_relatedness(
    seed: int, k: int, n: int
) -> None:
    instance = generate(n, seed=seed)
    for related in (ByDistance(), ByMutualRank()):
        pairs = listed_pairs(instance, related.neighbours(instance, k), k)
        assert len(pairs) == n * min(k, n - 1) // 2
        assert len(np.unique(pairs, axis=0)) == len(pairs)
        assert (pairs[:, 0] < pairs[:, 1]).all()


def test_a_pair_counts_with_its_better_rank() -> None:
    lists = Neighbours(np.array([[2, 3], [3, 1], [1, 2], [1, 2]]))
    # First in some list: 1-2, 2-3, 1-3, 1-4 (the last only in one); 2-4 is second at best.
    assert sorted(map(tuple, listed_pairs(LINE, lists, 2).tolist())) == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
    ]


def test_tables_can_be_printed() -> None:
    table = evaluate(
        two(), {"distance": ByDistance(), "mine": ByRoutes(two().solution(0))}, ks=(2,)
    )
    assert table.markdown().splitlines()[:3] == [
        "| recall in %, all | k = 2 |",
        "|---|---|",
        "| distance | 80.00 |",
    ]
    lines = table.markdown_by_group(2).splitlines()
    assert lines[0] == "| recall in % at k = 2 | instances | distance | mine | oracle |"
    assert lines[2].startswith("| all | 2 | 80.00 |")
    assert len(lines) == 2 + len(table.groups)


def test_progress_is_reported() -> None:
    done: list[int] = []
    evaluate(two(), {}, ks=(1,), observer=done.append)
    assert done == [1, 2]


def test_a_row_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        evaluate(two(), {}, ks=(1,)).of("distance")


def test_a_function_is_called_once_for_every_instance() -> None:
    called = []

    def scores(instance: Instance) -> np.ndarray:
        called.append(instance.name)
        return np.zeros((instance.customers, instance.customers))

    labels = two()
    table = evaluate(labels, {"flat": ByHeatmap(scores), "distance": ByDistance()})
    assert called == [labels.instance(k).name for k in range(len(labels))]
    assert table.of("flat").recall == table.of("distance").recall  # equal scores go by distance


def test_a_function_with_a_batch_gets_several_instances_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "nets.py").write_text(
        "import numpy as np\n"
        "sizes = []\n"
        "def scores(instances):\n"
        "    sizes.append(len(instances))\n"
        "    return [np.zeros((one.customers,) * 2) for one in instances]\n"
        "scores.batch = 2\n"
    )
    three = [LINE.with_changes(name=f"KML4_1261_s{seed}") for seed in range(3)]
    labels = labelled(three, [Solution([(1, 2, 3, 4)], 18)] * 3, [0, 1, 2])
    function = NamedFunction(f"{tmp_path / 'nets.py'}:scores")

    table = evaluate(labels, {"flat": ByHeatmap(function), "distance": ByDistance()})

    assert module_at(str(tmp_path / "nets.py"), "").sizes == [2, 1]
    assert table.of("flat").recall == table.of("distance").recall  # equal scores go by distance
