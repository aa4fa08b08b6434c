from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinroute import Instance
from kinroute.bench.instances import Drawn, Files, digest_of
from kinroute.errors import ConfigError, FormatError
from kinroute.io import write_vrplib
from kinroute.problem.generate import generate


def placed(path: Path, seed: int) -> Path:
    """An instance file; equal seeds make equal instances."""
    path.parent.mkdir(exist_ok=True)
    write_vrplib(generate(10, seed=seed, name=path.stem), path)
    return path


def test_the_json_of_best_known_costs_overrules_a_solution_file(tmp_path: Path) -> None:
    paths = tuple(placed(tmp_path / f"{name}.vrp", seed) for seed, name in enumerate("abc"))
    for name in "ab":
        (tmp_path / f"{name}.sol").write_text("Route #1: 1 2 3\nCost 7\n")
    (tmp_path / "best.json").write_text('{"a": 5, "z": 1.5}')
    entries = Files(paths=paths, best_known=tmp_path / "best.json").entries()
    assert [(entry.name, entry.best_known) for entry in entries] == [
        ("a", 5),
        ("b", 7),
        ("c", None),
    ]


@pytest.mark.parametrize(
    "cost",
    ["NaN", "Infinity", "-Infinity", "0", "-3", "true", "null", '"7"', "[7]", "1" + "0" * 400],
)
def test_a_best_known_cost_is_a_number_above_0(tmp_path: Path, cost: str) -> None:
    (tmp_path / "best.json").write_text(f'{{"b": 5, "a": {cost}}}')
    files = Files(paths=(placed(tmp_path / "a.vrp", 1),), best_known=tmp_path / "best.json")
    with pytest.raises(FormatError, match=r"best\.json: the best known cost of 'a' is .* above 0"):
        files.entries()


@pytest.mark.parametrize("content", [b"[1]", b"{", b"5", b'{"a": 1, "\xe9": 2}', b"", b"[" * 9999])
def test_what_is_no_json_of_costs_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "best.json").write_bytes(content)
    files = Files(paths=(placed(tmp_path / "a.vrp", 1),), best_known=tmp_path / "best.json")
    with pytest.raises(FormatError, match=r"best\.json"):
        files.entries()


def test_one_instance_under_two_names_is_refused(tmp_path: Path) -> None:
    paths = tuple(placed(tmp_path / f"{name}.vrp", seed) for name, seed in (("a", 1), ("b", 2)))
    assert [entry.name for entry in Files(paths=paths).entries()] == ["a", "b"]
    again = placed(tmp_path / "c.vrp", 1)
    with pytest.raises(ConfigError, match=r"a\.vrp and .*c\.vrp hold the same instance"):
        Files(paths=(*paths, again)).entries()


def test_two_instances_of_one_name_are_refused(tmp_path: Path) -> None:
    paths = tuple(placed(tmp_path / place / "a.vrp", seed) for seed, place in enumerate("xy"))
    with pytest.raises(ConfigError, match=r"x/a\.vrp and .*y/a\.vrp have the same name"):
        Files(paths=paths).entries()


def test_a_seed_drawn_twice_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"_s4 and .*_s4 hold the same instance"):
        Drawn(customers=5, seeds=(3, 4, 4)).entries()


_FOR_DISPLAY = {
    "geographic",
    "distance_unit",
    "time_unit",
    "name",
    "names",
    "depot_name",
    "attributes",
    "source",
    "rounding_reason",
    "is_symmetric",
    "has_forbidden_arcs",
}
_CHANGES: dict[str, Any] = {
    "demands": np.full(10, 2),
    "capacity": 999,
    "coordinates": np.arange(22).reshape(11, 2),
    "distances": np.full((11, 11), 3),
    "durations": np.full((11, 11), 3),
    "speed": 30,
    "metric": "great_circle",
    "rounding": "up",
    "service": 4,
    "max_duration": 1e6,
    "max_distance": 1e6,
    "max_stops": 9,
    "open_routes": True,
    "distance_cost": 2,
    "duration_cost": 1,
    "fixed_cost": 5,
    "vehicles": 9,
    "stop_counts": np.full(10, 2),
}


def test_no_two_problems_share_a_digest_whatever_field_differs() -> None:
    assert _FOR_DISPLAY | set(_CHANGES) == {part.name for part in fields(Instance)}
    plain = generate(10, seed=3)
    flat = plain.with_changes(coordinates=np.arange(22).reshape(11, 2) / 100)
    digests = [digest_of(plain), digest_of(flat)]
    digests += [digest_of(flat.with_changes(**{name: value})) for name, value in _CHANGES.items()]
    assert len(set(digests)) == len(digests)


def test_a_speed_in_another_unit_of_time_is_another_problem() -> None:
    timed = generate(10, seed=3).with_changes(speed=30)
    assert digest_of(timed) != digest_of(timed.with_changes(time_unit="h"))


def test_the_digest_of_a_plain_instance_is_what_stores_have_it_under() -> None:
    assert digest_of(generate(10, seed=3)) == "cd2629a0747dbd24"
