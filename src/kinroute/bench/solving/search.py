"""The rounds of a solve: parts or islands go to the workers, and their answers are joined."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinroute.bench.build_id import build_id
from kinroute.bench.solving.dispatch import Dispatch, Report
from kinroute.bench.solving.incumbent import Incumbent
from kinroute.bench.solving.parts import Part, parts_of
from kinroute.bench.solving.progress import Activity, ClusterProgress
from kinroute.bench.solving.request import Request
from kinroute.bench.solving.rounds import config_between, rounds_of
from kinroute.bench.solving.task import Task
from kinroute.bench.solving.team import Slot
from kinroute.search.stop import StopReason

_LOOK_SECONDS = 0.05
"""How often the observer is called."""
_COLLECT_SECONDS = 5.0
"""How long an interrupted solve waits for what its workers have."""
_LATE_SECONDS = 1.0
"""How long after its end a round waits for a worker that does not answer."""
_LEAST_SECONDS = 0.2
"""A shorter round is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A search of a round: on which slot, and for which piece of the solution."""

    slot: Slot
    piece: int
    part: Part


class ClusterSearch:
    """All rounds of one request; `incumbent` has the best routes at any time."""

    def __init__(
        self, request: Request, incumbent: Incumbent, dispatch: Dispatch, *, closing: float
    ) -> None:
        """`closing` is the time that is needed at the end, after the last round."""
        self.incumbent = incumbent
        self._request, self._dispatch = request, dispatch
        self._rounds = rounds_of(
            request.config,
            request.plan.seconds if request.is_timed else None,
            customers=request.instance.customers,
            is_divided=self._count(len(dispatch.team.slots())) > 1,
        )
        self._closing = closing
        self._overhead = 0.05 + 1e-5 * request.instance.customers
        self._positions = request.instance.positions()
        self._round = self._rounds[0]
        self._places: list[_Place] = []
        self._done: set[int] = set()

    def run(self) -> StopReason:
        """Search until a limit is reached.

        Raises ClusterLostError where the scheduler is gone, and what the workers raised where none
        of them can search.
        """
        try:
            for current in self._rounds:
                self._round = current
                if (reason := self._run_round()) is not None:
                    return reason
        except KeyboardInterrupt:
            self._collect()
            return "interrupted"
        return "time" if self._request.is_timed else "iterations"

    def share(self) -> float:
        """The share of the time that has passed; where steps count, of the rounds."""
        if not self._request.is_timed:
            return self._round.begin
        return self._seconds() / max(self._limit(), 1e-9)

    def _run_round(self) -> StopReason | None:
        slots = self._slots()
        begin = max(self._round.begin, self.share())
        seconds = None
        if self._request.is_timed:
            is_last = self._round is self._rounds[-1]
            spare = self._overhead + (self._closing if is_last else 0.0)
            seconds = self._round.end * self._limit() - spare - self._seconds()
            if seconds < _LEAST_SECONDS:
                return None
        self._submit(slots, min(begin, self._round.end), seconds)
        began = self._seconds()
        ends = math.inf if seconds is None else began + seconds
        reason = self._await(ends)
        if seconds is not None and reason is None:
            self._overhead = max(0.5 * self._overhead, self._seconds() - ends)
        return reason

    def _slots(self) -> list[Slot]:
        """The slots of this round; waits for a worker where there is none."""
        self._places = []
        while not (slots := self._dispatch.team.slots()):
            if self._dispatch.failures:
                raise self._dispatch.failures[-1]
            if self._seconds() >= self._limit():
                return []
            self._dispatch.answers(_LOOK_SECONDS)
            self._observe()
        return slots

    def _submit(self, slots: Sequence[Slot], begin: float, seconds: float | None) -> None:
        parts = self._parts(len(slots))
        self.incumbent.divide(parts)
        self._places = [
            _Place(slot=slot, piece=k % len(parts), part=parts[k % len(parts)])
            for k, slot in enumerate(slots)
        ]
        self._done = set()
        self._dispatch.begin_round()
        config = config_between(self._request.config, begin, self._round.end)
        plan = self._request.plan
        iterations = plan.iterations
        if iterations is not None:
            share = (self._round.end - self._round.begin) / max(1, len(slots))
            iterations = math.ceil(iterations * share)
        tasks = [
            Task(
                instance=place.part.instance,
                start=place.part.start,
                config=config,
                seed=self._seed(number),
                threads=self._request.threads,
                seconds=seconds,
                iterations=iterations,
                target=plan.cost if len(parts) == 1 else None,
                build=build_id(),
                sign=self._dispatch.sign,
                topic=self._dispatch.topic,
                number=number,
            )
            for number, place in enumerate(self._places)
        ]
        self._dispatch.submit(tasks, slots)

    def _parts(self, slots: int) -> list[Part]:
        """Parts of enough customers for each slot, or for several slots together.

        An infeasible solution is not divided: what its parts lack may be elsewhere.
        """
        request, routes = self._request, self.incumbent.routes
        count = self._count(slots)
        if count < 2 or not self.incumbent.is_feasible:
            return [Part.of_whole(request.instance, routes)]
        return parts_of(
            request.instance,
            routes,
            positions=self._positions,
            count=count,
            rng=np.random.default_rng([request.seed, self._round.number]),
        )

    def _count(self, slots: int) -> int:
        """How many parts there are."""
        return min(slots, self._request.instance.customers // self._request.least_part)

    def _seed(self, number: int) -> int:
        state = np.random.SeedSequence([self._request.seed, self._round.number, number])
        return int(state.generate_state(1, np.uint64)[0]) >> 2

    def _await(self, ends: float) -> StopReason | None:
        """Take the answers of a round as they come; the reason if a limit is reached."""
        reason: StopReason | None = None
        latest = ends + _LATE_SECONDS + 1e-5 * self._request.instance.customers
        while self._dispatch.is_waiting:
            self._take(_LOOK_SECONDS)
            progress = self._observe()
            if reason is None and (reason := self._limit_reached(progress)) is not None:
                self._dispatch.stop()
                latest = min(latest, self._seconds() + _COLLECT_SECONDS)
            if self._seconds() > latest:
                self._dispatch.abandon()
        return reason

    def _take(self, wait: float) -> None:
        for number, answer in self._dispatch.answers(wait):
            place = self._places[number]
            self._done.add(number)
            self.incumbent.iterations += answer.iterations
            self.incumbent.restarts += answer.restarts
            self.incumbent.steps += answer.steps
            if (found := place.part.better(answer.routes)) is not None:
                self.incumbent.improve(place.piece, place.part, found, self._seconds())

    def _collect(self) -> None:
        """End the round, and take what the workers have; not forever."""
        self._dispatch.stop()
        latest = self._seconds() + _COLLECT_SECONDS
        while self._dispatch.is_waiting and self._seconds() < latest:
            self._take(_LOOK_SECONDS)

    def _limit_reached(self, progress: ClusterProgress) -> StopReason | None:
        plan = self._request.plan
        best = progress.best_cost
        if plan.cost is not None and best is not None and best <= plan.cost:
            return "target"
        if any(stop(progress) for stop in plan.callables):
            return "asked"
        if not self._request.is_timed and self._seconds() >= self._limit():
            return "time"
        return None

    def _observe(self) -> ClusterProgress:
        reports = [self._dispatch.reports.get(k, Report()) for k in range(len(self._places))]
        under_way = [r for k, r in enumerate(reports) if k not in self._done]
        activities = tuple(
            Activity(
                worker=place.slot.name,
                customers=place.part.instance.customers,
                cost_change=_change(place.part, report),
                is_done=k in self._done,
            )
            for k, (place, report) in enumerate(zip(self._places, reports, strict=True))
        )
        left = None if math.isinf(self._limit()) else max(0.0, self._limit() - self._seconds())
        progress = ClusterProgress(
            time=self._seconds(),
            iterations=self.incumbent.iterations + sum(r.iterations for r in under_way),
            best_cost=self._best_cost(activities),
            feasible_share=0.0,
            restarts=self.incumbent.restarts,
            annealing_steps=self.incumbent.steps + sum(r.steps for r in under_way),
            time_left=left,
            routes=lambda: [list(route) for route in self.incumbent.routes],
            round=self._round.number,
            rounds=len(self._rounds),
            exchange="parts" if any(place.piece for place in self._places) else "islands",
            activities=activities,
        )
        if self._request.observer is not None:
            self._request.observer(progress)
        return progress

    def _best_cost(self, activities: Sequence[Activity]) -> float | None:
        """That of the incumbent with what workers have reported since; None if infeasible."""
        if not self.incumbent.is_feasible:
            return None
        saved: dict[int, float] = {}
        for place, activity in zip(self._places, activities, strict=True):
            known = self.incumbent.saved(place.piece, place.part)
            change = 0.0 if activity.is_done else activity.cost_change - known
            saved[place.piece] = min(saved.get(place.piece, 0.0), change)
        return math.fsum([self.incumbent.cost, *saved.values()])

    def _seconds(self) -> float:
        return self._request.clock.seconds()

    def _limit(self) -> float:
        seconds = self._request.plan.seconds
        return math.inf if seconds is None else seconds


def _change(part: Part, report: Report) -> float:
    if report.cost is None or part.start.cost is None or not part.is_feasible:
        return 0.0
    return min(0.0, report.cost - part.start.cost)
