import pytest
from playwright.sync_api import Browser

from kinroute.studio.model.explanation import route_facts
from kinroute.studio.page.selection_panel import customer_text, node_name, related_table, route_text
from tests.studio.made_up import town
from tests.studio.running import Studio, place, shown

LINK = "?customers=60&draw=2&route_size=3&method=D-O&iterations=30"


def test_a_customer_is_shown_with_its_place_and_names_are_texts() -> None:
    session = town()
    assert session.instance is not None
    instance = session.instance.with_changes(names=[f"<b>{k}" for k in range(45)])
    made = customer_text(instance, session.routes[0][1], session.routes)
    assert "stop 2 of" in made
    assert "<b>" not in made
    assert node_name(instance, 0) == instance.depot_name


def test_a_route_says_what_each_stop_costs() -> None:
    session = town()
    assert session.instance is not None
    facts = route_facts(session.instance, session.routes, 0)
    made = route_text(session.instance, facts)
    assert made.count("data-stop=") == len(session.routes[0])
    assert "best stop to remove" in made
    assert "Arrive" in made


def test_links_that_are_used_are_bold() -> None:
    session = town()
    assert session.instance is not None
    assert session.related is not None
    customer = session.routes[0][1]
    found = session.related.of("distance", customer, session.routes)
    made = related_table([found], session.instance)
    assert made.count("<b>") == len(found.used)


@pytest.mark.thorough
def test_a_click_shows_the_related_customers_of_each_relatedness(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        page.mouse.click(*place(page, 5))
        page.get_by_role("heading", name="Customer 5").wait_for()
        links = "document.querySelector('.route-map').routeMap.scene.links"
        page.wait_for_function(f"{links}.length === 10")
        by_distance = page.evaluate(f"{links}.map(link => link.to)")
        page.get_by_role("button", name="savings").click()
        page.wait_for_function(
            f"{links}.map(l => l.to).join() !== '{','.join(map(str, by_distance))}'"
        )
        used = page.evaluate(f"{links}.filter(link => link.isUsed).length")
        row = page.locator("tr", has=page.get_by_role("button", name="savings"))
        assert row.locator("td").first.inner_text() == str(used)


@pytest.mark.thorough
def test_a_stop_is_moved_by_keyboard_alone(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").press("Enter")
        page.get_by_text("iteration limit reached").wait_for()
        page.get_by_role("application").focus()
        page.keyboard.press("n")
        page.get_by_label("Move to").wait_for()
        routes = page.locator("table.routes tbody tr").count()
        page.get_by_label("Move to").select_option("a new route")
        page.get_by_text("Go on to re-optimise from here").wait_for()
        page.wait_for_function(
            f"document.querySelectorAll('table.routes tbody tr').length === {routes + 1}"
        )
        page.get_by_text("Change the plan").click()
        page.get_by_role("button", name="Undo").press("Enter")
        page.wait_for_function(
            f"document.querySelectorAll('table.routes tbody tr').length === {routes}"
        )
