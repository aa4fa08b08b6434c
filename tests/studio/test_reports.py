from pathlib import Path

from kinroute.studio.reports import report_answer
from tests.bench.made_up import campaign, filled


def test_a_report_is_a_page_that_asks_for_nothing(tmp_path: Path) -> None:
    filled(tmp_path / "made-up.sqlite", campaign(instances=8))
    answer = report_answer(tmp_path, "made-up.sqlite")
    assert answer.status_code == 200
    assert "Made-up figures" in bytes(answer.body).decode()
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_what_is_no_store_is_not_found(tmp_path: Path) -> None:
    answer = report_answer(tmp_path, "<script>")
    assert answer.status_code == 404
    assert b"<script>" not in bytes(answer.body)
