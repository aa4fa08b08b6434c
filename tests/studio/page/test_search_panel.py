import pytest
from playwright.sync_api import Browser, FilePayload, expect

from kinroute.search.methods import METHODS
from kinroute.studio.page.search_panel import method_choices
from tests.studio.model.test_networks import heatmap
from tests.studio.running import Studio, place, shown


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
        page.get_by_role("button", name="Start").dblclick()
        expect(page.get_by_text("a search runs already")).to_have_count(0)
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


def file(name: str, content: bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="application/octet-stream", buffer=content)


@pytest.mark.thorough
def test_a_network_is_chosen_by_name_or_from_a_file(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30&iterations=50") as page:
        page.get_by_text("Relatedness, network, limits").click()
        network = page.get_by_label("Network", exact=True)
        network.select_option("light-1")
        warning = "light-1: method auto uses no heatmap; these do: D-N, N-O, N-D, N-N"
        page.get_by_role("alert").filter(has_text=warning).wait_for()
        page.get_by_label("Method").select_option("N-N")
        expect(page.get_by_text("uses no heatmap")).to_have_count(0)
        page.get_by_text("Export", exact=True).click()
        page.get_by_role("button", name="Start", exact=True).click()
        page.get_by_text("iteration limit reached").wait_for()
        expect(page.get_by_label("Command")).to_contain_text("--method N-N --model light-1")
        expect(page.locator("a[href*='model=light-1']")).to_be_visible()

        upload = page.locator(".file-drop input").nth(1)
        upload.set_input_files(file("small.npz", heatmap(5)))
        page.get_by_role("alert").filter(has_text="small.npz: heatmap has shape (5, 5)").wait_for()
        upload.set_input_files(file("mine.npz", heatmap(30)))
        expect(network).to_have_value("file:mine.npz")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_label("Command")).to_contain_text("--heatmap mine.npz")
        page.reload()
        page.get_by_text("Relatedness, network, limits").click()
        expect(page.get_by_label("Network", exact=True)).to_have_value("file:mine.npz")
        page.locator(".route-map[data-nodes='31']").wait_for()
        page.mouse.click(*place(page, 4))
        page.get_by_role("button", name="mine.npz", exact=True).wait_for()


@pytest.mark.thorough
def test_a_heatmap_dropped_anywhere_is_no_instance(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30&method=N-O") as page:
        page.locator(".file-drop input").first.set_input_files(file("mine.npz", heatmap(30)))
        page.get_by_text("Relatedness, network, limits").click()
        expect(page.get_by_label("Network", exact=True)).to_have_value("file:mine.npz")
        page.locator(".route-map[data-nodes='31']").wait_for()
