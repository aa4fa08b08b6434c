"""The usual spellings of the columns of a table of stops, in lower case with underscores."""

from __future__ import annotations

SPELLINGS: dict[str, tuple[str, ...]] = {
    "x": ("x", "x_coord", "xcoord", "x_coordinate", "coord_x", "easting"),
    "y": ("y", "y_coord", "ycoord", "y_coordinate", "coord_y", "northing"),
    "lat": ("lat", "latitude", "gps_lat", "gps_latitude"),
    "lon": ("lon", "lng", "long", "longitude", "gps_lon", "gps_lng", "gps_long", "gps_longitude"),
    "demand": (
        *("demand", "demands", "load", "weight", "weight_kg", "kg", "volume", "volume_m3", "m3"),
        *("pallets", "quantity", "qty", "amount", "size", "units", "parcels", "packages"),
        *("boxes", "pieces", "items", "order_quantity", "order_qty", "order_size", "delivery"),
    ),
    "service": (
        *("service", "service_time", "service_duration", "duration", "stop_duration", "stop_time"),
        *("visit_duration", "dwell", "dwell_time", "handling_time", "unloading_time"),
        "unload_time",
    ),
    "name": (
        *("name", "customer_name", "customer", "client_name", "client", "stop_name", "stop"),
        *("location_name", "location", "site", "recipient", "company"),
        *("id", "customer_id", "client_id", "stop_id", "order_id", "order", "order_no"),
        *("order_number", "order_nr", "no", "nr", "number", "ref", "reference", "code"),
        *("address", "addr", "street_address", "full_address"),
    ),
    "is_depot": ("is_depot", "isdepot"),
}
"""What is used, and its spellings; of names the first one that is there, the others are carried."""

ADDRESSES = frozenset(("address", "addr", "street_address", "full_address"))
"""Names of last resort, which are carried as well."""

LOADS = frozenset(
    ("demand", "demands", "load", "weight", "weight_kg", "kg", "volume", "volume_m3", "m3")
) | {"pallets"}
"""Measures of a load: two of them are two limits, while numbers of pieces may be carried."""

_CONSTRAINTS: dict[str, tuple[str, ...]] = {
    "time windows": (
        *("tw", "tw_start", "tw_end", "tw_open", "tw_close", "tw_begin", "tw_from", "tw_to"),
        *("tw_early", "tw_late", "tw_earliest", "tw_latest", "time_window", "time_windows"),
        *("timewindow", "time_window_start", "time_window_end", "timewindow_start"),
        *("timewindow_end", "window", "window_start", "window_end", "delivery_window"),
        *("delivery_time", "earliest", "latest", "earliest_time", "latest_time"),
        *("earliest_arrival", "latest_arrival", "earliest_start", "latest_start"),
        *("latest_end", "ready", "ready_time", "due", "due_date", "due_time", "open", "close"),
        *("opens", "closes", "opening", "closing", "open_time", "close_time", "opening_time"),
        *("closing_time", "opening_hours", "open_from", "open_until", "not_before"),
        *("not_after", "deadline", "start_time", "end_time", "time_from", "time_to"),
        *("from_time", "to_time", "available_from", "available_until", "available_to"),
        *("arrive_after", "arrive_before", "deliver_after", "deliver_before", "appointment"),
    ),
    "pickups": (
        *("pickup", "pickups", "pick_up", "pickup_qty", "pickup_quantity", "pickup_demand"),
        *("pickup_amount", "pickup_id", "pickup_address", "pickup_lat", "pickup_lon"),
        *("collection", "collect", "backhaul", "linehaul", "return", "returns", "deliver_to"),
    ),
    "priorities": (
        *("priority", "prio", "urgency", "optional", "mandatory", "required", "prize"),
        *("profit", "reward", "penalty"),
    ),
    "which vehicle or driver comes": (
        *("vehicle", "vehicles", "vehicle_id", "vehicle_name", "vehicle_type", "vehicle_types"),
        *("truck", "truck_type", "van", "driver", "drivers", "driver_id", "driver_name"),
        *("skill", "skills", "required_skill", "required_skills", "technician", "team"),
        *("allowed_vehicles", "compartment", "incompatible_with"),
    ),
    "several depots": (
        *("depot", "depots", "depot_id", "depot_name", "start_depot", "end_depot"),
        *("home_depot", "warehouse"),
    ),
    "days of visit": (
        *("frequency", "visit_frequency", "visits_per_week", "visit_days", "visit_day"),
        *("delivery_day", "delivery_days"),
    ),
}

USED = {key: meaning for meaning, keys in SPELLINGS.items() for key in keys}
"""The meaning of each spelling."""
CONSTRAINTS = {key: what for what, keys in _CONSTRAINTS.items() for key in keys}
"""What each spelling of a constraint that is not solved states."""
CONSTRAINT_PREFIXES = {
    "tw_": "time windows",
    "time_window": "time windows",
    "timewindow": "time windows",
    "pickup_": "pickups",
}
"""What all headers state that begin so, as `tw_1_from`."""
CANONICAL = {key.replace("_", ""): key for key in (*USED, *CONSTRAINTS)}
"""The spelling of a header that has no underscores, as `readytime`."""
