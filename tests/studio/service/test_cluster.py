import json
from pathlib import Path

import pytest

import kinroute
from tests.bench.processes import by_hand
from tests.studio.service.servers import larger, serving

pytestmark = pytest.mark.thorough


def test_jobs_run_on_a_cluster_are_followed_cancelled_and_survive_a_killed_server(
    tmp_path: Path,
) -> None:
    contact = tmp_path / "scheduler.json"
    with by_hand(tmp_path, contact, workers=1):
        address = json.loads(contact.read_text())["address"]
        folder = tmp_path / "data"
        with serving(folder, "--cluster", address) as first:
            job = first.submit(larger(), iterations=100).json["id"]
            kinds = [event.kind for event in first.client.follow(job, timeout=120)]
            assert kinds[-1] == "state"
            assert first.client.job(job).state == "done"
            long = first.submit(larger(), seconds=100).json["id"]
            follow = first.client.follow(long, timeout=120)
            assert any(event.kind == "improvement" for event in follow)
            first.client.cancel(long)
            ended = first.client.wait(long, timeout=60)
            assert (ended.state, ended.has_result) == ("cancelled", True)
            wrong = first.submit(larger(), method="N-N", model="light-2", iterations=3)
            assert first.client.wait(wrong.json["id"], timeout=60).state == "done"
            (tmp_path / "first.sol").write_text(
                "".join(f"Route #{c}: {c}\n" for c in range(1, len(larger()["demands"]) + 1))
            )
            warm = first.client.submit(
                kinroute.Instance(**larger()), start=tmp_path / "first.sol", lock="1", iterations=3
            )
            assert first.client.wait(warm, timeout=60).state == "done"
            assert [1] in first.client.result(warm)["routes"]
            killed = first.submit(larger(), seconds=200).json["id"]
            assert any(e.kind == "improvement" for e in first.client.follow(killed, timeout=60))
            first.kill()
        with serving(folder, "--cluster", address, "--max-time", "2s") as second:
            quick = second.submit(larger(), iterations=50).json["id"]
            assert second.client.cancel(killed).state in ("queued", "running", "cancelled")
            assert second.client.wait(killed, timeout=60).state == "cancelled"
            assert second.client.wait(quick, timeout=60).state == "done"


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match="the server ended with 2"),
        serving(tmp_path / "data", "--cluster", "tls://127.0.0.1:9"),
    ):
        raise NotImplementedError
