"""Hostile and careless inputs: files, and the command that meets them.

Commands run in a folder that holds the files, in a shell; `kinroute` is this program.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

Content = str | bytes | Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Case:
    """One input and the command that reads it."""

    what: str
    command: str
    files: dict[str, Content] = field(default_factory=dict)


VRP = """NAME : tiny
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 10
NODE_COORD_SECTION
1 0 0
2 3 4
3 0 8
4 6 8
DEMAND_SECTION
1 0
2 5
3 6
4 4
DEPOT_SECTION
1
-1
EOF
"""
STOPS = "name,lat,lon,demand\ndepot,52.52,13.40,\nInn,52.50,13.41,5\nBar,52.49,13.38,6\n"
MATRIX = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
SOL = "Route #1: 1\nRoute #2: 2\nRoute #3: 3\nCost 46\n"
INFO = "kinroute info"
QUICK = "--iterations 1 --quiet"


def _npz(**arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def _npz_with_a_text() -> bytes:
    stream = io.BytesIO(_npz(distances=MATRIX, capacity=5))
    with zipfile.ZipFile(stream, "a") as file:
        file.writestr("readme.txt", "hello")
    return stream.getvalue()


def _bomb() -> bytes:
    """An archive with one member of 3 GB of zeros; they are compressed by the megabyte."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = piece * 3000 + packer.flush()
    name, size = b"distances.npy", 3000 * 2**20
    fields = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, 0, len(data), size, len(name), 0)
    local = b"PK\x03\x04" + fields + name + data
    central = b"PK\x01\x02\x14\x00" + fields + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
    ends = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    return local + central + b"PK\x05\x06" + ends


