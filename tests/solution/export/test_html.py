"""The page, used in a real browser without a network."""

import math
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from kinroute import Result
from kinroute.solution.export.html import page
from tests.browser import started_browser
from tests.solution.export.made_up import large, matrix, plane, utrecht

COLORS = """r => [
  getComputedStyle(document.documentElement).getPropertyValue("--ground").trim(),
  getComputedStyle(document.querySelectorAll(".route")[r]).getPropertyValue("--route").trim(),
]"""
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens a result's page; at the end there were no errors and no requests but for itself."""
    faults: list[str] = []
    pages: list[Page] = []

    def open_page(result: Result, *, tiles: str | None = None, **look: object) -> Page:
        path = tmp_path / f"page{len(pages)}.html"
        result.write(path, tiles=tiles)
        size = {"viewport": {"width": 1200, "height": 800}}
        opened = browser.new_page(**{**size, **look})  # type: ignore[arg-type]
        pages.append(opened)
        opened.on("console", lambda message: faults.append(message.text))
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on("request", lambda request: check(request.url))
        opened.goto(path.as_uri())
        # Drawn. A wait for an expression would be evaluated in the page, which its policy forbids.
        expect(opened.locator("canvas")).to_have_attribute("width", re.compile(r"\d{3,}"))
        return opened

    def check(url: str) -> None:
        if not url.startswith(("file:", "http://127.0.0.1:")):
            faults.append(f"request {url}")

    yield open_page
    for opened_page in pages:
        opened_page.close()
    assert faults == []


def settled(shown: Page) -> None:
    """Waits until what was asked for is drawn."""
    shown.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")


def pixels(shown: Page, route: int) -> int:
    """How many pixels of the map are nearer to the colour of a route than to the ground."""
    settled(shown)
    picture = matplotlib.image.imread(BytesIO(shown.locator("canvas").screenshot()))[..., :3]
    ground, color = (
        np.array([int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)])
        for code in shown.evaluate(COLORS, route)
    )
    share = np.clip((picture - ground) @ (color - ground) / ((color - ground) ** 2).sum(), 0.5, 1)
    nearest = ground + share[..., None] * (color - ground)
    return int((np.abs(picture - nearest).max(axis=2) < 0.04).sum())


def test_switching_a_route_off_hides_it(opened: Opened) -> None:
    shown = opened(plane())
    both = [pixels(shown, route) for route in (0, 1)]
    assert min(both) > 200
    shown.get_by_label("Show route 2").uncheck()
    assert pixels(shown, 1) == 0
    assert pixels(shown, 0) >= both[0]
    shown.get_by_role("button", name="None").click()
    assert pixels(shown, 0) == 0
    shown.get_by_role("button", name="All").click()
    shown.mouse.move(1100, 700)
    assert [pixels(shown, route) for route in (0, 1)] == both


def test_a_click_on_a_route_shows_its_stops_with_times(opened: Opened) -> None:
    shown = opened(utrecht())
    shown.get_by_role("button", name="Route 1").click()
    rows = shown.locator(".selected tbody tr")
    assert rows.count() == 4
    first, second = rows.nth(1).inner_text(), rows.nth(2).inner_text()
    assert first.split("\t")[0] == "1"
    assert "=1+1" in first
    assert "phone: +31 30 1234" in first
    assert first.split("\t")[2:] == ["0:03", "0:08", "4", "1.31 km"]
    assert "مخبز <b>&amp;" in second
    shown.get_by_role("button", name="Route 1").click()
    assert shown.locator(".selected").count() == 0


def test_a_click_on_the_map_selects_the_route_and_the_stop_in_the_table(opened: Opened) -> None:
    shown = opened(plane(names=["Bakery", "Café", "Florist"]))
    settled(shown)
    # Customer 3 is in the upper right corner of the places, 48 pixels from the edge of the map;
    # the middle is 12 pixels further right, beside the buttons.
    box = shown.locator("canvas").bounding_box()
    assert box is not None
    scale = min((box["width"] - 120) / 6, (box["height"] - 96) / 8)
    x, y = box["x"] + box["width"] / 2 + 12 + 3 * scale, box["y"] + box["height"] / 2 - 4 * scale
    shown.mouse.move(x, y)
    assert "Florist" in shown.locator("#tip").inner_text()
    shown.mouse.click(x, y)
    assert shown.locator(".selected b").inner_text() == "Route 2"
    assert "Florist" in shown.locator("tr.here").inner_text()
    shown.keyboard.press("Escape")
    assert shown.locator(".selected").count() == 0


def test_the_map_pans_and_zooms_by_mouse_keyboard_and_buttons(opened: Opened) -> None:
    shown = opened(plane())
    home = pixels(shown, 0)
    views = [shown.locator("canvas").screenshot()]

    def changed() -> bool:
        settled(shown)
        views.append(shown.locator("canvas").screenshot())
        return views[-1] != views[-2]

    shown.mouse.move(400, 400)
    shown.mouse.wheel(0, -300)
    assert changed()
    shown.mouse.down()
    shown.mouse.move(300, 300, steps=3)
    shown.mouse.up()
    assert changed()
    for key in ("ArrowLeft", "+", "-", "ArrowUp"):
        shown.locator("canvas").press(key)
        assert changed()
    shown.locator("canvas").press("0")
    shown.mouse.move(1100, 700)
    assert pixels(shown, 0) == home
    shown.get_by_label("Zoom in").click()
    assert changed()
    shown.get_by_label("Show everything").click()
    shown.mouse.move(1100, 700)
    assert pixels(shown, 0) == home


