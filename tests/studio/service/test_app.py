from pathlib import Path

from kinroute.studio.service.app import create_app
from kinroute.studio.service.settings import Settings
from tests.studio.service.servers import Server


def test_an_application_touches_nothing_before_it_runs(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path / "data"))
    assert app.title == "Kinroute"
    assert not (tmp_path / "data").exists()


def test_a_wrong_method_names_the_right_ones(server: Server) -> None:
    response = server.request("PUT", "/jobs")
    assert (response.status, response.headers["allow"]) == (405, "GET, POST")
    assert response.json["type"] == "urn:kinroute:problem:wrong-method"
    response = server.request("PATCH", "/jobs/" + "0" * 32)
    assert response.headers["allow"] == "DELETE, GET"


def test_a_wrong_parameter_is_named(server: Server) -> None:
    response = server.get("/jobs?limit=many")
    assert (response.status, response.json["place"]) == (422, "query.limit")
    assert "'many'" in response.json["detail"]
