import pytest
from playwright.sync_api import Browser, expect

from kinroute.search.methods import METHODS
from kinroute.studio.page.search_panel import method_choices
from tests.studio.running import Studio, shown


def test_every_method_can_be_chosen() -> None:
    assert list(method_choices()) == list(METHODS)


@pytest.mark.thorough
def test_a_search_is_paused_resumed_and_stopped(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=100&draw=1&time_limit=60") as page:
        pause, stop = (
            page.get_by_role("button", name="Pause"),
            page.get_by_role("button", name="Stop", exact=True),
        )
        expect(stop).to_be_disabled()
        page.get_by_role("button", name="Start").click()
        pause.click()
        page.get_by_text("paused").wait_for()
        page.get_by_role("button", name="Resume").click()
        page.get_by_text("running").wait_for()
        stop.click()
        page.get_by_text("stop requested").wait_for()
        expect(page.get_by_role("button", name="Go on")).to_be_enabled()


@pytest.mark.thorough
def test_a_wrong_setting_is_said(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=20") as page:
        page.get_by_label("Seconds").fill("soon")
        page.get_by_label("Seconds").press("Tab")
        expect(
            page.get_by_role("alert").filter(has_text="time limit 'soon' is not a number")
        ).to_be_visible()
        page.get_by_label("Seconds").fill("-1")
        page.get_by_label("Seconds").press("Tab")
        expect(page.get_by_role("alert").filter(has_text="seconds = -1.0")).to_be_visible()
