import tomllib
from importlib.metadata import metadata
from pathlib import Path

import yaml

import kinroute

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_version_is_written_once() -> None:
    assert metadata("kinroute")["Version"] == kinroute.__version__
    assert "version" not in PROJECT
    assert "version" not in yaml.safe_load((ROOT / "CITATION.cff").read_text())


def test_the_extra_all_names_every_other_extra() -> None:
    extras = dict(PROJECT["optional-dependencies"])
    assert extras.pop("all") == [f"kinroute[{','.join(sorted(extras))}]"]


def test_the_citation_names_the_paper_that_the_project_links_to() -> None:
    (paper,) = yaml.safe_load((ROOT / "CITATION.cff").read_text())["references"]
    assert paper["url"] == PROJECT["urls"]["Paper"]
    assert [author["family-names"] for author in paper["authors"]] == ["Santana", "Lodi", "Vidal"]
