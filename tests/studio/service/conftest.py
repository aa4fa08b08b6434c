from collections.abc import Iterator

import pytest

from tests.studio.service.servers import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two workers that many tests use."""
    folder = tmp_path_factory.mktemp("service") / "data"
    with serving(folder, "--workers", 2, "--max-time", "30s", "--max-threads", 2) as running:
        yield running
