from kinroute.studio.service.metrics import Metrics
from tests.studio.service.servers import SMALL, Server


def figures(text: str) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_jobs_and_responses_are_counted(server: Server) -> None:
    before = figures(server.get("/metrics").body.decode())
    server.client.wait(server.submit(SMALL, iterations=1).json["id"], timeout=60)
    server.get("/nothing")
    after = figures(server.get("/metrics").body.decode())
    grown = {name for name, value in after.items() if value > before.get(name, 0)}
    assert {
        "kinroute_jobs_submitted_total",
        'kinroute_jobs_ended_total{state="done"}',
        'kinroute_http_requests_total{method="GET",status="404"}',
        "kinroute_job_seconds_count",
    } <= grown


def test_two_services_have_figures_of_their_own() -> None:
    first, second = Metrics(), Metrics()
    first.submitted()
    first.responded("BREW", 405)
    first.ended({"state": "queued"})
    texts = [figures(one.text({"queued": 2}, 1).decode()) for one in (first, second)]
    assert [text["kinroute_jobs_submitted_total"] for text in texts] == [1, 0]
    assert texts[0]['kinroute_http_requests_total{method="other",status="405"}'] == 1
    assert texts[0]["kinroute_worker_deaths_total"] == 1
    assert texts[0]['kinroute_jobs{state="queued"}'] == 2
