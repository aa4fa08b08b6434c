"""Does the studio's memory stay flat? Over a thousand improvements, and while a page stays open.

    python benchmarks/soak.py --minutes 60

First races of four searches until there were so many improvements; then the page Plan stays open,
with a search of five seconds every two minutes. Memory is measured after each race and before the
next search. Needs Chromium, and Linux for the memory of the process.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from open_page import OpenPage, open_page
from playwright.sync_api import Locator


@dataclass(frozen=True, slots=True)
class Sample:
    """Memory at a moment."""

    minutes: float
    improvements: int
    resident: float
    heap: float
    elements: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--improvements", type=int, default=1_000)
    parser.add_argument("--customers", type=int, default=1_000)
    parser.add_argument("--seconds", type=float, default=3, help="of each race")
    parser.add_argument("--every", type=float, default=120, help="seconds between searches")
    given = parser.parse_args()
    with open_page(f"?customers={given.customers}&law=X&draw=6&time_limit=5") as opened:
        print("| part | minutes | improvements | studio MB | page MB | elements |")
        print("|---|---|---|---|---|---|")
        races = list(shown("races", raced(opened, given.improvements, given.seconds)))
        hour = list(shown("open page", waited(opened, given.minutes, given.every)))
    print(summary("races", races))
    print(summary("open page", hour))


def shown(part: str, samples: Iterator[Sample]) -> Iterator[Sample]:
    """The same samples, printed while they come."""
    for one in samples:
        print(
            f"| {part} | {one.minutes:.1f} | {one.improvements} | {one.resident:.1f} | "
            f"{one.heap:.1f} | {one.elements} |",
            flush=True,
        )
        yield one


def raced(opened: OpenPage, improvements: int, seconds: float) -> Iterator[Sample]:
    """Races, one after the other, until there were so many improvements."""
    page, total, began = opened.page, 0, time.monotonic()
    page.goto(opened.address + "race")
    for _ in range(2):
        page.get_by_role("button", name="Add a search").click()
    page.locator(".lane3").wait_for()
    page.get_by_label("Seconds").fill(f"{seconds:g}")
    page.get_by_label("Seconds").press("Tab")
    while total < improvements:
        searched(opened, "Start the race")
        texts = " ".join(page.locator(".lane").all_inner_texts())
        total += sum(map(int, re.findall(r"improvements\s+(\d+)", texts)))
        yield sample(opened, began, total)


def waited(opened: OpenPage, minutes: float, every: float) -> Iterator[Sample]:
    """The page Plan, open for so long, with a search now and then."""
    page, total, began = opened.page, 0, time.monotonic()
    page.goto(opened.address)
    while (left := 60 * minutes - (time.monotonic() - began)) > 0:
        searched(opened, "Start")
        total += int(page.evaluate("+document.querySelector('.film input').max")) + 1
        page.wait_for_timeout(1000 * min(every, left))
        yield sample(opened, began, total)


def searched(opened: OpenPage, name: str) -> None:
    """Press a button that starts something, and wait for its end."""

    def enabled(text: str) -> Locator:
        return opened.page.get_by_role("button", name=text, exact=True, disabled=False)

    enabled(name).click()
    enabled("Stop").wait_for()
    enabled(name).wait_for()


def sample(opened: OpenPage, began: float, improvements: int) -> Sample:
    """What is used now."""
    return Sample(
        (time.monotonic() - began) / 60,
        improvements,
        opened.resident(),
        opened.heap(),
        opened.elements(),
    )


def summary(part: str, samples: list[Sample]) -> str:
    """The lowest use in the first and the last third: what is used between grows and shrinks."""
    third = max(1, len(samples) // 3)
    first, last = samples[:third], samples[-third:]
    studio = [min(one.resident for one in part) for part in (first, last)]
    page = [min(one.heap for one in part) for part in (first, last)]
    return (
        f"{part}: {samples[-1].improvements} improvements in {samples[-1].minutes:.1f} min; "
        f"lowest use, first and last third: studio {studio[0]:.1f} and {studio[1]:.1f} MB, "
        f"page {page[0]:.1f} and {page[1]:.1f} MB"
    )


if __name__ == "__main__":
    main()
