"""A real browser for the tests that look at pages."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""Options without which Chromium looks for a sandbox, a screen or a network."""


def chromium() -> str:
    """The path of an installed Chromium; without one the test fails in CI, else it is skipped."""
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if found is None:
        missing = "no Chromium to look at the page with: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@contextmanager
def started_browser() -> Iterator[Browser]:
    """A headless Chromium that runs inside the block."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("LD_PRELOAD", raising=False)  # a sanitizer is for the core alone
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=QUIET)
            yield browser
            browser.close()
