from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kinroute.studio.model.comparing import changes
from kinroute.studio.page.compare_page import changes_table, facts_table
from tests.studio.made_up import solved
from tests.studio.running import Studio, shown


def test_figures_of_both_plans_and_their_difference() -> None:
    session = solved()
    instance, before = session.instance, session.routes
    assert instance is not None
    price = session.move(1, len(before))
    routes = [before, session.routes]
    found = changes(instance, *routes)
    assert f"<td>+{price:.0f} (+" in facts_table(instance, routes, ["a", "b"], found)
    assert "Customer 1" in changes_table(instance, found)
    same = changes(instance, before, before)
    assert "All routes are the same" in changes_table(instance, same)


@pytest.mark.thorough
def test_a_kept_plan_is_compared_with_the_present_one_and_a_file(
    studio: Studio, browser: Browser, tmp_path: Path
) -> None:
    with shown(
        browser, studio.address + "?customers=60&draw=2&route_size=3&method=D-O&iterations=20"
    ) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        page.get_by_text("Change the plan").click()
        page.get_by_role("button", name="Keep for comparison").click()
        page.get_by_text("Plan 1 is kept").wait_for()
        page.get_by_role("application").focus()
        page.keyboard.press("n")
        page.get_by_label("Move to").select_option("a new route")
        page.get_by_text("Go on to re-optimise from here").wait_for()
        page.get_by_text("Export").click()
        with page.expect_download() as download:
            page.get_by_role("button", name=".csv").click()
        download.value.save_as(tmp_path / "plan.csv")
        page.get_by_role("link", name="Compare").click()
        expect(page.get_by_text("1 stop on another route")).to_be_visible()
        marked = "document.querySelector('.route-map').routeMap.scene.marked.size"
        page.wait_for_function(f"{marked} === 1")
        page.locator(".file-drop input").set_input_files(tmp_path / "plan.csv")
        expect(page.get_by_label("First plan").locator("option")).to_have_count(3)
        (tmp_path / "bad.sol").write_text("Route #1: 1 2\nCost 3\n")
        page.locator(".file-drop input").set_input_files(tmp_path / "bad.sol")
        expect(page.get_by_text("bad.sol: no warm start")).to_be_visible()
