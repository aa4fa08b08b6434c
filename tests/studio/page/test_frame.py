"""Every view, light and dark, on a laptop and on a phone: axe finds nothing serious."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.studio.running import Studio, place, shown

LINK = "?customers=60&draw=2&method=D-O&iterations=30"
LAPTOP, PHONE = (1440, 900), (390, 844)


def faults(page: Page) -> list[str]:
    """What axe finds, but for what is minor."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] != "minor"
        for node in fault["nodes"]
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_on_any_view(
    studio: Studio, browser: Browser, size: tuple[int, int], dark: bool
) -> None:
    with shown(browser, studio.address, size=size, dark=dark) as page:
        assert faults(page) == []
        page.goto(studio.address + LINK)
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        page.get_by_role("button", name="Route 1", exact=True).click()
        page.get_by_text("best stop to remove").wait_for()
        assert faults(page) == []
        page.locator(".route-map").scroll_into_view_if_needed()
        page.mouse.click(*place(page, 5))
        page.get_by_role("heading", name="Customer 5").wait_for()
        page.get_by_role("button", name="Keep for comparison").click()
        page.get_by_text("Plan 1 is kept").wait_for()
        page.wait_for_timeout(600)  # notices fade in
        assert faults(page) == []
        page.goto(studio.address + "race")
        page.get_by_label("Seconds").fill("1")
        page.get_by_label("Seconds").press("Tab")
        page.get_by_role("button", name="Start the race").click()
        page.get_by_text("leads").first.wait_for()
        assert faults(page) == []
        page.goto(studio.address + "compare")
        page.get_by_text("No stop is on another route").wait_for()
        assert faults(page) == []
        page.goto(studio.address + "campaigns")
        page.get_by_text("There are none yet").wait_for()
        assert faults(page) == []


def test_the_theme_follows_the_system_and_can_be_switched(studio: Studio, browser: Browser) -> None:
    ground = "getComputedStyle(document.body).getPropertyValue('--ground').trim()"
    with shown(browser, studio.address, dark=True) as page:
        page.wait_for_function(f"{ground} === '#14181c'")
        page.emulate_media(color_scheme="light")
        page.wait_for_function(f"{ground} === '#eef1f3'")
        page.get_by_role("button", name="Theme: auto").click()
        page.wait_for_function(f"{ground} === '#14181c'")
        page.goto(studio.address + "campaigns")
        page.wait_for_function(f"{ground} === '#14181c'")
        page.get_by_role("button", name="Theme: dark").click()
        page.wait_for_function(f"{ground} === '#eef1f3'")


@pytest.mark.thorough
def test_the_pages_are_linked_and_the_present_one_is_named(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address) as page:
        for name in ("Race", "Compare", "Campaigns", "Plan"):
            page.get_by_role("link", name=name, exact=True).click()
            expect(page.locator("[aria-current=page]")).to_have_text(name)
            expect(page).to_have_title(f"{name} · Kinroute studio")


@pytest.mark.thorough
def test_nothing_is_wider_than_a_phone(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK, size=PHONE) as page:
        for path in (LINK, "race", "compare", "campaigns"):
            page.goto(studio.address + path)
            page.locator("#content").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
