import pytest
from playwright.sync_api import Browser

from kinroute.studio.page.routes_panel import totals
from tests.studio.made_up import solved, town
from tests.studio.running import Studio, shown

LINK = "?customers=200&law=X&draw=4&depot=center&route_size=1&method=D-O&iterations=20"


def test_the_sums_of_a_plan_have_their_units_and_say_what_is_wrong() -> None:
    session = solved()
    assert session.instance is not None
    verdict = session.check()
    text = totals(session.instance, verdict)
    assert text == f"{len(session.routes)} routes, cost {verdict.cost:.0f}"
    session.change_limits(capacity=float(max(verdict.loads) - 1))
    assert totals(session.instance, session.check()).endswith("; not feasible")
    timed = town()
    assert timed.instance is not None
    text = totals(timed.instance, timed.check())
    assert " km, time " in text
    assert text.count("km") == 1


@pytest.mark.thorough
def test_routes_are_in_a_table_a_page_at_a_time(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + LINK) as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        rows = page.locator("table.routes tbody tr")
        assert rows.count() == 25
        page.get_by_role("button", name="Next routes").click()
        page.get_by_role("button", name="Route 26", exact=True).wait_for()
        page.get_by_role("button", name="Previous routes").click()
        lock = page.get_by_role("button", name="Lock route 2", exact=True)
        lock.click()
        page.locator("[aria-label='Lock route 2'][aria-pressed='true']").wait_for()
        page.get_by_text("Export").click()
        assert "--lock 2" in page.locator("pre").inner_text()
        page.get_by_role("button", name="Route 3", exact=True).click()
        page.get_by_text("best stop to remove").wait_for()
        stops = page.locator(".selection tbody tr")
        first = page.locator("table.routes tbody tr").nth(2).locator("td").first
        assert stops.count() == int(first.inner_text())
