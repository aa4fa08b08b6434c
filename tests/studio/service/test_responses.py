import json

from kinroute.studio.service.problems import too_many
from kinroute.studio.service.responses import HEADERS, problem_response


def test_a_problem_has_its_media_type_and_headers() -> None:
    response = problem_response(too_many("all busy", 3, retry_after=5), close=True)
    assert response.status_code == 429
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["retry-after"] == "5"
    assert response.headers["connection"] == "close"
    assert all(response.headers[name] == value for name, value in HEADERS.items())
    assert json.loads(bytes(response.body))["detail"] == "all busy (limit 3); try again later"
