from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.running import Studio, shown

WRONG = "name,x,y,demand\ndepot,0,0,\nBakery,1,2,3\n<b>Florist</b>,4,5,many\n"


def test_a_wrong_file_shows_its_message_and_the_row(
    studio: Studio, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "stops.csv"
    path.write_text(WRONG)
    with shown(browser, studio.address) as page:
        page.get_by_text("Reading options").click()
        page.get_by_label("Capacity", exact=True).first.fill("20")
        page.get_by_label("Capacity", exact=True).first.press("Tab")
        page.locator(".file-drop input").first.set_input_files(path)
        expect(page.get_by_text("stops.csv, row 4")).to_be_visible()
        cells = page.locator(".row-shown td").all_inner_texts()
        assert cells == ["<b>Florist</b>", "4", "5", "many"]
        assert page.locator(".row-shown td.over").all_inner_texts() == ["many"]
        path.write_text(WRONG.replace("many", "7"))
        page.locator(".file-drop input").first.set_input_files(path)
        page.locator(".route-map[data-nodes='3']").wait_for()
        expect(page.locator(".row-shown")).to_have_count(0)


@pytest.mark.thorough
def test_a_missing_capacity_is_asked_for_and_the_file_read_again(
    studio: Studio, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "stops.csv"
    path.write_text(WRONG.replace("many", "7"))
    with shown(browser, studio.address) as page:
        page.locator(".file-drop input").first.set_input_files(path)
        expect(page.get_by_text("capacity").first).to_be_visible()
        page.get_by_text("Reading options").click()
        page.get_by_label("Capacity", exact=True).first.fill("10")
        page.get_by_role("button", name="Read again").click()
        page.locator(".route-map[data-nodes='3']").wait_for()


@pytest.mark.thorough
def test_examples_and_sliders_draw_instances_at_once(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address) as page:
        page.get_by_label("Example").select_option("Region, 200 customers")
        page.locator(".route-map[data-nodes='201']").wait_for()
        page.get_by_text("Draw one by its law").click()
        page.get_by_role("slider", name="Customers").fill("60")
        page.locator(".route-map[data-nodes='61']").wait_for()
        page.get_by_label("Exactly so many customers").fill("99999")
        page.get_by_label("Exactly so many customers").press("Tab")
        expect(page.get_by_text("99999 customers; use 1 to 30000")).to_be_visible()


@pytest.mark.thorough
def test_the_sliders_show_the_instance_that_is_open(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=200&law=X&draw=3&layout=random") as page:
        page.get_by_role("heading", name="Instance").click()
        page.get_by_text("Draw one by its law").click()
        customers = page.get_by_role("slider", name="Customers")
        expect(customers).to_have_value("200")
        expect(page.get_by_label("Layout")).to_have_value("random")
        name = page.locator(".facts .title")
        before = name.inner_text()
        page.get_by_role("slider", name="Draw").fill("4")
        expect(name).not_to_have_text(before)
        page.locator(".route-map[data-nodes='201']").wait_for()
        page.get_by_label("Example").select_option("Short routes, 600 customers")
        expect(customers).to_have_value("600")
        expect(page.get_by_text("Customers 600", exact=True)).to_be_visible()
        expect(page.get_by_label("Route size")).to_have_value("1")
        expect(page.get_by_label("Layout")).to_have_value("")
        page.get_by_label("Exactly so many customers").fill("120")
        page.get_by_label("Exactly so many customers").press("Tab")
        expect(customers).to_have_value("120")
