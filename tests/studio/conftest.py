from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import started_browser
from tests.cli.conftest import cli as cli
from tests.studio.running import Studio, running

expect.set_options(timeout=20_000)  # as long as other waits: tests run side by side


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests run several searches at once: one such test at a time, and none that measures."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent) and item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.xdist_group("machine"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of a module: the loop of Playwright would be in the way of the service's tests."""
    with started_browser() as browser:
        yield browser


@pytest.fixture(scope="package")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One for all tests of a worker; each browser profile has a session of its own."""
    folder: Path = tmp_path_factory.mktemp("studio")
    with running(folder=folder) as found:
        yield found
    assert found.process.returncode == 130
    assert "Traceback" not in found.said, found.said
