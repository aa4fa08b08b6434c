"""How long does the studio's map take? Drawing time and longest task by the number of customers.

    python benchmarks/drawing.py --customers 10000 30000

The time is that from choosing an instance to its drawn map, reading included. The longest task is
that of the page's thread while the map is drawn and while a search replaces its routes; what is
above 200 ms freezes a page. Needs Chromium.
"""

from __future__ import annotations

import argparse

from open_page import OpenPage, open_page
from playwright.sync_api import Page

WATCH = """() => {
  window.longest = 0;
  new PerformanceObserver(list => {
    for (const task of list.getEntries()) window.longest = Math.max(window.longest, task.duration);
  }).observe({ type: "longtask" });
}"""
DRAWN = """async ([customers, name]) => {
  const entry = document.querySelector(`input[aria-label="${name}"]`);
  const map = document.querySelector(".route-map"), drawn = +(map.dataset.drawn || 0);
  const began = performance.now();
  entry.value = customers;
  entry.dispatchEvent(new Event("change"));
  while (map.dataset.nodes !== String(customers + 1) || +map.dataset.drawn <= drawn) {
    await new Promise(done => setTimeout(done, 5));
  }
  return (performance.now() - began) / 1000;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--customers", type=int, nargs="+", default=[10_000, 30_000])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--improvements", type=int, default=20, help="that are shown of a search")
    given = parser.parse_args()
    print("| customers | drawn s | longest task ms, drawing | improvements | ... searching |")
    print("|---|---|---|---|---|")
    for customers in given.customers:
        for _ in range(given.repeats):
            with open_page("?law=X&time_limit=120") as opened:
                print(measured(opened, customers, given.improvements), flush=True)


def measured(opened: OpenPage, customers: int, improvements: int) -> str:
    """A row of the table."""
    page = opened.page
    page.locator("button.primary").first.wait_for()
    page.evaluate(WATCH)
    seconds = page.evaluate(DRAWN, [customers, "Exactly so many customers"])
    drawing = longest(page)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_function(f"+document.querySelector('.film input').max >= {improvements - 1}")
    searching = longest(page)
    page.get_by_role("button", name="Stop", exact=True).click()
    return f"| {customers} | {seconds:.2f} | {drawing:.0f} | {improvements} | {searching:.0f} |"


def longest(page: Page) -> float:
    """Milliseconds of the longest task since the last look; tasks below 50 ms count as 0."""
    page.wait_for_timeout(300)
    found: float = page.evaluate(
        "() => { const l = window.longest; window.longest = 0; return l; }"
    )
    return found


if __name__ == "__main__":
    main()
