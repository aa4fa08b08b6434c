import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.studio.service.servers import SMALL, STOPS, Server, form, larger, serving


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with narrow limits."""
    folder = tmp_path_factory.mktemp("strict") / "data"
    limits = {
        "--max-body": "100kB",
        "--max-customers": 50,
        "--max-time": "5s",
        "--max-threads": 1,
        "--max-queue": 2,
        "--workers": 1,
        "--client-timeout": "1s",
    }
    with serving(folder, *(word for pair in limits.items() for word in pair)) as server:
        yield server


def test_a_body_that_says_it_is_too_large_is_refused(strict: Server) -> None:
    response = strict.request("POST", "/jobs", b"x" * 100_001, {"Content-Type": "application/json"})
    assert (response.status, response.json["limit"]) == (413, 100_000)


def test_a_chunked_body_is_counted_while_it_comes(strict: Server) -> None:
    connection = http.client.HTTPConnection(*strict.place, timeout=30)
    pieces = (b" " * 10_000 for _ in range(20))
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/api/v1/jobs", pieces, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


def test_an_upload_that_is_too_large_is_refused(strict: Server) -> None:
    body, headers = form("x" * 110_000, "stops.csv", {})
    assert strict.request("POST", "/jobs", body, headers).status == 413
    assert strict.request("POST", "/jobs", iter([body]), headers).status == 413


def test_limits_of_a_job_are_named(strict: Server) -> None:
    for response, what in (
        (strict.submit(larger(51)), "customers 51"),
        (strict.upload("x,y,demand\n0,0,0\n" + "1,1,1\n" * 60, capacity=9), "customers 60"),
        (strict.submit(seconds=6), "seconds 6"),
        (strict.submit(threads=2), "threads 2"),
    ):
        assert response.status == 422
        assert response.json["type"].endswith("over-limit")
        assert what in response.json["detail"]


def test_a_full_queue_says_when_to_come_again(strict: Server) -> None:
    jobs = [strict.submit(larger(40, seed), seconds=5) for seed in range(1, 6)]
    refused = [job for job in jobs if job.status != 202]
    assert refused
    for response in refused:
        assert (response.status, response.json["limit"]) == (429, 2)
        assert int(response.headers["retry-after"]) > 0
    for job in jobs:
        if job.status == 202:
            strict.client.cancel(job.json["id"])


def test_a_slow_client_is_given_up(strict: Server) -> None:
    for begun in (b"", b"POST /api/v1/jobs HTT", b"GET /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1"):
        with socket.create_connection(strict.place, timeout=10) as connection:
            connection.sendall(begun)
            began = time.monotonic()
            assert connection.recv(1000) == b""
            assert time.monotonic() - began < 8


def test_a_connection_that_is_slow_later_is_given_up(strict: Server) -> None:
    request = b"GET /api/v1/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(strict.place, timeout=10) as connection:
        connection.sendall(request)
        assert connection.recv(10_000).startswith(b"HTTP/1.1 200")
        connection.sendall(request[:20])
        while connection.recv(10_000):
            pass


def test_a_slow_body_is_given_up(strict: Server) -> None:
    head = (
        b"POST /api/v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 50\r\n\r\n"
    )
    with socket.create_connection(strict.place, timeout=10) as connection:
        connection.sendall(head + b'{"instance"')
        answer = b""
        while piece := connection.recv(10_000):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 408 ")
    problem = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert "nothing came for 1 s" in problem["detail"]


def test_small_requests_still_pass(strict: Server, tmp_path: Path) -> None:
    for _ in range(50):
        if (response := strict.submit(SMALL, iterations=1)).status != 429:
            break
        time.sleep(0.2)
    assert response.status == 202
    assert strict.client.wait(response.json["id"], timeout=60).state == "done"
    assert strict.upload(STOPS, capacity=20, iterations=1).status == 202
