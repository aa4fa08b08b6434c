from pathlib import Path
from xml.etree import ElementTree

import matplotlib.image

from tests.solution.export.made_up import utrecht


def test_pictures_are_pictures(tmp_path: Path) -> None:
    for name in ("a.png", "a.svg"):
        utrecht().write(tmp_path / name)
    assert matplotlib.image.imread(tmp_path / "a.png").shape[2] == 4
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
