"""What one person works on: an instance, its runs, the plan and its earlier versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kinroute.errors import ConfigError
from kinroute.problem.instance import Instance
from kinroute.search.auto import chosen_settings
from kinroute.search.methods import method_named
from kinroute.search.stop import stop_plan
from kinroute.solution import Solution
from kinroute.solution.check import Check, check
from kinroute.solution.result import Improvement, Result
from kinroute.studio.model.edits import Locks, Route, Routes, move_stop
from kinroute.studio.model.networks import Networks, Scores
from kinroute.studio.model.related import RelatedLists
from kinroute.studio.model.repetition import Repetition
from kinroute.studio.model.run import Run
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import Source

_MOST_KEPT = 12
_MOST_UNDO = 50
_LONGEST_END = 10.0
"""Seconds to wait for a search to end."""
MOST_RACERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlan:
    """A plan that was set aside for comparison."""

    name: str
    instance: Instance
    routes: Routes
    cost: float


class Session:
    """One person's work. Pages show it; they keep nothing themselves."""

    def __init__(self) -> None:
        self.source: Source | None = None
        self.instance: Instance | None = None
        self.warnings: tuple[str, ...] = ()
        self.settings = SearchSettings()
        self.run: Run | None = None
        self.lanes: list[SearchSettings] = [SearchSettings(), SearchSettings(method="D-O")]
        """What races next."""
        self.racers: list[Run] = []
        self.kept: list[KeptPlan] = []
        self.locks = Locks()
        self.limits: dict[str, Any] = {}
        """The fleet and the limits that were changed since the instance was opened."""
        self.networks = Networks()
        self.related: RelatedLists | None = None
        self.theme: str = "auto"
        self.opened_link: Mapping[str, str] = {}
        """The last link whose instance and settings were taken."""
        self.version = 0
        """Grows with every change of the instance."""
        self._edited: Routes | None = None
        self._undo: list[Routes] = []
        self._before: Routes = ()
        """The plan when the run began."""
        self._locks_of_run = Locks()
        self._plans = 0

    def open(self, source: Source) -> None:
        """Take an instance; what was worked on before is stopped and left."""
        reading = source.read()
        self.stop_all()
        self.source, self.instance, self.warnings = source, reading.instance, reading.warnings
        self.run, self.racers, self.kept, self.locks = None, [], [], Locks()
        self._edited, self._undo, self.limits, self._plans = None, [], {}, 0
        self._locks_of_run = self.locks
        self.related = RelatedLists(reading.instance)
        self.networks.keep_fitting(reading.instance)
        self._forget_lost_scores()
        self.version += 1

    def add_scores(self, name: str, content: bytes) -> Scores:
        """Take a heatmap or a network from a file, to be chosen for searches."""
        scores = self.networks.add(name, content, self.instance)
        self._forget_lost_scores()
        return scores

    @property
    def routes(self) -> Routes:
        """The plan: as edited, or the best routes of the run, or those before it."""
        if self._edited is not None:
            return self._edited
        best = None if self.run is None else self.run.history.best
        if best is not None:
            return best.routes
        run = self.run
        if run is not None and run.result is not None:
            return run.result.routes
        if run is not None and run.error is not None:
            return self._before
        return () if run is None or run.start is None else run.start.routes

    @property
    def is_searching(self) -> bool:
        """Whether the run is at work or paused."""
        return self.run is not None and self.run.is_active

    def begin(self, *, from_plan: bool = False) -> Run:
        """Start a search, or go on from the plan, with what is locked in it."""
        instance = self._required()
        if self.is_searching:
            raise ConfigError("a search runs already; stop it first")
        self._before = self.routes
        start = Solution(self.routes) if from_plan and self.routes else None
        lock = self.locks.texts(self.routes) if start is not None else ()
        self.run = Run(instance, self.settings, start=start, lock=lock)
        self._edited, self._undo, self._locks_of_run = None, [], self.locks
        self.run.begin()
        return self.run

    def race(self, settings: Sequence[SearchSettings]) -> list[Run]:
        """Start two to four searches on the same instance."""
        if not 2 <= len(settings) <= MOST_RACERS:
            raise ConfigError(f"{len(settings)} searches; use 2 to {MOST_RACERS}")
        instance = self._required()
        for racer in self.racers:
            racer.stop()
        self.racers = [Run(instance, one) for one in settings]
        for racer in self.racers:
            racer.begin()
        return self.racers

    def adopt(self, run: Run) -> None:
        """Make a run of the race the plan."""
        if self.run is not None and self.run is not run:
            self.run.stop()
        self.run, self.settings = run, run.settings
        self._edited, self._undo, self._locks_of_run = None, [], self.locks

    def move(self, customer: int, target: int) -> float:
        """Move a stop to another route, and return what that costs."""
        if self.is_searching:
            raise ConfigError("a search runs; stop it before you change its routes")
        moved = move_stop(self._required(), self.routes, customer, target)
        self._edit(moved.routes)
        return moved.price

    def undo(self) -> bool:
        """Take the last edit back; False where there is none."""
        if not self._undo:
            return False
        self._edited = self._undo.pop()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return bool(self._undo)

    def change_limits(self, **changes: Any) -> None:
        """Change the fleet or a limit; the plan stays and is checked against the new ones."""
        if self.is_searching:
            raise ConfigError("a search runs; stop it before you change the limits")
        routes = self.routes
        self.instance = self._required().with_changes(**changes)
        self.limits = {**self.limits, **changes}
        if routes:
            self._edited = routes

    def lock_route(self, route: Route) -> None:
        """Lock or unlock a route."""
        self.locks = self.locks.toggled(route)

    def keep(self) -> KeptPlan:
        """Set the plan aside for comparison."""
        if not self.routes:
            raise ConfigError("there are no routes yet; start a search")
        self._plans += 1
        return self.set_aside(f"Plan {self._plans}", self.routes)

    def set_aside(self, name: str, routes: Routes) -> KeptPlan:
        """Keep routes under a name for comparison; a plan of the same name goes."""
        instance = self._required()
        cost = check(instance, Solution(routes)).cost
        plan = KeptPlan(name=name, instance=instance, routes=routes, cost=cost)
        self.kept = [*(one for one in self.kept if one.name != name), plan][-_MOST_KEPT:]
        return plan

    def check(self) -> Check:
        """What the independent checker says of the plan."""
        return check(self._required(), Solution(self.routes))

    def result(self) -> Result:
        """The plan as a result, for exports."""
        run, routes = self.run, self.routes
        found = None if run is None else run.result
        if found is not None and found.instance is self.instance and found.routes == routes:
            return found
        if not routes:
            raise ConfigError("there are no routes yet; start a search")
        instance, verdict = self._required(), self.check()
        settings = self.settings if run is None else run.settings
        method = method_named(settings.method)
        progress = None if run is None else run.progress
        frames = () if run is None else tuple(run.history)
        return Result(
            instance=instance,
            solution=Solution(routes, verdict.cost),
            check=verdict,
            method=settings.method,
            seed=settings.seed,
            iterations=0 if progress is None else progress.iterations,
            restarts=0 if progress is None else progress.restarts,
            runtime=0.0 if progress is None else progress.time,
            trace=tuple(Improvement(frame.time, frame.cost, frame.iterations) for frame in frames),
            stopped_by="asked",
            settings=chosen_settings(method, instance, stop_plan(None, instance.customers)),
        )

    def repetition(self) -> Repetition:
        """What repeats the run; after a change of the plan, what *Go on* would run."""
        run, start, lock = self.run, self.routes, self.locks.texts(self.routes)
        is_changed = self._edited is not None or self.locks != self._locks_of_run
        settings = self.settings
        if run is not None and not is_changed:
            start, lock = () if run.start is None else run.start.routes, run.lock
            settings = run.settings
        return Repetition(
            source=self.source, limits=self.limits, settings=settings, start=start, lock=lock
        )

    def stop_all(self) -> None:
        """End every search."""
        for run in (*self.racers, *([] if self.run is None else [self.run])):
            run.stop()

    def close(self) -> None:
        """End every search, and wait for it: a process must not end around a search at work."""
        self.stop_all()
        for run in (*self.racers, *([] if self.run is None else [self.run])):
            if run.is_active:
                run.join(_LONGEST_END)

    def _edit(self, routes: Routes) -> None:
        self._undo = [*self._undo, self.routes][-_MOST_UNDO:]
        self._edited = routes

    def _forget_lost_scores(self) -> None:
        """A file of the same name replaces the one before; others may be gone."""

        def current(settings: SearchSettings) -> SearchSettings:
            if settings.scores is None:
                return settings
            return replace(settings, scores=self.networks.files.get(settings.scores.name))

        self.settings = current(self.settings)
        self.lanes = [current(lane) for lane in self.lanes]

    def _required(self) -> Instance:
        if self.instance is None:
            raise ConfigError("there is no instance; drop a file, or choose an example")
        return self.instance
