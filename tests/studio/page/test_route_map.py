import base64

import numpy as np
import pytest
from playwright.sync_api import Browser

import kinroute
from kinroute.studio.page.route_map import map_data
from tests.studio.made_up import town
from tests.studio.running import Studio, place, shown

WATCH = """() => {
  window.longest = 0;
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
  }).observe({ type: "longtask" });
}"""
PICK = """async name => {
  const choice = document.querySelector("select[aria-label=Example]");
  choice.value = name;
  const map = document.querySelector(".route-map"), began = performance.now();
  choice.dispatchEvent(new Event("change"));
  const drawn = +(map.dataset.drawn || 0);
  while (map.dataset.nodes !== "10001" || +map.dataset.drawn <= drawn) {
    await new Promise(done => setTimeout(done, 5));
  }
  return (performance.now() - began) / 1000;
}"""


def floats(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4")


def test_places_are_sent_relative_to_the_depot() -> None:
    instance = kinroute.generate(20, seed=1)
    data = map_data(instance)
    places = instance.positions()
    assert np.allclose(floats(data["x"]), places[:, 0] - places[0, 0])
    assert np.allclose(floats(data["y"]), places[0, 1] - places[:, 1])
    assert np.allclose(floats(data["demands"]), instance.demands)
    assert (data["globe"], data["names"]) == (False, None)


def test_latitudes_are_shown_on_a_globe_to_the_metre() -> None:
    instance = town().instance
    assert instance is not None
    data = map_data(instance)
    assert data["globe"]
    assert data["unit"] == "km"
    degrees = instance.degrees()
    assert degrees is not None
    east = (floats(data["x"]).astype(float) + data["origin"][0] - 0.5) * 360
    assert np.abs(east - degrees[:, 1]).max() < 1e-6  # a tenth of a metre


def test_the_map_is_moved_zoomed_and_fitted_by_keyboard(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30") as page:
        page.locator(".route-map[data-nodes='31']").wait_for()
        page.get_by_role("application").focus()
        before = place(page, 1)
        page.keyboard.press("ArrowRight")
        assert place(page, 1)[0] == pytest.approx(before[0] - 60)
        page.keyboard.press("+")
        assert place(page, 1) != pytest.approx(before)
        page.keyboard.press("0")
        assert place(page, 1) == pytest.approx(before)
        page.get_by_role("button", name="Zoom in").click()
        page.get_by_role("button", name="Show everything").click()
        assert place(page, 1) == pytest.approx(before)
        page.mouse.move(*before)
        page.locator(".tip").wait_for()
        assert "Customer 1 · demand" in page.locator(".tip").inner_text()


@pytest.mark.thorough
def test_ten_thousand_customers_are_drawn_at_once_and_never_freeze_the_page(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address + "?time_limit=8") as page:
        page.evaluate(WATCH)
        assert page.evaluate(PICK, "Large, 10,000 customers") < 2.0
        page.get_by_role("button", name="Start").click()
        page.wait_for_function("+document.querySelector('.film input').max >= 20", timeout=60_000)
        assert page.evaluate("window.longest") < 200


@pytest.mark.thorough
def test_thirty_thousand_customers_are_usable(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30000&law=X&time_limit=120") as page:
        page.locator(".route-map[data-nodes='30001']").wait_for(timeout=30_000)
        page.get_by_role("button", name="Start").click()
        page.wait_for_function("+document.querySelector('.film input').max >= 2", timeout=60_000)
        page.get_by_role("button", name="Stop", exact=True).click()
        page.get_by_text("stop requested").wait_for(timeout=60_000)
        page.locator("table.routes tbody tr").first.wait_for()
        page.get_by_role("button", name="Route 1", exact=True).click()
        page.get_by_text("best stop to remove").wait_for()
