"""Heatmaps, warm starts and locks that are sent with an instance."""

import io
from pathlib import Path

import numpy as np
import pytest

import kinroute
from kinroute import AfterIterations
from kinroute.errors import FormatError, InputError
from kinroute.io.forms import FormFile, form_body
from kinroute.io.heatmaps import write_heatmap
from kinroute.io.json_instance import instance_value
from tests.studio.service.servers import STOPS, Response, Server

INSTANCE = kinroute.generate(30, seed=2)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plan of the instance in two formats, beside the one that is returned."""
    folder = tmp_path_factory.mktemp("plan")
    result = kinroute.solve(INSTANCE, method="D-O", stop=AfterIterations(3))
    for suffix in (".json", ".sol"):
        result.write(folder / f"plan{suffix}")
    return folder / "plan.sol"


def heatmap(path: Path, customers: int = 30) -> Path:
    write_heatmap(path, np.random.default_rng(5).random((customers, customers), np.float32))
    return path


def sent(server: Server, *locks: str, **files: tuple[str, bytes]) -> Response:
    """The response to a form with the instance and these files."""
    import json

    given = {name: FormFile(*file) for name, file in files.items()}
    given["file"] = FormFile("instance.json", json.dumps(instance_value(INSTANCE)).encode())
    body, kind = form_body(given, {"iterations": 5}, [("lock", text) for text in locks])
    return server.request("POST", "/jobs", body, {"Content-Type": kind})


def test_a_heatmap_steers_the_search(server: Server, tmp_path: Path) -> None:
    file = heatmap(tmp_path / "mine.npz")
    job = server.client.submit(INSTANCE, heatmap=file, iterations=40, method="N-N", seed=3)
    assert server.client.wait(job, timeout=60).state == "done"
    by_heat = kinroute.solve(INSTANCE, method="N-N", heatmap=file, seed=3, stop=AfterIterations(40))
    assert server.client.result(job)["routes"] == [list(route) for route in by_heat.routes]
    server.client.delete(job)
    assert not list((server.folder / "uploads").glob(f"{job.id}*"))


def test_a_heatmap_that_nothing_uses_is_a_warning(server: Server, tmp_path: Path) -> None:
    job = server.client.submit(INSTANCE, heatmap=heatmap(tmp_path / "mine.npz"), iterations=5)
    assert job.warnings == ("mine.npz: method auto uses no heatmap; these do: D-N, N-O, N-D, N-N",)


@pytest.mark.parametrize("suffix", [".sol", ".json"])
def test_a_search_starts_from_a_plan_and_keeps_what_is_locked(
    server: Server, plan: Path, suffix: str
) -> None:
    first = kinroute.Solution.read(plan)
    job = server.client.submit(
        INSTANCE, start=plan.with_suffix(suffix), lock=["1", "2:2"], iterations=30
    )
    assert server.client.wait(job, timeout=60).state == "done"
    routes = server.client.result(job)["routes"]
    assert list(first.routes[0]) in routes
    assert any(route[:2] == list(first.routes[1][:2]) for route in routes)
    assert kinroute.check(INSTANCE, kinroute.Solution(routes)).feasible
    server.client.write(job, plan.with_name("again.csv"))


def test_what_became_of_a_start_is_told(server: Server, tmp_path: Path) -> None:
    (tmp_path / "monday.csv").write_text(STOPS)
    monday = server.client.submit(tmp_path / "monday.csv", capacity=20, iterations=3)
    server.client.wait(monday, timeout=60)
    server.client.write(monday, tmp_path / "plan.csv")
    (tmp_path / "tuesday.csv").write_text(STOPS + "Kiosk,52.51,13.41,1\n")
    tuesday = server.client.submit(
        tmp_path / "tuesday.csv", start=tmp_path / "plan.csv", capacity=20, iterations=3
    )
    assert any(text.startswith("start: ") and "1" in text for text in tuesday.warnings)
    assert server.client.wait(tuesday, timeout=60).state == "done"


def test_errors_are_those_of_the_command_line(server: Server, plan: Path, tmp_path: Path) -> None:
    client, wrong = server.client, tmp_path / "wrong.npz"
    wrong.write_bytes(b"PK no archive")
    small, mine = heatmap(tmp_path / "small.npz", 7), heatmap(tmp_path / "mine.npz")
    (tmp_path / "short.sol").write_text("Route #1: 1 2\nCost 3\n")
    cases = (
        (InputError, r"^wrong.npz: not a readable .npz file", {"heatmap": wrong}),
        (
            InputError,
            r"^small.npz: heatmap has shape",
            {"heatmap": small},
        ),
        (FormatError, r"^plan.sol: a heatmap is an .npz", {"heatmap": plan}),
        (InputError, "both give scores", {"heatmap": mine, "model": "light-2"}),
        (InputError, "^short.sol: no warm start", {"start": tmp_path / "short.sol"}),
        (InputError, "^wrong.npz, line 1: ", {"start": wrong}),
        (InputError, "lock '2' needs a start", {"lock": "2"}),
        (InputError, "has no route '99'", {"start": plan, "lock": "99"}),
        (InputError, "locked twice", {"start": plan, "lock": ["1", "1:2"]}),
        (
            InputError,
            "heatmap is for all customers",
            {"start": plan, "lock": "1", "heatmap": mine},
        ),
    )
    for kind, text, given in cases:
        with pytest.raises(kind, match=text) as caught:
            client.submit(INSTANCE, iterations=3, **given)
        assert "/" not in str(caught.value).split("\n")[0], caught.value
    everything = [str(k) for k in range(1, len(kinroute.Solution.read(plan)) + 1)]
    with pytest.raises(InputError, match="nothing is left to search for"):
        client.submit(INSTANCE, start=plan, lock=everything, iterations=3)


def test_hostile_files_beside_an_instance_are_refused(server: Server) -> None:
    pickled = io.BytesIO()
    np.savez(pickled, heatmap=np.array([{"a": 1}], dtype=object))
    before = set((server.folder / "uploads").iterdir())
    for files in (
        {"heatmap": ("../../x.npz", pickled.getvalue())},
        {"heatmap": ("x.npy", b"")},
        {"start": ("/etc/passwd", b"root:x")},
        {"start": ("plan.json", b"[" * 10_000)},
        {"start": ("plan.xlsx", b"PK")},
        {"start": ("plan.geojson", b"{}")},
        {"start": ("", b"\x00")},
    ):
        response = sent(server, **files)
        assert response.status == 422, (files, response.body)
        assert "/tmp" not in response.json["detail"]
        assert str(server.folder) not in response.json["detail"]
    assert set((server.folder / "uploads").iterdir()) == before
    assert sent(server, network=("x.safetensors", b"")).status == 400


def test_a_key_holds_for_all_that_is_sent(server: Server, plan: Path) -> None:
    def submit(**more: object) -> str:
        return server.client.submit(INSTANCE, key="guided", iterations=3, **more).id  # type: ignore[arg-type]

    job = submit(start=plan, lock="1")
    assert submit(start=plan, lock="1") == job
    others = ({"start": plan}, {"start": plan, "lock": "2"}, {"start": plan.with_suffix(".json")})
    for other in others:
        with pytest.raises(InputError, match="another content"):
            submit(**other)
