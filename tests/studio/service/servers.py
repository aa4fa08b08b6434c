"""Real servers for the tests, and plain HTTP to talk to them."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kinroute
from kinroute.client import Client

SOURCE = str(Path(kinroute.__file__).parents[1])
SMALL = {
    "coordinates": [[0, 0], [3, 4], [0, 8], [6, 8], [1, 1]],
    "demands": [5, 6, 4, 1],
    "capacity": 10,
}
STOPS = "name,lat,lon,demand\ndepot,52.52,13.40,\nInn,52.50,13.41,5\nBar,52.49,13.38,6\n"


def larger(customers: int = 60, seed: int = 1) -> dict[str, Any]:
    """An instance that is solved for as long as it may take."""
    places = [[(37 * i * seed) % 997, (61 * i * i) % 991] for i in range(customers + 1)]
    return {"coordinates": places, "demands": [1 + i % 7 for i in range(customers)], "capacity": 40}


@dataclass(frozen=True)
class Response:
    """What a server responded."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Server:
    """A server that runs in a process of its own."""

    url: str
    folder: Path
    process: subprocess.Popen[str]
    token: str | None = None

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname is not None
        assert parts.port is not None
        return parts.hostname, parts.port

    @property
    def client(self) -> Client:
        return Client(self.url, token=self.token)

    def request(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Response:
        """One request; a body that is no bytes is sent as JSON."""
        given = dict(headers or {})
        if isinstance(body, dict | list):
            body = json.dumps(body).encode()
            given.setdefault("Content-Type", "application/json")
        if self.token is not None:
            given.setdefault("Authorization", f"Bearer {self.token}")
        connection = http.client.HTTPConnection(*self.place, timeout=60)
        try:
            connection.request(method, "/api/v1" + path, body, given)
            response = connection.getresponse()
            return Response(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Response:
        return self.request("GET", path, headers=headers)

    def submit(self, instance: Any = SMALL, **options: Any) -> Response:
        return self.request("POST", "/jobs", {"instance": instance, "options": options})

    def upload(self, content: bytes | str, name: str = "stops.csv", **fields: object) -> Response:
        return self.request("POST", "/jobs", *form(content, name, fields))

    def children(self, role: str = "") -> list[int]:
        """The processes that the server has started, of a role or all."""
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, IndexError, ValueError):
                words = (path.parent / "cmdline").read_bytes().split(b"\0")
                if int(path.read_text().rpartition(")")[2].split()[1]) == self.process.pid:
                    found += [int(path.parent.name)] if not role or role.encode() in words else []
        return sorted(found)

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End it as a service manager does; return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=30)


def form(
    content: bytes | str, name: str, fields: Mapping[str, object]
) -> tuple[bytes, dict[str, str]]:
    """The body of an upload, and its headers."""
    data = content.encode() if isinstance(content, str) else content
    parts = [
        f'Content-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items()
    ]
    texts = "".join(f"--edge\r\n{part}" for part in parts)
    file = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = texts.encode() + file.encode("utf-8", "surrogatepass") + data + b"\r\n--edge--\r\n"
    return body, {"Content-Type": "multipart/form-data; boundary=edge"}


def start(folder: Path, *arguments: object, token: str | None = None) -> Server:
    """A server that is ready; whoever starts it ends it."""
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    environment.pop("KINROUTE_TOKEN", None)
    if token is not None:
        environment["KINROUTE_TOKEN"] = token
    process = subprocess.Popen(
        [
            *(
                sys.executable,
                "-m",
                "kinroute",
                "serve",
                "--folder",
                str(folder),
                *(() if "--port" in arguments else ("--port", "0")),
            ),
            *map(str, arguments),
        ],
        env=environment,
        text=True,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stderr is not None
    said = ""
    while not (found := re.search(r"Kinroute serves (http://\S+)", said)):
        line = process.stderr.readline()
        if not line:
            process.wait()
            process.stderr.close()
            raise AssertionError(f"the server ended with {process.returncode}: {said}")
        said += line
    log = open(folder.with_suffix(".log"), "ab")  # noqa: SIM115 - the copying process has it
    copier = subprocess.Popen(["cat"], stdin=process.stderr, stdout=log, stderr=log)
    log.close()
    process.stderr.close()
    process.copier = copier  # type: ignore[attr-defined]
    return Server(found[1].removesuffix("/api/v1"), folder, process, token)


@contextmanager
def serving(folder: Path, *arguments: object, token: str | None = None) -> Iterator[Server]:
    """A server inside the block."""
    server = start(folder, *arguments, token=token)
    try:
        yield server
    finally:
        end(server)


def end(server: Server) -> None:
    """End a server, if it has not ended, and what copies its messages."""
    server.kill()
    server.process.copier.wait(timeout=30)  # type: ignore[attr-defined]


def eventually(is_so: Callable[[], bool], *, seconds: float = 60) -> bool:
    """Whether it becomes so in time."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        if is_so():
            return True
        time.sleep(0.02)
    return is_so()
