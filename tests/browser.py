"""A real browser for the tests that look at pages."""

import os
import shutil

import pytest

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
