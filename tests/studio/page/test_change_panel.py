import math

import pytest
from playwright.sync_api import Browser, expect

from kinroute.errors import InputError
from kinroute.studio.page.change_panel import formats_text, limit_texts, limits_of
from tests.studio.made_up import result, town
from tests.studio.running import Studio, shown


def test_limits_of_a_form() -> None:
    instance = town().instance
    assert instance is not None
    texts = {"vehicles": "9", "capacity": "260.5", "max_duration": "2h", "max_stops": ""}
    assert limits_of(texts, instance) == {"vehicles": 9, "capacity": 260.5, "max_duration": 120.0}
    assert math.isinf(instance.max_duration)


@pytest.mark.parametrize(
    ("name", "text"), [("vehicles", "2.5"), ("capacity", "-1"), ("max_stops", "x")]
)
def test_what_is_no_limit_is_refused(name: str, text: str) -> None:
    instance = town().instance
    assert instance is not None
    with pytest.raises(InputError, match=f"{text!r} is not a number above 0"):
        limits_of({name: text}, instance)


def test_formats_that_cannot_be_written_are_disabled() -> None:
    made = formats_text(result().instance)
    assert "data-suffix='.sol'" in made
    assert "data-suffix='.gpx'" not in made
    assert "needs latitudes" in made


@pytest.mark.thorough
def test_a_smaller_capacity_is_shown_as_a_violation_until_the_search_goes_on(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address + "?customers=40&draw=3&route_size=4&iterations=60") as page:
        page.get_by_role("button", name="Start").click()
        page.get_by_text("iteration limit reached").wait_for()
        page.get_by_text("Change the plan").click()
        capacity = page.locator(".facts dd").nth(2).inner_text()
        page.get_by_label("Capacity", exact=True).last.fill(str(round(float(capacity) * 0.9)))
        page.get_by_role("button", name="Apply limits").click()
        expect(page.locator(".verdict")).to_contain_text("over capacity")
        expect(page.locator(".facts dd").nth(2)).not_to_have_text(capacity)
        page.get_by_role("button", name="Go on").click()
        page.get_by_text("iteration limit reached").wait_for()
        expect(page.locator(".verdict")).not_to_contain_text("over capacity")
        page.get_by_text("Export", exact=True).click()
        expect(page.get_by_label("Command")).to_contain_text("--start start.sol")
        with page.expect_download() as started:
            page.get_by_role("button", name="Download start.sol").click()
        assert started.value.suggested_filename == "start.sol"


def test_the_fields_show_the_limits_in_force() -> None:
    session = town()
    assert session.instance is not None
    texts = {"vehicles": "no limit", "capacity": "250", "max_stops": "no limit"}
    assert limit_texts(session.instance) == {**texts, "max_duration": "such as 8h"}
    session.change_limits(vehicles=9, max_duration=450.0, max_stops=12)
    assert limit_texts(session.instance) == {
        "vehicles": "9",
        "capacity": "250",
        "max_duration": "7 h 30 min",
        "max_stops": "12",
    }
