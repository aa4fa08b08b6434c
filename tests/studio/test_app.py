"""The whole way through the studio, as a planner goes it."""

from pathlib import Path

from playwright.sync_api import Browser, Page

import kinroute
from kinroute.studio.app import StudioSettings
from tests.cli.conftest import Cli
from tests.studio.running import Studio, place, shown


def test_it_listens_on_this_machine_and_needs_no_token_there() -> None:
    assert StudioSettings().host == "127.0.0.1"
    assert StudioSettings().token is None


INSTANCE = kinroute.generate(120, seed=8, route_size=4)


def spreadsheet(instance: kinroute.Instance) -> str:
    """The stops of an instance as a table."""
    places, demands = instance.positions().tolist(), ["", *instance.demands.tolist()]
    rows = [f"{x},{y},{demand}" for (x, y), demand in zip(places, demands, strict=True)]
    return "\n".join(["x,y,demand", *rows]) + "\n"


def routes_of(page: Page) -> list[list[int]]:
    script = """() => [...document.querySelector(".route-map").routeMap.scene.routes.values()]
      .map(route => [...route.stops])"""
    found: list[list[int]] = page.evaluate(script)
    return found


def test_from_a_spreadsheet_to_checked_routes(
    studio: Studio, browser: Browser, cli: Cli, tmp_path: Path
) -> None:
    stops = tmp_path / "stops.csv"
    stops.write_text(spreadsheet(INSTANCE))
    capacity = f"{INSTANCE.capacity:g}"
    with shown(browser, studio.address) as page:
        page.get_by_text("Reading options").click()
        page.get_by_label("Capacity", exact=True).first.fill(capacity)
        page.get_by_label("Speed").fill("30")
        page.get_by_label("Speed").press("Tab")
        page.locator(".file-drop input").first.set_input_files(stops)
        page.locator(".route-map[data-nodes='121']").wait_for()
        page.get_by_label("Method", exact=True).select_option("D-O")
        page.get_by_label("Seconds").fill("3")
        page.get_by_label("Seconds").press("Tab")
        page.get_by_role("button", name="Start").click()
        seen = "+document.querySelector('.film input').max >= 2"  # three improvements
        page.wait_for_function(seen)
        page.get_by_text("time limit reached").wait_for()

        before = routes_of(page)
        assert sorted(c for route in before for c in route) == list(range(1, 121))
        customer, target = before[0][0], before[-1]
        page.mouse.move(*place(page, customer))
        page.mouse.down()
        page.mouse.move(*place(page, target[0]), steps=8)
        page.mouse.up()
        page.get_by_text("Go on to re-optimise from here").wait_for()
        together = """both => [...document.querySelector(".route-map").routeMap.scene.routes]
          .some(([, route]) => both.every(stop => [...route.stops].includes(stop)))"""
        page.wait_for_function(together, arg=[customer, target[0]])  # drawn after the text is there

        page.get_by_role("button", name="Go on").click()
        page.get_by_text("time limit reached").wait_for()
        page.get_by_text("Export").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=".sol routes").click()
        download.value.save_as(tmp_path / "routes.sol")
    options = ("--capacity", capacity, "--speed", "30")
    done = cli("check", stops, tmp_path / "routes.sol", *options)
    assert done.code == 0, done.err
