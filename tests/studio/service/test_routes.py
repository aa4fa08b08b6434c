import jsonschema
import pytest

import kinroute
from kinroute.solution.export import FORMATS, schema
from kinroute.studio.service.routes import media_type
from tests.studio.service.servers import SMALL, STOPS, Server, larger

BEGINNINGS = {
    ".sol": b"Route #1",
    ".json": b'{"instance"',
    ".csv": b"\xef\xbb\xbf",
    ".xlsx": b"PK",
    ".geojson": b"{",
    ".gpx": b"<?xml",
    ".html": b"<!doctype html>",
    ".pdf": b"%PDF",
    ".png": b"\x89PNG",
    ".svg": b"<?xml",
}


def test_a_json_instance_is_solved(server: Server) -> None:
    submitted = server.submit(seconds=5)
    assert submitted.status == 202
    job = submitted.json
    assert submitted.headers["location"] == f"/api/v1/jobs/{job['id']}"
    done = server.client.wait(job["id"], timeout=60)
    assert done.state == "done"
    best = kinroute.solve(kinroute.Instance(**SMALL))  # type: ignore[arg-type]
    assert done.cost == best.cost
    assert done.trace[-1].cost == best.cost
    result = server.client.result(job["id"])
    jsonschema.validate(result, schema())
    assert result["cost"] == pytest.approx(best.cost)


PICTURES = {".png", ".svg", ".pdf"}


@pytest.mark.parametrize(
    "suffixes", [set(FORMATS) - PICTURES, pytest.param(PICTURES, marks=pytest.mark.thorough)]
)
def test_a_table_is_solved_and_fetched_in_every_format(server: Server, suffixes: set[str]) -> None:
    job = server.upload(STOPS, capacity=20, speed=30, max_duration="8h", seconds=1).json
    done = server.client.wait(job["id"], timeout=60)
    assert (done.state, done.name, done.customers) == ("done", "stops", 2)
    assert done.formats == tuple(FORMATS)
    for suffix in suffixes:
        response = server.get(f"/jobs/{job['id']}/result{suffix}")
        assert response.status == 200, response.body
        assert response.headers["content-type"].startswith(media_type(suffix))
        assert f'filename="stops{suffix}"' in response.headers["content-disposition"]
        assert response.body.startswith(BEGINNINGS[suffix])
    assert b"Inn" in server.get(f"/jobs/{job['id']}/result.csv").body
    assert list((server.folder / "exports").iterdir()) == []


def test_a_format_that_needs_degrees_is_refused_without_them(server: Server) -> None:
    job = server.client.wait(server.submit(seconds=1).json["id"])
    assert ".geojson" not in job.formats
    response = server.get(f"/jobs/{job.id}/result.geojson")
    assert response.status == 422
    assert "needs latitudes and longitudes" in response.json["detail"]
    assert str(server.folder) not in response.body.decode()


def test_a_cancelled_job_keeps_its_best_solution(server: Server) -> None:
    job = server.submit(larger(), seconds=30).json["id"]
    kinds = (event.kind for event in server.client.follow(job, timeout=30))
    assert "improvement" in kinds  # reads up to the first one
    server.client.cancel(job)
    ended = server.client.wait(job, timeout=20)
    assert (ended.state, ended.has_result, ended.feasible) == ("cancelled", True, True)
    assert server.client.result(job)["stopped_by"] == "asked"
    assert server.client.cancel(job).state == "cancelled"


def test_jobs_are_listed_by_page_and_state(server: Server) -> None:
    made = [server.submit(seconds=1, seed=seed).json["id"] for seed in range(5)]
    for job in made:
        server.client.wait(job)
    page = server.get("/jobs?limit=3").json
    assert [job["id"] for job in page["jobs"]] == made[:1:-1]
    following = server.get(f"/jobs?limit=3&before={page['next']}").json
    assert [job["id"] for job in following["jobs"]][:2] == made[1::-1]
    assert {job["state"] for job in server.get("/jobs?state=done").json["jobs"]} == {"done"}
    assert [job.id for job in server.client.jobs("done")][:5] == made[::-1]
    assert server.get("/jobs?state=lost").status == 422
    assert server.get(f"/jobs?before={'0' * 32}").status == 404


def test_a_job_that_has_ended_can_be_deleted(server: Server) -> None:
    job = server.submit(larger(), seconds=30).json["id"]
    assert server.request("DELETE", f"/jobs/{job}").status == 409
    server.client.cancel(job)
    server.client.wait(job, timeout=30)
    assert server.request("DELETE", f"/jobs/{job}").status == 204
    assert server.get(f"/jobs/{job}").status == 404
    assert not (server.folder / "uploads" / job).exists()


def test_what_is_not_there_is_not_found(server: Server) -> None:
    for path in ("/jobs/" + "0" * 32, "/jobs/" + "0" * 32 + "/events", "/nothing"):
        response = server.get(path)
        assert response.status == 404
        assert response.headers["content-type"] == "application/problem+json"
    queued = server.submit(larger(), seconds=20).json["id"]
    assert server.get(f"/jobs/{queued}/result.sol").status == 404
    server.client.cancel(queued)


def test_the_service_says_that_it_is_well(server: Server) -> None:
    assert server.get("/health/live").json == {"status": "live", "version": kinroute.__version__}
    assert server.get("/health/ready").json["status"] == "ready"
