from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kinroute.studio.model.campaigns import Listed
from kinroute.studio.page.campaigns_page import list_text
from tests.bench.made_up import campaign, filled
from tests.studio.running import running, shown


def test_a_list_says_how_far_each_is_and_what_is_broken() -> None:
    made = list_text(
        [
            Listed(name="a b.sqlite", title="<T>", runs=5, planned=20),
            Listed(name="c.sqlite", error="not a store"),
        ]
    )
    assert "store=a%20b.sqlite" in made
    assert "25 %" in made
    assert "&lt;T&gt;" in made
    assert "not a store" in made
    assert "bench run" in list_text([])


@pytest.mark.thorough
def test_a_campaign_is_browsed_while_it_runs(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "runs" / "made-up.sqlite"
    path.parent.mkdir()
    wanted = campaign(instances=10)
    filled(path, wanted, changed=lambda r: None if r.method == "N-N" else r)
    with running(folder=tmp_path) as studio, shown(browser, studio.address + "campaigns") as page:
        expect(page.get_by_text("50 of 60")).to_be_visible()
        page.get_by_role("link", name="made-up.sqlite").click()
        expect(page.get_by_role("heading", name="Made-up figures")).to_be_visible()
        expect(page.locator(".chart circle")).to_have_count(10)
        filled(path, wanted)
        expect(page.get_by_text("60 of 60 runs")).to_be_visible()
        page.get_by_label("Upwards").select_option(label="N-N light-2 Γ15")
        expect(page.locator(".lane p", has_text="N-N light-2 Γ15 is better on")).to_be_visible()
        page.get_by_label("Arm", exact=True).select_option(label="D-D Γ15")
        expect(page.get_by_text("1–10 of 10")).to_be_visible()
        page.get_by_label("Instance has").fill("no such instance")
        page.get_by_label("Instance has").press("Tab")
        expect(page.get_by_text("0–0 of 0")).to_be_visible()
        with page.expect_popup() as popup:
            page.get_by_role("link", name="Open the report").click()
        expect(popup.value.get_by_role("heading", name="Made-up figures")).to_be_visible()
