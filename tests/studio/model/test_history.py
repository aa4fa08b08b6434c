from hypothesis import given
from hypothesis import strategies as st

from kinroute.studio.model.history import History

ROUTES = st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4), min_size=1, max_size=4)


def test_frames_come_back_in_order_and_share_their_routes() -> None:
    history = History()
    history.add(0.1, 30.0, 1, [[1, 2], [3], []])
    history.add(0.2, 20.0, 5, [[2, 1], [3]])
    assert [frame.routes for frame in history] == [((1, 2), (3,)), ((2, 1), (3,))]
    assert history[0].routes[1] is history[1].routes[1]
    assert history.curve() == [(0.1, 30.0), (0.2, 20.0)]
    assert history.best is history[-1]


@given(st.lists(ROUTES, min_size=1, max_size=60), st.integers(4, 20))
def test_it_is_bounded_and_keeps_the_first_and_the_newest(
    improvements: list[list[list[int]]], most: int
) -> None:
    history = History(most=most, most_stops=10**9)
    for number, routes in enumerate(improvements):
        history.add(float(number), -float(number), number, routes)
    assert len(history) <= max(most, 4)
    assert history.seen == len(improvements)
    assert history[0].time == 0.0
    assert history[-1].time == len(improvements) - 1.0
    times = [frame.time for frame in history]
    assert times == sorted(times)


def test_many_distinct_stops_thin_it_out_as_well() -> None:
    history = History(most_stops=100)
    for number in range(200):
        history.add(number, -number, number, [range(number, number + 10)])
    assert sum(len(route) for frame in history for route in frame.routes) <= 100
    assert history[-1].time == 199


def test_an_empty_history_has_no_best() -> None:
    assert History().best is None
