import pytest
from playwright.sync_api import Browser, expect

from tests.studio.running import Studio, place, shown

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
        page.get_by_role("button", name="Pause the film").wait_for()
        expect(text).to_contain_text(f"{last + 1} of {last + 1}", timeout=20_000)
        page.get_by_role("button", name="Play the improvements").wait_for()


@pytest.mark.thorough
def test_the_film_shows_and_explains_its_own_routes(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("time limit reached").wait_for()
        page.get_by_role("button", name="Route 1", exact=True).click()
        page.get_by_text("best stop to remove").wait_for()
        page.get_by_label("Improvement", exact=True).focus()
        page.keyboard.press("Home")
        expect(page.locator(".film output")).to_contain_text("1 of")
        expect(page.get_by_role("button", name="Lock route 1", exact=True)).to_be_disabled()
        for number in (1, 2, 3):
            page.get_by_role("button", name=f"Route {number}", exact=True).click()
            page.get_by_role("heading", name=f"Route {number}", exact=True).wait_for()
            row = page.locator("table.routes tbody tr").nth(number - 1)
            stops = int(row.locator("td").first.inner_text())
            expect(page.locator(".selection tbody tr")).to_have_count(stops)


@pytest.mark.thorough
def test_a_selected_customer_goes_with_the_routes(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("time limit reached").wait_for()
        page.mouse.click(*place(page, 7))
        page.get_by_label("Move to").wait_for()
        page.get_by_label("Improvement", exact=True).focus()
        page.keyboard.press("Home")
        expect(page.get_by_label("Move to")).to_have_count(0)
        route = page.locator(".selection dd").nth(1).inner_text().split()[-1]
        page.get_by_role("button", name=f"Route {route}", exact=True).click()
        expect(page.get_by_role("button", name="Customer 7", exact=True)).to_be_visible()
