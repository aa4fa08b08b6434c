"""What each move means, written down once more with lists."""

from collections.abc import Callable

from tests.core.problems import Routes

EVERYWHERE = {"within a route", "between routes", "at a depot", "to an empty route"}
PLACES = {
    "relocate": EVERYWHERE,
    "relocate_pair": EVERYWHERE,
    "relocate_pair_reversed": EVERYWHERE,
    "swap": {"within a route", "between routes"},
    "swap_pair_with_one": {"within a route", "between routes"},
    "swap_pairs": {"within a route", "between routes"},
    "two_opt": {"within a route"},
    "swap_tails": {"between routes", "at a depot", "to an empty route"},
    "swap_tails_reversed": {"between routes", "at a depot"},
}
"""By move, between which visits it is tried."""


def place_of(routes: Routes, u: int, v: int) -> str:
    """Which of the places a customer and a visit are (−r: the depot that starts route r)."""
    if v < 0:
        return "at a depot" if -v <= len(routes) and routes[-v - 1] else "to an empty route"
    is_one_route = any(u in route and v in route for route in routes)
    return "within a route" if is_one_route else "between routes"


def packed(routes: Routes) -> Routes:
    """The routes as the core numbers them: those with customers first."""
    return [route for route in routes if route]


def moved(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    """The routes after a move; None where it does not apply."""
    return _ORACLES[name](name, [list(route) for route in routes], u, v)


def _route_of(routes: Routes, v: int) -> tuple[int, int]:
    """The route of a visit, and its position there; −1 for the depot."""
    if v < 0:
        return -v - 1, -1
    r = next(k for k, route in enumerate(routes) if v in route)
    return r, routes[r].index(v)


def _part(routes: Routes, u: int, size: int) -> list[int] | None:
    """So many customers from u on, if there are."""
    r, at = _route_of(routes, u)
    part = routes[r][at : at + size]
    return part if len(part) == size else None


def _relocate(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    part = _part(routes, u, 2 if "pair" in name else 1)
    if part is None or v in part:
        return None
    routes = [[c for c in route if c not in part] for route in routes]
    s, at_v = _route_of(routes, v)
    routes[s][at_v + 1 : at_v + 1] = part[::-1] if name.endswith("reversed") else part
    return routes


def _swap(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    part_u = _part(routes, u, 1 if name == "swap" else 2)
    part_v = _part(routes, v, 2 if name == "swap_pairs" else 1)
    if part_u is None or part_v is None or set(part_u) & set(part_v):
        return None
    instead = {u: part_v, v: part_u}
    gone = {*part_u[1:], *part_v[1:]}
    return [[d for c in route if c not in gone for d in instead.get(c, [c])] for route in routes]


def _two_opt(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    (r, at_u), (s, at_v) = _route_of(routes, u), _route_of(routes, v)
    if r != s or at_u >= at_v:
        return None
    routes[r][at_u + 1 : at_v + 1] = reversed(routes[r][at_u + 1 : at_v + 1])
    return routes


def _swap_tails(name: str, routes: Routes, u: int, v: int) -> Routes | None:
    (r, at_u), (s, at_v) = _route_of(routes, u), _route_of(routes, v)
    if r == s:
        return None
    head_u, tail_u = routes[r][: at_u + 1], routes[r][at_u + 1 :]
    head_v, tail_v = routes[s][: at_v + 1], routes[s][at_v + 1 :]
    if name == "swap_tails":
        routes[r], routes[s] = head_u + tail_v, head_v + tail_u
    else:
        routes[r], routes[s] = head_u + head_v[::-1], tail_u[::-1] + tail_v
    return routes


_ORACLES: dict[str, Callable[[str, Routes, int, int], Routes | None]] = {
    "relocate": _relocate,
    "relocate_pair": _relocate,
    "relocate_pair_reversed": _relocate,
    "swap": _swap,
    "swap_pair_with_one": _swap,
    "swap_pairs": _swap,
    "two_opt": _two_opt,
    "swap_tails": _swap_tails,
    "swap_tails_reversed": _swap_tails,
}
