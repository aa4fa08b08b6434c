"""Plans of other days: read from exports, matched by name, repaired, locked and compared."""

from kinroute.solution.plans.plan import Plan
from kinroute.solution.plans.reading import read_plan

__all__ = ["Plan", "read_plan"]
