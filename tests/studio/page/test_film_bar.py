import pytest
from playwright.sync_api import Browser, expect

from tests.studio.running import Studio, shown

LINK = "?customers=120&draw=2&method=D-O&time_limit=2"


@pytest.mark.thorough
def test_every_improvement_can_be_stepped_through(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("time limit reached").wait_for()
        slider, text = page.get_by_label("Improvement", exact=True), page.locator(".film output")
        last = int(slider.get_attribute("max") or 0)
        assert last >= 2
        expect(text).to_contain_text(f"{last + 1} of {last + 1}")
        drawn = "document.querySelector('.route-map').dataset.drawn"
        before = page.evaluate(drawn)
        page.get_by_role("button", name="Previous improvement").click()
        expect(text).to_contain_text(f"{last} of {last + 1}")
        page.wait_for_function(f"{drawn} > {before}")
        slider.focus()
        page.keyboard.press("Home")
        expect(text).to_contain_text("1 of")
        page.get_by_role("button", name="Play the improvements").click()
        expect(text).to_contain_text(f"{last + 1} of {last + 1}", timeout=20_000)
