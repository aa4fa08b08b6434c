from collections.abc import Iterator

import pytest

from kinroute.io.roads.engines import Engine
from tests.io.roads.servers import osrm, valhalla


@pytest.fixture(scope="session")
def osrm_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with osrm(tmp_path_factory.mktemp("osrm")) as url:
        yield url


@pytest.fixture(scope="session")
def valhalla_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with valhalla(tmp_path_factory.mktemp("valhalla")) as url:
        yield url


@pytest.fixture(scope="session", params=["OSRM", "Valhalla"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """A server of each kind, with the largest blocks that it allows."""
    url = request.getfixturevalue(f"{request.param.lower()}_url")
    return Engine(name=request.param, url=url, block=20)
