"""Pictures of every view of the studio, light and dark, on a laptop and on a phone.

    python tools/screenshots.py FOLDER                # all of them, to look at
    python tools/screenshots.py --documentation       # those of docs/studio.md

Needs Chromium. Starts a studio of its own; the campaign it shows is drawn from made-up figures.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

ROOT = Path(__file__).parents[1]
DOCUMENTATION = ROOT / "docs" / "images" / "studio"
RUNS = ROOT / "docs" / "results"
SIZES = {"laptop": (1280, 800), "phone": (390, 844)}
TOWN = "?customers=200&law=X&draw=3&method=D-O&time_limit=3"
PLACE = """node => {
  const map = document.querySelector(".route-map");
  const box = map.querySelector(".marks").getBoundingClientRect();
  const [x, y] = map.routeMap.placeOf(node);
  return [box.left + x, box.top + y];
}"""

Shot = Callable[[str], None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--documentation", action="store_true")
    parser.add_argument("--only", default="", metavar="NAME", help="such as phone-dark")
    given = parser.parse_args()
    if (given.folder is None) == (not given.documentation):
        parser.error("give a folder, or --documentation")
    target: Path = DOCUMENTATION if given.documentation else given.folder
    target.mkdir(parents=True, exist_ok=True)
    with studio() as address, sync_playwright() as driver:
        options = ["--no-sandbox", "--disable-gpu"]
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=path, args=options)
        for size in SIZES:
            for dark in (False, True):
                look = f"{size}-{'dark' if dark else 'light'}"
                if given.only in look:
                    photograph(browser, address, target, look, few=given.documentation)
        browser.close()
    return 0


@contextmanager
def studio() -> Iterator[str]:
    """The address of a studio that runs meanwhile."""
    words = ["studio", "--port", "0", "--no-browser", "--runs", str(RUNS)]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "kinroute", *words],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        try:
            assert process.stderr is not None
            yield process.stderr.readline().split()[4]
        finally:
            process.terminate()


IN_DOCUMENTATION = {
    *("laptop-light-plan", "laptop-dark-plan", "laptop-light-customer", "laptop-light-route"),
    *("laptop-light-race", "laptop-dark-race", "laptop-light-compare", "laptop-light-campaign"),
    *("phone-light-plan", "phone-dark-customer", "phone-light-race", "laptop-light-error"),
}


def photograph(browser: Browser, address: str, folder: Path, look: str, *, few: bool) -> None:
    """All views in one size and theme; with `few` those that the documentation shows."""
    size, theme = look.split("-")
    width, height = SIZES[size]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
    )

    def shot(name: str) -> None:
        page.wait_for_timeout(500)
        full = f"{look}-{name}"
        if not few or full in IN_DOCUMENTATION:
            save(page.screenshot(), folder / f"{full}.png")

    first_views(page, address, shot)
    plan_views(page, address, shot)
    other_views(page, address, shot)
    page.close()


def save(content: bytes, path: Path) -> None:
    """Write a picture with 256 colours, which is a third of its size.

    They are chosen by their range, not by their share, so that small areas, as the colours of
    routes in a table, keep theirs.
    """
    with Image.open(BytesIO(content)) as picture:
        few = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=5)
        few.save(path, optimize=True)


def first_views(page: Page, address: str, shot: Shot) -> None:
    page.goto(address)
    page.get_by_role("heading", name="Instance").wait_for()
    shot("first")
    wrong = b"name,x,y,demand\ndepot,0,0,\nBakery,1,2,3\nFlorist,4,5,many\n"
    stops = FilePayload(name="stops.csv", mimeType="text/csv", buffer=wrong)
    page.locator(".file-drop input").first.set_input_files(stops)
    page.get_by_text("row 4").wait_for()
    page.locator(".row-shown").scroll_into_view_if_needed()
    shot("error")


def plan_views(page: Page, address: str, shot: Shot) -> None:
    page.goto(address + TOWN)
    page.get_by_role("button", name="Start").click()
    page.wait_for_function("+document.querySelector('.film input').max >= 2")
    page.locator(".small-charts .curve").nth(3).wait_for(state="attached")
    page.evaluate("window.scrollTo(0, 0)")
    shot("plan")
    page.get_by_text("time limit reached").wait_for()
    page.get_by_role("button", name="Route 4", exact=True).click()
    page.get_by_text("best stop to remove").wait_for()
    page.get_by_role("heading", name="Route 4").scroll_into_view_if_needed()
    shot("route")
    page.evaluate("window.scrollTo(0, 0)")
    page.mouse.click(*page.evaluate(PLACE, 12))
    page.get_by_role("heading", name="Customer 12").wait_for()
    page.get_by_text("Most related customers").scroll_into_view_if_needed()
    shot("customer")
    page.get_by_text("Change the plan").click()
    page.get_by_role("button", name="Keep for comparison").click()
    page.get_by_label("Move to").select_option(index=2)
    page.get_by_text("Go on to re-optimise").wait_for()
    shot("moved")
    page.get_by_text("Relatedness, network, limits").click()
    page.get_by_label("Method", exact=True).select_option("N-N")
    page.get_by_label("Network", exact=True).select_option("light-1")
    page.get_by_label("Network", exact=True).scroll_into_view_if_needed()
    shot("network")


def other_views(page: Page, address: str, shot: Shot) -> None:
    page.goto(address + "compare")
    page.get_by_text("on another route, marked").wait_for()
    shot("compare")
    page.goto(address + "race")
    page.get_by_label("Seconds").fill("4")
    page.get_by_label("Seconds").press("Tab")
    page.get_by_role("button", name="Start the race").click()
    page.get_by_text("leads").first.wait_for()
    page.wait_for_timeout(3_000)
    shot("race")
    page.goto(address + "campaigns")
    page.get_by_role("link", name="xml-light.parquet").click()
    page.locator(".chart circle").first.wait_for(state="attached", timeout=60_000)
    shot("campaign")


if __name__ == "__main__":
    sys.exit(main())
