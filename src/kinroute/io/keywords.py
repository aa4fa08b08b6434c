"""The headers and sections of VRPLIB files: used, harmless, or refused because not solved."""

from __future__ import annotations

from difflib import get_close_matches

from kinroute.io.sections import Layout

HEADERS = (
    *("NAME", "TYPE", "DIMENSION", "CAPACITY", "DISTANCE", "SERVICE_TIME", "VEHICLES"),
    *("EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "ROUNDING"),
)
SECTIONS = (
    *("NODE_COORD_SECTION", "DEMAND_SECTION", "DEPOT_SECTION", "EDGE_WEIGHT_SECTION"),
    "SERVICE_TIME_SECTION",
)
HARMLESS = (
    *("COMMENT", "DISPLAY_DATA_TYPE", "DISPLAY_DATA_SECTION", "NODE_COORD_TYPE"),
    *("AUTHOR", "CREATOR", "DATE", "SOURCE", "URL", "REFERENCE", "YEAR", "VERSION"),
    *("BEST_KNOWN", "BEST_KNOWN_COST", "BKS", "OPTIMAL_VALUE", "OPTIMAL_COST"),
)
"""What says nothing about the problem."""
_NOT_SOLVED = {
    "TIME_WINDOW": "time windows",
    "TIME_WINDOWS": "time windows",
    "RELEASE_TIME": "release times",
    "DUE_DATE": "time windows",
    "BACKHAUL": "backhauls",
    "LINEHAUL": "backhauls",
    "PICKUP": "pickups",
    "PICKUP_AND_DELIVERY": "pickups and deliveries",
    "CAPACITY_SECTION": "vehicles of several capacities",
    "VEHICLES_ALLOWED_CLIENTS": "which vehicles may visit which customers",
    "VEHICLES_DEPOT": "several depots",
    "VEHICLES_MAX_DURATION": "a limit for each vehicle",
    "VEHICLES_MAX_DISTANCE": "a limit for each vehicle",
    "VEHICLES_FIXED_COST": "a cost for each vehicle",
    "VEHICLES_UNIT_DISTANCE_COST": "a cost for each vehicle",
    "VEHICLES_RELOAD_DEPOT": "vehicles that reload",
    "VEHICLES_MAX_RELOADS": "vehicles that reload",
    "VEHICLE_TYPE": "types of vehicles",
    "PRIZE": "prizes",
    "PROFIT": "prizes",
    "PRIORITY": "priorities",
    "MUTUALLY_EXCLUSIVE_GROUP": "groups of alternatives",
    "FIXED_EDGES": "edges that must be driven",
    "STATION": "charging stations",
    "STATIONS_COORD": "charging stations",
    "ENERGY_CAPACITY": "electric vehicles",
    "ENERGY_CONSUMPTION": "electric vehicles",
    "GVRP_SET": "customers in sets",
    "GVRP_SETS": "customers in sets",
    "PERIOD": "several days",
    "PERIODS": "several days",
}
_MEANT = {
    "MAX_DURATION": "DISTANCE",
    "DURATION": "DISTANCE",
    "ROUTE_DURATION": "DISTANCE",
    "TRUCKS": "VEHICLES",
    "NO_OF_TRUCKS": "VEHICLES",
    "FLEET_SIZE": "VEHICLES",
    "NODES": "DIMENSION",
}


def refuse_unknown(file: Layout) -> None:
    """Raise FormatError for a header or a section that would be dropped."""
    for keyword, header in file.headers.items():
        if keyword not in HEADERS and keyword not in HARMLESS:
            raise file.error(_fault(keyword, "line", HEADERS), header.line)
    for keyword, section in file.sections.items():
        if keyword not in SECTIONS and keyword not in HARMLESS:
            raise file.error(_fault(keyword, "section", SECTIONS), section.line)
    _refuse_contradictions(file)


def _fault(keyword: str, kind: str, known: tuple[str, ...]) -> str:
    what = _NOT_SOLVED.get(keyword) or _NOT_SOLVED.get(keyword.removesuffix("_SECTION"))
    if what is not None:
        return (
            f"{keyword} states {what}, which this program does not solve\n"
            f"Take the {kind} out to solve the problem without."
        )
    close = _MEANT.get(keyword) or next(iter(get_close_matches(keyword, known, 1, 0.75)), None)
    hint = f"did you mean {close}?" if close else f"there may be {', '.join(known)}"
    return f"the {kind} {keyword} is not known; {hint}"


def _refuse_contradictions(file: Layout) -> None:
    weights = file.sections.get("EDGE_WEIGHT_SECTION")
    kind = file.text("EDGE_WEIGHT_TYPE").upper()
    if weights is not None and kind and kind != "EXPLICIT":
        raise file.error(
            f"EDGE_WEIGHT_SECTION gives distances, but EDGE_WEIGHT_TYPE is {kind[:40]}, which "
            "computes them; make it EXPLICIT, or take the section out",
            weights.line,
        )
    if "SERVICE_TIME" in file.headers and "SERVICE_TIME_SECTION" in file.sections:
        raise file.error(
            "SERVICE_TIME_SECTION and the line SERVICE_TIME both give the service; keep one",
            file.sections["SERVICE_TIME_SECTION"].line,
        )
    if "THREED" in file.text("NODE_COORD_TYPE").upper():
        raise file.error(
            "NODE_COORD_TYPE THREED_COORDS is not known; coordinates are in a plane",
            file.headers["NODE_COORD_TYPE"].line,
        )
