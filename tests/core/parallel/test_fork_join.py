import threading
import time
from collections.abc import Callable, Iterator

import pytest

from tests.core.problems import testing


@pytest.fixture
def team() -> Iterator[Callable[..., testing.ForkJoin]]:
    """Starts the other threads of a fork-join, each of which serves once."""
    closed: list[testing.ForkJoin] = []
    others: list[threading.Thread] = []

    def start(threads: int, late: float = 0.0) -> testing.ForkJoin:
        fork_join = testing.ForkJoin(threads)

        def serve(index: int) -> None:
            time.sleep(late)
            fork_join.serve(index)

        for index in range(1, threads):
            others.append(threading.Thread(target=serve, args=[index]))
            others[-1].start()
        closed.append(fork_join)
        return fork_join

    yield start
    for fork_join in closed:
        fork_join.close()
    for thread in others:
        thread.join(timeout=30)
        assert not thread.is_alive()


@pytest.mark.parametrize("late", [0.0, 0.05])
def test_every_thread_executes_every_task_once(
    team: Callable[..., testing.ForkJoin], late: float
) -> None:
    fork_join = team(4, late)
    for task in range(20):
        done: list[tuple[int, int]] = []
        identities: set[int] = set()

        def note(
            index: int,
            task: int = task,
            done: list[tuple[int, int]] = done,
            identities: set[int] = identities,
        ) -> None:
            done.append((task, index))
            identities.add(threading.get_ident())

        fork_join.run(note)
        assert sorted(done) == [(task, index) for index in range(4)]
        assert len(identities) == 4


def test_a_dismissal_ends_one_service_and_not_the_next() -> None:
    fork_join = testing.ForkJoin(2)
    rounds: list[str] = []

    def serve_twice() -> None:
        for name in ("first", "second"):
            fork_join.serve(1)
            rounds.append(name)

    other = threading.Thread(target=serve_twice)
    other.start()
    for name in ("first", "second"):
        seen: list[int] = []
        fork_join.run(seen.append)
        assert sorted(seen) == [0, 1]
        assert name not in rounds
        fork_join.dismiss()
    other.join(timeout=30)
    assert rounds == ["first", "second"]


@pytest.mark.parametrize("failing", [0, 2])
def test_an_error_of_any_thread_reaches_the_first(
    team: Callable[..., testing.ForkJoin], failing: int
) -> None:
    fork_join = team(3)

    def fail(index: int) -> None:
        if index == failing:
            raise ValueError("of this thread")

    with pytest.raises(ValueError, match="of this thread"):
        fork_join.run(fail)
    seen: list[int] = []
    fork_join.run(seen.append)
    assert sorted(seen) == [0, 1, 2]


def test_nobody_waits_for_a_thread_that_never_came() -> None:
    fork_join = testing.ForkJoin(2)
    seen: list[int] = []
    closing = threading.Timer(0.05, fork_join.close)
    closing.start()
    fork_join.run(seen.append)
    assert seen == [0]
    assert fork_join.is_closed()
    fork_join.serve(1)  # returns at once
