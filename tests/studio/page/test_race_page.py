import pytest
from playwright.sync_api import Browser, FilePayload, expect

from kinroute.studio.page.race_page import lane_figures
from tests.studio.made_up import opened
from tests.studio.model.test_networks import heatmap
from tests.studio.running import Studio, shown


def test_the_best_leads_and_the_others_say_how_far_they_are_behind() -> None:
    session = opened()
    racers = session.race([session.settings, session.settings])
    for racer in racers:
        racer.join(60)
    assert all("leads" in lane_figures(racer, racers) for racer in racers)
    racers[1].history.add(1.0, 1.0, 1, [[1]])
    assert "%" in lane_figures(racers[0], racers)


@pytest.mark.thorough
def test_two_methods_race_and_one_is_taken_as_the_plan(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=100&draw=5") as page:
        page.get_by_role("link", name="Race").click()
        page.get_by_label("Seconds").fill("2")
        page.get_by_label("Seconds").press("Tab")
        page.get_by_label("Seed").fill("one")
        page.get_by_label("Seed").press("Tab")
        expect(page.get_by_text("seed 'one' is not a number; write it as in 10")).to_be_visible()
        page.get_by_label("Method", exact=True).nth(1).select_option("D-D")
        page.get_by_role("button", name="Start the race").click()
        expect(page.get_by_text("leads").first).to_be_visible()
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".lane").get_by_text("paused")).to_have_count(2)
        page.get_by_role("button", name="Resume").click()
        expect(page.locator(".race-chart path.curve")).to_have_count(4)  # two, and the legend
        maps = page.locator(".route-map[data-routes]")
        expect(maps).to_have_count(2)
        expect(page.locator(".lane").get_by_text("done")).to_have_count(2, timeout=20_000)
        page.get_by_role("button", name="Take as the plan").last.click()
        page.get_by_role("link", name="Plan").click()
        expect(page.locator("table.routes tbody tr").first).to_be_visible()
        expect(page.get_by_label("Method", exact=True)).to_have_value("D-D")


@pytest.mark.thorough
def test_up_to_four_search_side_by_side(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30") as page:
        page.goto(studio.address + "race")
        more = page.get_by_role("button", name="Add a search")
        more.click()
        expect(page.locator(".lane")).to_have_count(3)
        more.click()
        expect(page.locator(".lane")).to_have_count(4)
        expect(more).to_be_disabled()
        page.get_by_role("button", name="Remove one").click()
        expect(page.locator(".lane")).to_have_count(3)
        hurried = "button => { for (let k = 0; k < 6; k++) button.click(); }"
        more.evaluate(hurried)
        expect(page.locator(".lane")).to_have_count(4)
        page.get_by_role("button", name="Remove one").evaluate(hurried)
        expect(page.locator(".lane")).to_have_count(2)


@pytest.mark.thorough
def test_without_an_instance_the_page_says_where_to_open_one(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address + "race") as page:
        expect(page.get_by_text("There is no instance yet")).to_be_visible()


@pytest.mark.thorough
def test_two_networks_race(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=30") as page:
        page.goto(studio.address + "race")
        page.get_by_label("Seconds").fill("1")
        page.get_by_label("Seconds").press("Tab")
        content = FilePayload(name="mine.npz", mimeType="", buffer=heatmap(30))
        page.locator(".file-drop input").set_input_files(content)
        page.get_by_text("mine.npz can be chosen").wait_for()
        networks = page.get_by_label("Network", exact=True)
        networks.nth(0).select_option("light-1")
        page.get_by_text("Search 1: light-1: method auto uses no heatmap").wait_for()
        for number, name in enumerate(("light-1", "file:mine.npz")):
            page.get_by_label("Method", exact=True).nth(number).select_option("N-N")
            networks.nth(number).select_option(name)
        page.get_by_role("button", name="Start the race").click()
        page.get_by_text("1: N-N, light-1").wait_for()
        page.get_by_text("2: N-N, mine.npz").wait_for()
        expect(page.locator(".lane").get_by_text("done")).to_have_count(2)
        page.get_by_role("button", name="Take as the plan").last.click()
        page.goto(studio.address)
        page.get_by_text("Export", exact=True).click()
        expect(page.get_by_label("Command")).to_contain_text("--heatmap mine.npz")
