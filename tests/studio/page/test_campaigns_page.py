import re
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest
from playwright.sync_api import Browser, Page, expect

from kinroute.bench.record import Record
from kinroute.bench.store import Store
from kinroute.studio.model.campaigns import Listed
from kinroute.studio.page.campaigns_page import list_text
from tests.bench.made_up import campaign, filled
from tests.bench.processes import started
from tests.studio.page.test_frame import LAPTOP, PHONE, faults
from tests.studio.running import Studio, running, shown

CAMPAIGN = """title = "Three methods on six towns"
about = "Real runs, too short for conclusions."
seeds = [1, 2]
compare = [["D-O", "D-D"]]

[instances]
law = "XML"
customers = 60
seeds = "1-6"

[budget]
iterations = 15

[[arms]]
method = ["D-O", "D-D", "fragment"]
"""


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


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio in whose folder a campaign was really run."""
    folder = tmp_path_factory.mktemp("campaign")
    (folder / "towns.toml").write_text(CAMPAIGN)
    with started("bench", "run", "towns.toml", "--workers", 1, cwd=folder) as running_campaign:
        said, _ = running_campaign.communicate(timeout=240)
    assert running_campaign.returncode == 0, said
    with running(folder=folder) as studio:
        yield studio


def mean_costs(records: list[Record], arm: str) -> dict[str, float]:
    """The mean cost of an arm by instance, from the store alone."""
    costs: dict[str, list[float]] = {}
    for record in records:
        if record.arm == arm:
            costs.setdefault(record.instance, []).append(record.cost)
    return {name: fmean(each) for name, each in costs.items()}


def open_campaign(page: Page) -> None:
    page.get_by_role("link", name="towns.sqlite").click()
    page.get_by_text("36 of 36 runs").wait_for()
    expect(page.locator(".chart circle")).to_have_count(6)


@pytest.mark.thorough
def test_a_campaign_is_followed_while_it_really_runs(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "towns.toml").write_text(CAMPAIGN)
    with running(folder=tmp_path) as studio, shown(browser, studio.address + "campaigns") as page:
        page.get_by_text("There are none yet").wait_for()
        with started("bench", "run", "towns.toml", "--workers", 1, cwd=tmp_path) as process:
            page.get_by_role("link", name="towns.sqlite").click(timeout=60_000)
            expect(page.get_by_text(re.compile(r"\d+ of 36 runs"))).to_be_visible()
            expect(page.get_by_text("36 of 36 runs")).to_be_visible(timeout=120_000)
            said, _ = process.communicate(timeout=60)
        assert process.returncode == 0, said


SORTED = """() => {
  const runs = [...document.querySelectorAll("table")].at(-1);
  const cells = runs.querySelectorAll("tbody td:nth-child(5)");
  const gaps = [...cells].map(cell => parseFloat(cell.innerText));
  return gaps.every((gap, k) => k === 0 || gaps[k - 1] >= gap);
}"""
"""Whether the runs are in the order of their gaps: the server sorts them."""


@pytest.mark.thorough
def test_two_arms_of_real_runs_are_compared_instance_by_instance(
    towns: Studio, browser: Browser
) -> None:
    with Store(towns.folder / "runs" / "towns.sqlite") as store:
        records = list(store.records())
    assert len(records) == 36
    with shown(browser, towns.address + "campaigns") as page:
        open_campaign(page)
        arms = page.get_by_label("Across").locator("option").all_inner_texts()
        assert len(arms) == 3
        for one, other in ((arms[0], arms[1]), (arms[2], arms[0])):
            page.get_by_label("Across").select_option(label=one)
            page.get_by_label("Upwards").select_option(label=other)
            ours, theirs = mean_costs(records, one), mean_costs(records, other)
            better = sum(theirs[name] < ours[name] - 1e-9 for name in ours)
            worse = sum(theirs[name] > ours[name] + 1e-9 for name in ours)
            expect(page.locator(".lane p").first).to_contain_text(
                f"{other} is better on {better} instances, worse on {worse}, equal on "
                f"{6 - better - worse}."
            )
            expect(page.locator(".chart circle")).to_have_count(6)
            titles = page.locator(".chart circle title").all_text_contents()
            assert {title.partition(":")[0] for title in titles} == set(ours)
        page.get_by_label("Largest gaps first").check()
        page.wait_for_function(SORTED)
        gaps = [
            float(text.rstrip(" %"))
            for text in page.locator("table")
            .last.locator("tbody td:nth-child(5)")
            .all_inner_texts()
        ]
        assert len(gaps) == 30
        assert gaps == sorted(gaps, reverse=True)
        page.get_by_role("button", name="Next runs").click()
        expect(page.get_by_text("31–36 of 36")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_on_a_campaign_and_its_report(
    towns: Studio, browser: Browser, size: tuple[int, int], dark: bool
) -> None:
    with shown(browser, towns.address + "campaigns", size=size, dark=dark) as page:
        page.get_by_role("link", name="towns.sqlite").wait_for()
        assert faults(page) == []
        open_campaign(page)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        with page.expect_popup() as popup:
            page.get_by_role("link", name="Open the report").click()
        report = popup.value
        problems: list[str] = []
        report.on("pageerror", lambda error: problems.append(str(error)))
        report.get_by_role("heading", name="Three methods on six towns").wait_for()
        assert faults(report) == []
        assert not problems
        assert report.evaluate("document.documentElement.scrollWidth") <= size[0]
