"""Proofs that no feasible solution exists, with what would have to change."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from kinroute.errors import ImpossibleError
from kinroute.problem import packing
from kinroute.problem.reachability import Measure, out_of_reach, unreachable
from kinroute.problem.tolerance import exceeds, plain, plain_at_least
from kinroute.problem.units import with_unit

if TYPE_CHECKING:
    from kinroute.problem.instance import Instance


def refuse_the_impossible(instance: Instance) -> None:
    """Raise ImpossibleError where it is proved that no feasible solution exists."""
    _refuse_large_demands(instance)
    if instance.vehicles is not None:
        _refuse_small_fleets(instance, instance.vehicles)
    if instance.has_forbidden_arcs:
        _refuse_unreachable_customers(instance)
    if math.isfinite(instance.max_duration):
        _refuse_long_trips(instance, "duration")
    if math.isfinite(instance.max_distance):
        _refuse_long_trips(instance, "distance")


def _refuse_large_demands(instance: Instance) -> None:
    for customer, demand in enumerate(instance.demands.tolist(), 1):
        if exceeds(demand, instance.capacity, 1):
            raise ImpossibleError(
                f"demand {plain(demand)} of {instance.customer_text(customer)} is more than a "
                f"vehicle carries (capacity {plain(instance.capacity)})\n"
                f"Split the stop, or raise the capacity to at least {plain_at_least(demand)}.",
                customer=customer,
            )


def _refuse_small_fleets(instance: Instance, vehicles: int) -> None:
    total, carried = instance.total_demand, vehicles * instance.capacity
    plural = "s" if vehicles > 1 else ""
    fleet = f"{vehicles} vehicle{plural} of capacity {plain(instance.capacity)}"
    if exceeds(total, carried, instance.customers):
        raise ImpossibleError(
            f"total demand {plain(total)} is more than {fleet} can carry ({plain(carried)})\n"
            f"Allow at least {instance.fewest_vehicles} vehicles, or raise the capacity."
        )
    if instance.max_stops is not None and vehicles * instance.max_stops < instance.customers:
        raise ImpossibleError(
            f"{instance.customers} customers are more than {vehicles} vehicle{plural} with at "
            f"most {instance.max_stops} stops each can visit ({vehicles * instance.max_stops})\n"
            f"Allow at least {-(-instance.customers // instance.max_stops)} vehicles, or more "
            "stops."
        )
    sizes, capacity = packing.whole_sizes(instance.demands.tolist(), instance.capacity)
    if packing.packs(sizes, capacity, vehicles) is False:
        more = max(vehicles + 1, packing.fewest_bins(sizes, capacity))
        raise ImpossibleError(
            f"the demands cannot be packed into {fleet}, although their total "
            f"{plain(total)} is not above {plain(carried)}\n"
            f"Allow at least {more} vehicles, or raise the capacity."
        )


def _refuse_unreachable_customers(instance: Instance) -> None:
    found = unreachable(instance)
    if found is not None:
        customer, way = found
        raise ImpossibleError(
            f"{instance.customer_text(customer)} cannot be reached: there is no way {way} the "
            "depot that is not forbidden",
            customer=customer,
        )


def _refuse_long_trips(instance: Instance, measure: Measure) -> None:
    late = out_of_reach(instance, measure)
    if late is None:
        return
    customer, least = late
    back = "" if instance.open_routes else " and back"
    is_duration = measure == "duration"
    unit = instance.time_unit if is_duration else instance.distance_unit
    if is_duration:
        most = with_unit(instance.max_duration, unit)
        needs, limit = f"out{back} with its service", f"last {most}"
    else:
        most = with_unit(instance.max_distance, unit)
        needs, limit = f"of way out{back}", f"be {most} long"
    raise ImpossibleError(
        f"{instance.customer_text(customer)} needs {with_unit(least, unit)} {needs}, but a route "
        f"may {limit}\n"
        f"Raise the {measure} limit to at least {f'{plain_at_least(least)} {unit}'.rstrip()}, "
        "or leave it out.",
        customer=customer,
    )
