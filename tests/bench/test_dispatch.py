import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kinroute.bench import dispatch
from kinroute.bench.campaign_file import read_campaign
from kinroute.bench.cluster import connected
from kinroute.bench.dispatch import Dispatcher, Outcome
from kinroute.bench.plan import Plan, Run, planned
from kinroute.bench.progress import CampaignProgress
from kinroute.bench.record import Record
from kinroute.bench.store import Store
from kinroute.bench.worker import execute
from kinroute.errors import InputError, RelatednessError
from tests.bench.processes import by_hand, campaign_file

pytestmark = pytest.mark.thorough


class FakeFuture:
    """A run that is executed when its result is taken."""

    def __init__(self, run: Run, work: Callable[[Run], Record]) -> None:
        self._error: BaseException | None = None
        try:
            self._record = work(run)
        except Exception as error:
            self._error = error

    def cancelled(self) -> bool:
        return False

    def exception(self) -> BaseException | None:
        return self._error

    def result(self) -> Record:
        return self._record

    def release(self) -> None: ...


KilledWorker = type("KilledWorker", (Exception,), {"__doc__": "As Dask calls it."})


Made = tuple[Dispatcher, Store, Outcome, CampaignProgress]
Maker = Callable[[Callable[[Run], Record]], Made]


@pytest.fixture
def dispatcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Executes runs in this process; `work` stands for the worker."""
    stores = ExitStack()

    def made(work: Callable[[Run], Record]) -> Made:
        waiting: list[FakeFuture] = []
        monkeypatch.setattr(
            "distributed.as_completed",
            lambda loop: SimpleNamespace(
                add=waiting.append, next_batch=lambda block: [waiting.pop(0)]
            ),
        )
        client: Any = SimpleNamespace(
            loop=None,
            status="running",
            nthreads=lambda: {"one": 1},
            cancel=lambda futures: None,
            submit=lambda function, run, **_: FakeFuture(run, work),
        )
        store = stores.enter_context(Store(tmp_path / "s.sqlite"))
        outcome, progress = Outcome(), CampaignProgress()
        return Dispatcher(store, client, progress, outcome), store, outcome, progress

    with stores:
        yield made


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return planned(read_campaign(campaign_file(tmp_path, runs=40)))


def test_every_run_is_stored_in_the_order_of_the_plan(dispatcher: Maker, plan: Plan) -> None:
    made, store, outcome, progress = dispatcher(execute)
    progress.begun(plan, [])
    made.execute(plan.runs)
    assert store.keys() == {run.key for run in plan.runs}
    assert (outcome.done, outcome.stored, progress.ended) == (40, 0, 40)


def test_a_run_that_another_process_stored_is_not_repeated(dispatcher: Maker, plan: Plan) -> None:
    made, store, outcome, progress = dispatcher(execute)
    progress.begun(plan, [])
    store.add(execute(plan.runs[7]))
    made.execute(plan.runs)
    assert (outcome.done, outcome.stored) == (39, 1)


def test_a_run_whose_worker_died_is_repeated(dispatcher: Maker, plan: Plan) -> None:
    tries: dict[str, int] = {}

    def dying(run: Run) -> Record:
        tries[run.key] = tries.get(run.key, 0) + 1
        if run.seed == 1 and tries[run.key] < 3:
            raise KilledWorker
        return execute(run)

    made, _, outcome, progress = dispatcher(dying)
    progress.begun(plan, [])
    made.execute(plan.runs)
    assert (outcome.done, outcome.failures) == (40, [])
    assert {tries[run.key] for run in plan.runs if run.seed == 1} == {3}


def test_a_wrong_result_is_a_failure_and_not_stored(dispatcher: Maker, plan: Plan) -> None:
    def lying(run: Run) -> Record:
        record = execute(run)
        return replace(record, cost=record.cost - 1) if run is plan.runs[3] else record

    made, store, outcome, progress = dispatcher(lying)
    progress.begun(plan, [])
    made.execute(plan.runs)
    ((failed, error),) = outcome.failures
    assert failed is plan.runs[3]
    assert "the check finds" in str(error)
    assert not store.has(failed.key)


def test_a_campaign_that_only_fails_is_given_up(
    dispatcher: Maker, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(run: Run) -> Record:
        raise RelatednessError("dark")

    monkeypatch.setattr(dispatch, "_MOST_FAILURES", 4)
    made, _, outcome, progress = dispatcher(failing)
    progress.begun(plan, [])
    with pytest.raises(InputError, match="the first 4 runs failed, the last with: dark"):
        made.execute(plan.runs)
    assert len(outcome.failures) == 4


class Killer:
    """Lets runs pile up after the first one, and kills the scheduler at the second."""

    def __init__(self, scheduler: subprocess.Popen[str]) -> None:
        self.scheduler, self.heard = scheduler, 0

    def begun(self, plan: Plan, stored: list[Record]) -> None: ...

    def failed(self, run: Run, error: BaseException) -> None: ...

    def workers(self, threads: int) -> None: ...

    def done(self, record: Record) -> None:
        self.heard += 1
        if self.heard == 1:
            time.sleep(1.5)
        elif self.heard == 2:
            self.scheduler.kill()


@pytest.mark.filterwarnings("ignore:the scheduler at .* does not use TLS")
def test_a_scheduler_that_dies_while_results_wait_is_reported(tmp_path: Path) -> None:
    plan = planned(read_campaign(campaign_file(tmp_path, runs=40)))
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=3) as (scheduler, *_), Store(tmp_path / "s") as store:
        address = json.loads(contact.read_text())["address"]
        with connected(scheduler=address) as client:
            client.wait_for_workers(3, timeout=30)
            with pytest.raises(InputError, match="the scheduler no longer responds"):
                Dispatcher(store, client, Killer(scheduler), Outcome()).execute(plan.runs)
        assert len(list(store.records())) >= 2
