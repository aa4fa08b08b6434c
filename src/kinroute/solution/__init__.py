"""Solutions, the independent checker, and the result of a search."""

from kinroute.solution.solution import Solution

__all__ = ["Solution"]
