"""A studio that runs as a process of its own, and a browser that looks at it."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page

ADDRESS = re.compile(r"http://\S+")
OPTIONS = ("--port", "0", "--no-browser")


@dataclass
class Studio:
    """A running studio."""

    process: subprocess.Popen[str]
    folder: Path
    """Where it was started."""
    address: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return "".join(self.lines)

    def resident(self) -> int:
        """Bytes of memory that the process uses."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return 1024 * int(found[1])


@contextmanager
def running(*words: str, folder: Path) -> Iterator[Studio]:
    """Start `kinroute studio` in a folder; it ends with the context, by Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kinroute", "studio", *OPTIONS, *words],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    studio = Studio(process, folder)
    try:
        assert process.stderr is not None
        for line in process.stderr:
            studio.lines.append(line)
            if found := ADDRESS.search(line):
                studio.address = found[0]
                break
        assert studio.address, studio.said
        collecting = threading.Thread(target=_collect, args=(studio,))
        collecting.start()
        try:
            yield studio
        finally:
            _end(process)
            collecting.join()
    finally:
        _end(process)
        if process.stderr is not None:
            process.stderr.close()


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _collect(studio: Studio) -> None:
    assert studio.process.stderr is not None
    for line in studio.process.stderr:
        studio.lines.append(line)


@contextmanager
def shown(
    browser: Browser,
    address: str,
    *,
    size: tuple[int, int] = (1440, 900),
    dark: bool = False,
    allowed: Sequence[str] = (),
) -> Iterator[Page]:
    """A page of a new browser profile; at the end it had no errors and asked no other host."""
    faults: list[str] = []
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        accept_downloads=True,
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: _require_local(request.url, faults))
    page.goto(address)
    page.locator("main").wait_for()
    page.wait_for_function("window.socket === undefined || window.socket.connected !== false")
    yield page
    context.close()
    left = [fault for fault in faults if not any(text in fault for text in allowed)]
    assert not left, left


def _require_local(url: str, faults: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        faults.append(f"request {url}")


def place(page: Page, node: int, *, map_number: int = 0) -> tuple[float, float]:
    """Where a node of the map is on the screen."""
    script = """([map, node]) => {
      const element = document.querySelectorAll(".route-map")[map];
      const box = element.querySelector(".marks").getBoundingClientRect();
      const [x, y] = element.routeMap.placeOf(node);
      return [box.left + x, box.top + y];
    }"""
    x, y = page.evaluate(script, [map_number, node])
    return x, y
