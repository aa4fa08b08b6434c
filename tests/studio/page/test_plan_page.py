import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import Drawn
from kinroute.studio.page.plan_page import open_link
from tests.studio.running import Studio, running, shown


def test_a_link_opens_an_instance_and_settings() -> None:
    session = Session()
    open_link(session, {"customers": "30", "draw": "4", "method": "D-D", "seed": "9"})
    assert session.source == Drawn(customers=30, draw=4)
    assert session.settings == SearchSettings(method="D-D", seed=9)


@pytest.mark.parametrize(
    "link", [{"customers": "many"}, {"customers": "0"}, {"customers": "9", "law": "Y"}]
)
def test_a_wrong_link_opens_nothing(link: dict[str, str]) -> None:
    session = Session()
    open_link(session, link)
    assert session.instance is None


def test_a_link_is_taken_once_and_not_again_when_the_page_is_loaded_again() -> None:
    session, link = Session(), {"customers": "30", "method": "D-D"}
    open_link(session, link)
    session.settings = SearchSettings(method="D-O")
    session.open(Drawn(customers=20))
    open_link(session, link)
    assert session.settings.method == "D-O"
    assert session.instance is not None
    assert session.instance.customers == 20
    open_link(session, {"method": "N-N"})
    open_link(session, link)
    assert session.settings.method == "D-D"
    assert session.instance.customers == 30


@pytest.mark.thorough
def test_a_reload_keeps_the_work(studio: Studio, browser: Browser) -> None:
    with shown(browser, studio.address + "?customers=50&draw=1&iterations=30") as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        rows = page.locator("table.routes tbody tr")
        before = rows.count()
        page.goto(studio.address)
        expect(rows).to_have_count(before)
        page.wait_for_function(
            f"document.querySelector('.route-map').dataset.routes === '{before}'"
        )
    with shown(browser, studio.address) as page:  # another browser has its own
        expect(page.get_by_text("no routes yet").first).to_be_visible()


def improvements(page: Page) -> int:
    """Of all searches of a race so far."""
    found = re.findall(r"improvements\s+(\d+)", " ".join(page.locator(".lane").all_inner_texts()))
    return sum(map(int, found))


@pytest.mark.thorough
def test_memory_is_flat_over_a_thousand_improvements(browser: Browser, tmp_path: Path) -> None:
    heap = "performance.memory.usedJSHeapSize"
    with (
        running(folder=tmp_path) as studio,
        shown(browser, studio.address + "?customers=1000&law=X&draw=6") as page,
    ):
        page.goto(studio.address + "race")
        for _ in range(2):
            page.get_by_role("button", name="Add a search").click()
        expect(page.locator(".lane")).to_have_count(4)
        page.get_by_label("Method", exact=True).last.select_option("fragment")
        page.get_by_label("Seconds").fill("3")
        page.get_by_label("Seconds").press("Tab")
        total, resident, heaps = 0, list[int](), list[int]()
        end = time.monotonic() + 200
        while total < 1_000 and time.monotonic() < end:
            page.get_by_role("button", name="Start the race").click()
            page.get_by_role("button", name="Stop").wait_for()
            expect(page.locator(".lane").get_by_text("done")).to_have_count(4, timeout=60_000)
            total += improvements(page)
            resident.append(studio.resident())
            page.evaluate("window.gc && window.gc()")
            heaps.append(page.evaluate(heap))
    assert total >= 1_000
    third = len(resident) // 3
    assert min(resident[-third:]) - min(resident[:third]) < 24 * 2**20
    assert min(heaps[-third:]) - min(heaps[:third]) < 12 * 2**20