def _workbook(rows: list[list[Any]]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _model(**about: Any) -> bytes:
    card = {"format": "kinroute-model", "width": 4, "depth": 2, "card": {}} | about
    header = json.dumps({"__metadata__": {"kinroute": json.dumps(card)}}).encode()
    return struct.pack("<Q", len(header)) + header


def _manifest(**changes: Any) -> str:
    values: dict[str, Any] = {"format": "kinroute-labels", "version": 1, "law": "XML"}
    values |= {"customers": 5, "split": "test", "first_seed": 3_000_000, "count": 1}
    values |= {"shard_size": 1, "solver": "0", "method": "auto", "settings": {}}
    return json.dumps(values | {"cpu_seconds": 0.1, "shards": []} | changes)


def _stops(what: str, text: str | bytes, options: str = "--capacity 20") -> Case:
    return Case(what, f"{INFO} stops.csv {options}".strip(), {"stops.csv": text})


def _vrp(what: str, text: str, options: str = "") -> Case:
    return Case(what, f"{INFO} a.vrp {options}".strip(), {"a.vrp": text})


_RAGGED = '{"demands": [1], "capacity": 1, "distances": [[0, 1], [1, 0, 2]]}'


def _json(what: str, text: str) -> Case:
    return Case(what, f"{INFO} a.json", {"a.json": text})


def _npz_case(what: str, **arrays: Any) -> Case:
    return Case(what, f"{INFO} m.npz --capacity 5", {"m.npz": partial(_npz, **arrays)})


def _with(column: str, *cells: str) -> str:
    lines = STOPS.splitlines()
    return "\n".join(f"{line},{cell}" for line, cell in zip(lines, (column, *cells), strict=True))


CONSTRAINTS = [
    _stops("time windows in a spreadsheet", _with("tw_start", "", "8:00", "9:00")),
    _stops("opening hours", _with("Opening Hours", "", "8-12", "9-18")),
    _stops("a due date", _with("due_date", "", "Friday", "Friday")),
    _stops("pickups", _with("pickup", "", "1", "2")),
    _stops("priorities", _with("priority", "", "1", "2")),
    _stops("vehicle types", _with("vehicle_type", "", "van", "truck")),
    _stops("drivers", _with("driver", "", "Ann", "Bob")),
    _stops("skills", _with("skills", "", "crane", "")),
    _stops("two depots by name", _with("depot", "north", "north", "south")),
    _stops("two loads", _with("volume", "", "1", "2")),
    _stops(
        "time windows that are ignored",
        _with("tw_start", "", "8:00", "9:00"),
        "--capacity 20 --ignore-columns tw_start",
    ),
    _stops("a column to ignore that is not there", STOPS, "--capacity 20 --ignore-columns phone"),
    _vrp("TIME_WINDOW_SECTION", VRP.replace("EOF", "TIME_WINDOW_SECTION\n1 0 9\nEOF")),
    _vrp("BACKHAUL_SECTION", VRP.replace("EOF", "BACKHAUL_SECTION\n3\nEOF")),
    _vrp("CAPACITY_SECTION", VRP.replace("EOF", "CAPACITY_SECTION\n1 5\n2 9\nEOF")),
    _vrp("PICKUP_AND_DELIVERY_SECTION", VRP.replace("EOF", "PICKUP_AND_DELIVERY_SECTION\n1 0\n")),
    _vrp("an unknown section", VRP.replace("EOF", "MYSTERY_SECTION\n1\nEOF")),
    _vrp("an unknown header", VRP.replace("TYPE :", "MAX_DURATION : 9\nTYPE :", 1)),
    _vrp("another problem", VRP.replace("CVRP", "VRPTW")),
    _vrp("two depots", VRP.replace("\n-1\n", "\n2\n-1\n")),
    _npz_case("an array `demand`", distances=MATRIX, demand=[1, 2]),
    _npz_case("an array `time_windows`", distances=MATRIX, time_windows=[[0, 1]] * 3),
    _npz_case("an array `dist`", dist=MATRIX),
    _npz_case("a heatmap as an instance", heatmap=MATRIX),
    _npz_case("a matrix without demands", distances=MATRIX),
]

TABLES = [
    _stops("a table of only commas", ",,,\n,,,\n"),
    _stops("a header and nothing else", "name,lat,lon,demand\n"),
    _stops("an empty file", ""),
    _stops("no capacity", STOPS, ""),
    _stops("a header in another language", "Kunde,Breite,Länge,Menge\nHub,52,13,\nA,53,14,5\n"),
    _stops(
        "the same, with --columns",
        "Kunde,Breite,Länge,Menge\nHub,52,13,\nA,53,14,5\n",
        "--capacity 20 --columns name=Kunde,lat=Breite,lon=Länge,demand=Menge",
    ),
    _stops("--columns without a pair", STOPS, "--capacity 20 --columns demand"),
    _stops("a comma in a name without quotes", STOPS + "Miller, John,52.5,13.4,1\n"),
    _stops("no row for the depot", STOPS.replace("depot,52.52,13.40,\n", "")),
    _stops("two rows for the depot", STOPS + "depot,52.5,13.4,\n"),
    _stops("a depot with demand", STOPS.replace("13.40,", "13.40,3")),
    _stops("no coordinates", "name,address,demand\ndepot,Main St,\nInn,Side St,5\nBar,End St,1\n"),
    _stops("latitudes without longitudes", "name,lat,demand\ndepot,52,\nInn,53,5\n"),
    _stops("two pairs of coordinates", "x,y,lat,lon,demand\n0,0,52,13,\n1,1,53,13,5\n"),
    _stops("a demand that is a word", STOPS + "Zoo,52.5,13.4,five\n"),
    _stops("a demand of 1_0", STOPS + "Zoo,52.5,13.4,1_0\n"),
    _stops("a negative demand", STOPS + "Zoo,52.5,13.4,-1\n"),
    _stops("a demand of 1e308", STOPS + "Zoo,52.5,13.4,1e308\n", "--capacity 1e308"),
    _stops("a demand above the capacity", STOPS + "Zoo,52.5,13.4,340\n"),
    _stops("a blank demand", STOPS + "Zoo,52.5,13.4,\n"),
    _stops("a latitude above 90", STOPS + "Zoo,152.5,13.4,1\n"),
    _stops("a service time without a speed", _with("service", "", "5", "5")),
    _stops("text in Windows-1252", STOPS.replace("Bar", "Café").encode("cp1252")),
    _stops("a binary file", b"\x89PNG\r\n\x1a\n\x00\x01"),
    _stops("UTF-16 cut in half", STOPS.encode("utf-16")[:-1]),
    _stops("two orders of one customer", STOPS + "Inn,52.50,13.41,1\n"),
    Case("a workbook that is none", f"{INFO} a.xlsx --capacity 9", {"a.xlsx": "name,x,y"}),
    Case("an old workbook", f"{INFO} a.xls --capacity 9", {"a.xls": b"\xd0\xcf\x11\xe0\xa1"}),
    Case(
        "a workbook with time windows",
        f"{INFO} a.xlsx --capacity 9",
        {"a.xlsx": partial(_workbook, [["x", "y", "qty", "ready time"], [0, 0], [1, 1, 1, "8 h"]])},
    ),
]

MISTAKES = [
    _stops("a stop at (0, 0)", STOPS + "Zoo,0,0,1\n"),
    _stops(
        "a stop in another country",
        STOPS + "A,52.51,13.3,1\nB,52.5,13.35,1\nZoo,41.9,12.5,1\n",
    ),
    _stops(
        "latitude and longitude swapped",
        STOPS + "A,52.51,13.3,1\nB,52.5,13.35,1\nZoo,13.4,52.5,1\n",
    ),
    _stops("all stops at one point", "x,y,demand\n1,1,\n1,1,5\n1,1,6\n"),
    _stops(
        "degrees under x and y",
        "x,y,demand\n52.5219,13.4132,\n52.5123,13.4351,5\n52.4991,13.3987,6\n",
    ),
]

ARCHIVES = [
    Case("a foreign member", f"{INFO} m.npz", {"m.npz": _npz_with_a_text}),
    Case("3 MB that unpack to 3 GB", f"{INFO} m.npz", {"m.npz": _bomb}),
    Case("an .npz file that is none", f"{INFO} m.npz", {"m.npz": "hello"}),
    _npz_case("a matrix that is not square", distances=[[0, 1, 2]]),
    _npz_case("a distance that is not a number", distances=[[0, np.nan], [1, 0]], demands=[1]),
    _npz_case("a matrix without customers", distances=[[0]], demands=[0]),
    _npz_case("vehicles that are no whole number", distances=MATRIX, vehicles=1.5),
    _json("JSON that is cut off", "{"),
    _json("NaN in JSON", '{"demands": [NaN], "capacity": 1, "coordinates": [[0, 0], [1, 1]]}'),
    _json("a misspelt member in JSON", '{"demand": [1], "capacity": 1, "distances": []}'),
    _json("a text for a number in JSON", '{"demands": ["1"], "capacity": 1, "distances": []}'),
    _json("rows of several lengths in JSON", _RAGGED),
    _json("a result as an instance", '{"routes": [], "itineraries": []}'),
    Case("a ragged matrix", f"{INFO} m.csv --capacity 5", {"m.csv": "0,1,2\n1,0\n2,3,0\n"}),
    Case(
        "a model of infinite width",
        f"kinroute solve a.vrp --method N-N --model m.safetensors {QUICK}",
        {"a.vrp": VRP, "m.safetensors": partial(_model, width=float("inf"))},
    ),
    Case(
        "a model without weights",
        f"kinroute solve a.vrp --method N-N --model m.safetensors {QUICK}",
        {"a.vrp": VRP, "m.safetensors": _model},
    ),
    Case(
        "-o over the model that is read",
        f"kinroute solve a.vrp --model m.safetensors -o m.safetensors {QUICK}",
        {"a.vrp": VRP, "m.safetensors": _model},
    ),
    Case(
        "a manifest of labels nested 100,000 deep",
        "kinroute heatmap --evaluate labels",
        {"labels/manifest.json": "[" * 100_000},
    ),
    Case(
        "a manifest with a number of 300 digits",
        "kinroute heatmap --evaluate labels",
        {"labels/manifest.json": _manifest(count=10**300)},
    ),
    Case(
        "a heatmap of another size",
        f"kinroute solve a.vrp --method N-N --heatmap h.npz {QUICK}",
        {"a.vrp": VRP, "h.npz": partial(_npz, heatmap=[[0, 1], [1, 0]])},
    ),
]

OPTIONS = [
    _vrp("--vehicles with 400 digits", VRP, f"--vehicles {'9' * 400}"),
    _vrp("--vehicles 1_0", VRP, "--vehicles 1_0"),
    _vrp("--capacity nan", VRP, "--capacity nan"),
    _vrp("--max-duration soon", VRP, "--max-duration soon"),
    _vrp("--max-duration 8h without a time unit", VRP, "--max-duration 8h"),
    _vrp("--minimise time", VRP, "--minimise time"),
    _vrp("--time-unit days", VRP, "--time-unit days"),
    _vrp("a fleet that is too small", VRP, "--vehicles 1"),
    _vrp("--columns with a .vrp file", VRP, "--columns demand=qty"),
    Case("a file that is not there", f"{INFO} nowhere.csv"),
    Case("a directory", f"{INFO} ."),
    Case("a device without end", f"{INFO} /dev/zero"),
    Case("-o /dev/full", f"kinroute solve a.vrp -o /dev/full {QUICK}", {"a.vrp": VRP}),
    Case("-o over the input", f"kinroute solve a.vrp -o a.vrp {QUICK}", {"a.vrp": VRP}),
    Case("closed standard output", f"{INFO} a.vrp >&-", {"a.vrp": VRP}),
    Case("full standard output", f"{INFO} a.vrp >/dev/full", {"a.vrp": VRP}),
    Case(
        "a closed pipe",
        f"{INFO} a.vrp | true; exit ${{PIPESTATUS[0]}}",
        {"a.vrp": VRP},
    ),
]

FILES = [
    _vrp("escape sequences in NAME", VRP.replace("tiny", "\x1b[31mred\x1b]0;title\x07")),
    _vrp("a demand of 1e308 in a .vrp file", VRP.replace("4 4\n", "4 1e308\n")),
    _vrp("a coordinate of 1e308", VRP.replace("4 6 8", "4 1e308 8")),
    _vrp("a dimension that is wrong", VRP.replace("DIMENSION : 4", "DIMENSION : 5")),
    _vrp("a node that is there twice", VRP.replace("4 6 8", "3 6 8")),
    _vrp("a file cut in half", VRP[: len(VRP) // 2]),
    Case(
        "a solution that visits a customer twice",
        "kinroute check a.vrp a.sol",
        {"a.vrp": VRP, "a.sol": SOL.replace("#3: 3", "#3: 2")},
    ),
    Case(
        "a solution with a word in it",
        "kinroute check a.vrp a.sol",
        {"a.vrp": VRP, "a.sol": SOL.replace("#3: 3", "#3: three")},
    ),
]

GROUPS: dict[str, list[Case]] = {
    "Constraints that are not solved, and names that are not known": CONSTRAINTS,
    "Tables of stops": TABLES,
    "What is surely a mistake": MISTAKES,
    "VRPLIB files and solutions": FILES,
    "Archives, models and labels": ARCHIVES,
    "Options, outputs and streams": OPTIONS,
}