def test_a_phone_shows_the_map_above_the_table_and_understands_touch(opened: Opened) -> None:
    look = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    shown = opened(utrecht(), **look)
    above, below = shown.locator("#map").bounding_box(), shown.locator("aside").bounding_box()
    assert above is not None
    assert below is not None
    assert above["width"] == below["width"] == 390
    assert below["y"] >= above["y"] + above["height"]
    assert shown.evaluate("document.documentElement.scrollWidth") == 390
    shown.get_by_role("button", name="Route 2").tap()
    assert "面包店 🥐 2" in shown.locator(".selected").inner_text()


def test_two_fingers_zoom(opened: Opened) -> None:
    shown = opened(plane(), has_touch=True)
    before = pixels(shown, 1)
    shown.evaluate(
        """() => {
          const canvas = document.querySelector("canvas");
          canvas.setPointerCapture = () => {};
          const send = (kind, pointerId, clientX) => canvas.dispatchEvent(new PointerEvent(kind,
            {pointerId, clientX, clientY: 300, pointerType: "touch", bubbles: true}));
          send("pointerdown", 1, 300); send("pointerdown", 2, 400);
          for (let x = 400; x < 600; x += 10) send("pointermove", 2, x);
          send("pointerup", 1, 300); send("pointerup", 2, 600);
        }"""
    )
    assert pixels(shown, 1) != before


def test_light_and_dark_follow_the_system_and_the_button(opened: Opened) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    shown = opened(plane(), color_scheme="dark")
    dark = shown.evaluate(ground)
    shown.get_by_label("Light or dark").click()
    light = shown.evaluate(ground)
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(27, 32, 38)")
    assert pixels(shown, 0) > 200


def test_a_stop_is_found_by_its_name(opened: Opened) -> None:
    shown = opened(large(20))
    shown.get_by_label("Find a stop").fill("customer 77")
    shown.locator("#found button").first.click()
    assert "Customer 77" in shown.locator("tr.here").inner_text()
    shown.get_by_label("Find a stop").fill("nobody")
    assert shown.locator("#found").inner_text() == "No stop has this name."


def test_hostile_names_are_text(opened: Opened) -> None:
    attack = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>"
    result = utrecht(
        name=attack,
        names=[attack, "<!--", "\u2028</style>"],
        attributes=[{attack: attack}] * 3,
        depot_name=attack,
    )
    shown = opened(result)
    shown.get_by_role("button", name="Route 1").click()
    assert shown.title() == attack
    assert shown.locator("img").count() == 0
    assert attack in shown.locator(".selected").inner_text()


def test_infeasible_and_schematic_results_say_so(opened: Opened) -> None:
    shown = opened(matrix())
    assert "which is forbidden" in shown.get_by_role("alert").inner_text()
    assert "schematic" in shown.locator("#note").inner_text()
    assert shown.locator("#scale").is_hidden()


def test_an_open_route_draws_no_way_back(opened: Opened) -> None:
    there_and_back, there = opened(utrecht()), opened(utrecht(open_routes=True))
    for shown in (there_and_back, there):
        shown.get_by_label("Show route 2").uncheck()
    assert pixels(there, 0) < pixels(there_and_back, 0)
    there.get_by_role("button", name="Route 1").click()
    assert there.locator(".selected tbody tr").count() == 3


def test_a_thousand_routes_are_drawn_at_once(opened: Opened) -> None:
    shown = opened(large(1000, 8))
    assert shown.locator(".route").count() == 1000
    assert shown.locator("#scale").inner_text().endswith("km")
    milliseconds = shown.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          await frame();
          const began = performance.now();
          document.querySelector("[data-do=in]").click();
          await frame(); await frame();
          return performance.now() - began;
        }"""
    )
    assert milliseconds < 2000


@pytest.fixture
def tile_server() -> Iterator[tuple[str, list[str]]]:
    """Serves red tiles, and notes which were requested."""
    buffer = BytesIO()
    matplotlib.image.imsave(buffer, np.full((256, 256, 3), (1.0, 0.0, 0.0)), format="png")
    requested: list[str] = []

    class Tiles(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requested.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(buffer.getvalue())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/{{z}}/{{x}}/{{y}}.png", requested
    server.shutdown()
    thread.join()
    server.server_close()


def test_street_tiles_are_drawn_below_the_routes_where_they_are_wanted(
    opened: Opened, tile_server: tuple[str, list[str]]
) -> None:
    address, requested = tile_server
    shown = opened(utrecht(), tiles=address)
    shown.wait_for_load_state("networkidle")
    settled(shown)
    assert requested
    # Where the depot is on a map of 2^z tiles in either direction.
    column = (5.12 + 180) / 360
    row = (1 - math.asinh(math.tan(math.radians(52.09))) / math.pi) / 2
    for z, x, y in (map(int, re.findall(r"\d+", path)) for path in requested):
        assert x / 2**z == pytest.approx(column, abs=5 / 2**z)
        assert y / 2**z == pytest.approx(row, abs=5 / 2**z)
    picture = matplotlib.image.imread(BytesIO(shown.locator("canvas").screenshot()))
    red = (picture[..., 0] > 0.9) & (picture[..., 1] < 0.4) & (picture[..., 2] < 0.4)
    assert red.mean() > 0.5
    assert shown.locator("#credit").inner_text() == "tiles: 127.0.0.1"


def test_the_page_is_one_file_that_names_no_other() -> None:
    text = page(utrecht())
    assert not re.search(r"""(?:src|href)\s*=\s*["']""", text)
    assert "http://" not in text
    assert "https://" not in text
    assert "default-src &#x27;none&#x27;" in text
    assert "img-src &#x27;none&#x27;" in text
