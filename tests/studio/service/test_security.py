from collections.abc import Iterator

import pytest

from kinroute.studio.service.security import is_from_elsewhere, is_known_host
from tests.studio.service.servers import SMALL, Server, serving

TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token and a name."""
    folder = tmp_path_factory.mktemp("guarded") / "data"
    with serving(folder, "--workers", 1, "--host-name", "routes.example", token=TOKEN) as server:
        yield server


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer \xfc"],
)
def test_without_the_token_nothing_is_done(guarded: Server, given: str) -> None:
    for method, path in (("GET", "/jobs"), ("POST", "/jobs"), ("GET", "/openapi.json")):
        body = {"instance": SMALL} if method == "POST" else None
        response = guarded.request(method, path, body, {"Authorization": given})
        assert response.status == 401
        assert response.headers["www-authenticate"].startswith("Bearer")
    assert TOKEN not in response.body.decode()


def test_with_the_token_jobs_are_taken_and_health_needs_none(guarded: Server) -> None:
    assert guarded.submit(iterations=1).status == 202
    assert guarded.request("GET", "/health/live", headers={"Authorization": ""}).status == 200
    assert guarded.request("GET", "/metrics", headers={"Authorization": ""}).status == 401


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "[::1", "@"],
)
def test_names_of_other_sites_are_refused(server: Server, host: str) -> None:
    response = server.get("/jobs", Host=host)
    assert response.status in (400, 421)


def test_numbers_localhost_and_given_names_are_hosts(guarded: Server) -> None:
    for host in ("127.0.0.1", "localhost:8765", "[::1]:80", "routes.example", "Routes.Example:443"):
        assert guarded.get("/jobs", Host=host).status == 200
    assert not is_known_host("routes.example", ())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://[::1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ],
)
def test_requests_of_other_sites_are_refused(server: Server, headers: dict[str, str]) -> None:
    before = len(list(server.client.jobs()))
    for method, path in (("GET", "/jobs"), ("POST", "/jobs")):
        body = {"instance": SMALL} if method == "POST" else None
        assert server.request(method, path, body, headers).status == 403
    assert len(list(server.client.jobs())) == before


def test_requests_of_the_service_itself_pass(server: Server) -> None:
    host = "{}:{}".format(*server.place)
    assert server.get("/jobs", Origin=f"http://{host}").status == 200
    assert server.get("/jobs", **{"Sec-Fetch-Site": "same-origin"}).status == 200
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert not is_from_elsewhere("GET", host, link)
    assert is_from_elsewhere("POST", host, link)


def test_every_response_tells_browsers_to_be_careful(server: Server) -> None:
    for path in ("/jobs", "/nothing", "/health/live"):
        headers = server.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers
