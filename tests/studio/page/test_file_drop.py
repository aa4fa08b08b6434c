import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Browser

from tests.studio.running import Studio, shown

DROP = """content => {
  const data = new DataTransfer();
  data.items.add(new File([content], "../../dropped.csv"));
  for (const name of ["dragover", "drop"]) {
    const event = { dataTransfer: data, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent(name, event));
  }
}"""


@pytest.mark.thorough
def test_a_file_is_dropped_anywhere_and_its_name_is_only_shown(
    studio: Studio, browser: Browser
) -> None:
    with shown(browser, studio.address) as page:
        page.evaluate(DROP, "x,y,demand\n0,0,\n1,1,nothing\n")
        page.get_by_text("dropped.csv, row 3").wait_for()
        assert page.locator(".veil").count() == 0


def test_a_stranger_cannot_post_files(studio: Studio) -> None:
    request = urllib.request.Request(f"{studio.address}studio/files/guess", data=b"x")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 404
    refused.value.close()
