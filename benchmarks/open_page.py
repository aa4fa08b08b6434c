"""A studio, and a page of it in Chromium, for the scripts that measure them.

python benchmarks/open_page.py
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--enable-precise-memory-info", "--js-flags=--expose-gc"),
)


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page and the process that serves it."""

    page: Page
    address: str
    process: int

    def resident(self) -> float:
        """Memory of the studio's process, in MB."""
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1024

    def heap(self) -> float:
        """Memory of the page's objects that are in use, in MB."""
        self.page.evaluate("window.gc()")
        used: float = self.page.evaluate("performance.memory.usedJSHeapSize")
        return used / 2**20

    def elements(self) -> int:
        """Elements of the page."""
        count: int = self.page.evaluate("document.querySelectorAll('*').length")
        return count


@contextmanager
def open_page(query: str = "") -> Iterator[OpenPage]:
    """A page of a studio that runs meanwhile."""
    with studio() as (address, process), sync_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=path, args=list(OPTIONS))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(120_000)
        page.goto(address + query)
        page.locator("main").wait_for()
        yield OpenPage(page, address, process)
        browser.close()


@contextmanager
def studio() -> Iterator[tuple[str, int]]:
    """The address and the process of a studio that runs meanwhile."""
    words = [sys.executable, "-m", "kinroute", "studio", "--port", "0", "--no-browser"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(words, cwd=folder, stderr=subprocess.PIPE, text=True) as process,
    ):
        try:
            assert process.stderr is not None
            yield re.findall(r"http://\S+", process.stderr.readline())[0], process.pid
        finally:
            process.send_signal(signal.SIGINT)


def main() -> None:
    with open_page() as opened:
        print(
            f"studio {opened.resident():.0f} MB, page {opened.heap():.1f} MB, "
            f"{opened.elements()} elements"
        )


if __name__ == "__main__":
    main()
