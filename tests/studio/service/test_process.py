import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinroute
from kinroute.studio.service.process import LENGTH, formats_of, frame
from tests.studio.service.servers import SMALL


class Child:
    """A real process, spoken to over its pipes."""

    def __init__(self, folder: Path, memory: int = 4_000_000_000) -> None:
        program = "kinroute.studio.service.process"
        self.process = subprocess.Popen(
            [sys.executable, "-m", program, "worker", str(folder / "lock"), str(memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.receive() == {"kind": "ready"}

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(frame(message))
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        size = LENGTH.unpack(self.process.stdout.read(4))[0]
        message: dict[str, Any] = json.loads(self.process.stdout.read(size))
        return message


def task(path: Path, kind: str, label: str | None = None, **more: Any) -> dict[str, Any]:
    sent: dict[str, Any] = {"path": str(path), "label": label, "form": {}}
    return {"kind": kind, "job": "j", "submission": sent, "most_customers": 20_000, **more}


def test_a_process_reads_solves_and_ends_with_its_server(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_text(json.dumps({"instance": SMALL}))
    with Child(tmp_path) as child:
        child.send(task(path, "read"))
        read = child.receive()["value"]
        assert (read["customers"], read["name"]) == (4, "request")
        child.send(task(path, "solve", most_seconds=5))
        assert '"stopped_by": "optimal"' in child.receive()["value"]["text"]
        path.write_text("{")
        child.send(task(path, "read"))
        assert child.receive()["problem"]["status"] == 400
        path.unlink()
        child.send(task(path, "read"))
        problem = child.receive()["problem"]
        assert problem["detail"] == "internal error: FileNotFoundError"
        assert child.process.stdin is not None
        child.process.stdin.close()
        assert child.process.wait(timeout=10) == 0


@pytest.mark.thorough
def test_memory_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    header = {"descr": "<f8", "fortran_order": False, "shape": (10_000, 10_000)}
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("distances.npy", "w", force_zip64=True) as stream,
    ):
        np.lib.format.write_array_header_1_0(stream, header)
        for _ in range(800):
            stream.write(bytes(1_000_000))
    assert path.stat().st_size < 10_000_000
    with Child(tmp_path, memory=1_200_000_000) as child:
        child.send(task(path, "read", "zeros.npz"))
        problem = child.receive()["problem"]
        assert problem["status"] == 422
        assert "memory" in problem["detail"]


def test_formats_are_those_that_an_instance_can_have() -> None:
    flat = kinroute.Instance(**SMALL)  # type: ignore[arg-type]
    assert ".geojson" not in formats_of(flat)
    globe = flat.with_changes(metric="great_circle")
    assert {".geojson", ".gpx"} == set(formats_of(globe)) - set(formats_of(flat))
