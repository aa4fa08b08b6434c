import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import kinroute
from kinroute.client import Client
from kinroute.errors import ConfigError, FormatError, ImpossibleError, InputError, ServiceError
from tests.studio.service.servers import STOPS, Server, larger, serving


def test_an_instance_is_solved_and_its_solution_verified(server: Server, tmp_path: Path) -> None:
    instance = kinroute.generate(30, seed=2)
    client = server.client
    job = client.submit(instance, method="D-D", iterations=50, seed=4)
    done = client.wait(job, timeout=60)
    assert (done.state, done.customers, done.is_finished) == ("done", 30, True)
    expected = kinroute.solve(instance, method="D-D", seed=4, stop=kinroute.AfterIterations(50))
    assert client.result(job)["routes"] == [list(route) for route in expected.routes]
    assert done.cost == expected.cost == done.trace[-1].cost
    client.write(job, tmp_path / "routes.sol")
    assert (tmp_path / "routes.sol").read_text().startswith("Route #1:")
    client.delete(job)
    with pytest.raises(InputError, match="no such job"):
        client.job(job)


def test_a_file_is_solved_with_its_options(server: Server, tmp_path: Path) -> None:
    file = tmp_path / 'Bücher "neu".csv'
    file.write_text(STOPS.replace("demand", "qty"))
    job = server.client.submit(
        file, capacity=20, columns={"demand": "qty"}, open_routes=True, iterations=5
    )
    assert job.name == "Bücher %22neu%22"
    assert server.client.wait(job, timeout=60).state == "done"


def test_events_are_followed_and_the_end_ends_them(server: Server) -> None:
    job = server.client.submit(kinroute.Instance(**larger()), seconds=1)
    events = list(server.client.follow(job, timeout=60))
    states = [event.data["state"] for event in events if event.kind == "state"]
    assert states == ["queued", "running", "done"]
    costs = [event.data["cost"] for event in events if event.kind == "improvement"]
    assert costs == sorted(costs, reverse=True) != []
    assert [event.number for event in server.client.follow(job, after=2)] == [
        event.number for event in events[2:]
    ]


def test_errors_are_those_of_the_library(server: Server, tmp_path: Path) -> None:
    client = server.client
    heavy = tmp_path / "heavy.csv"
    heavy.write_text(STOPS + "Hall,52.4,13.3,99\n")
    with pytest.raises(ImpossibleError, match=r"heavy\.csv, row 5: demand 99"):
        client.submit(heavy, capacity=20)
    with pytest.raises(FormatError):
        client.submit(heavy)
    with pytest.raises(ConfigError, match="unknown; use one of auto"):
        client.submit(kinroute.generate(5), method="best")
    with pytest.raises(ConfigError, match="seconds 90 is more than"):
        client.submit(kinroute.generate(5), seconds=90)
    with pytest.raises(FormatError, match="no such file"):
        client.submit(tmp_path / "missing.csv")
    with pytest.raises(InputError, match="no such job"):
        client.job("0" * 32)
    with pytest.raises(InputError):
        client.write("0" * 32, tmp_path / "a.xyz")


def test_a_service_out_of_reach_and_a_wrong_address_are_told(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"no service responds at http://127\.0\.0\.1:9"):
        Client("http://127.0.0.1:9").job("0" * 32)
    with pytest.raises(ConfigError, match="no address of a service"):
        Client("127.0.0.1:8765")


def test_waiting_ends_in_time(server: Server) -> None:
    job = server.client.submit(kinroute.Instance(**larger()), seconds=20)
    with pytest.raises(ServiceError, match="not ended in time"):
        server.client.wait(job, timeout=0.5)
    server.client.cancel(job)


def test_a_token_is_needed_and_sent(tmp_path: Path) -> None:
    token = "correct-horse-battery-staple"
    with serving(tmp_path / "data", "--workers", 1, token=token) as guarded:
        with pytest.raises(ConfigError, match="send the token"):
            list(Client(guarded.url).jobs())
        assert list(Client(guarded.url, token=token).jobs()) == []


@contextmanager
def responding(
    status: int, headers: dict[str, str], body: bytes
) -> Iterator[tuple[str, list[Any]]]:
    """Another server, which always responds the same; yields its address and what it received."""
    received: list[Any] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            received.append(dict(self.headers))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as other:
        thread = threading.Thread(target=other.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}", received
        other.shutdown()
        thread.join()


def test_a_token_is_not_sent_elsewhere() -> None:
    with responding(200, {}, b"{}") as (elsewhere, received):
        moved = {"Location": f"{elsewhere}/api/v1/jobs"}
        with responding(302, moved, b"") as (url, _), pytest.raises(ServiceError, match="302"):
            Client(url, token="correct-horse-battery-staple").job("0" * 32)
        assert received == []


def test_a_busy_or_broken_service_is_told() -> None:
    busy = b'{"type": "urn:kinroute:problem:too-many", "detail": "all busy"}'
    with responding(429, {"Retry-After": "7"}, busy) as (url, _):
        with pytest.raises(ServiceError, match="all busy") as raised:
            Client(url).job("0" * 32)
        assert (raised.value.status, raised.value.retry_after) == (429, 7.0)
    with (
        responding(502, {}, b"<html>") as (url, _),
        pytest.raises(ServiceError, match="status 502"),
    ):
        Client(url).job("0" * 32)


@pytest.mark.thorough
def test_a_client_goes_on_after_a_restart_of_the_service(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", 1) as first:
        port = str(first.place[1])
        job = first.client.submit(kinroute.Instance(**larger()), iterations=300)
        following = first.client.follow(job, timeout=90)
        seen = [next(following)]
        first.kill()
        with serving(tmp_path / "data", "--workers", 1, "--port", port) as second:
            seen += list(following)
            assert second.client.job(job).state == "done"
    assert [event.number for event in seen] == list(range(1, len(seen) + 1))
    assert seen[-1].data["state"] == "done"
