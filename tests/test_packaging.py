import re
import subprocess
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import yaml

import kinroute
from tests.scripts import importable

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = CONFIG["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_the_version_is_written_once() -> None:
    assert metadata("kinroute")["Version"] == kinroute.__version__
    assert "version" not in PROJECT
    assert "version" not in yaml.safe_load((ROOT / "CITATION.cff").read_text())


def test_the_extra_all_names_every_other_extra() -> None:
    extras = dict(PROJECT["optional-dependencies"])
    assert extras.pop("all") == [f"kinroute[{','.join(sorted(extras))}]"]


def test_every_extra_is_on_the_page_on_installing() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    missing = [name for name in PROJECT["optional-dependencies"] if f"| `{name}` |" not in page]
    assert not missing


def test_the_citation_names_the_paper_that_the_project_links_to() -> None:
    (paper,) = yaml.safe_load((ROOT / "CITATION.cff").read_text())["references"]
    assert paper["url"] == PROJECT["urls"]["Paper"]
    assert [author["family-names"] for author in paper["authors"]] == ["Santana", "Lodi", "Vidal"]


def test_the_changelog_has_the_version_with_its_date() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(kinroute.__version__)} - \d{{4}}-\d\d-\d\d", headings[1])


def test_the_security_policy_supports_this_minor_version() -> None:
    minor = ".".join(kinroute.__version__.split(".")[:2])
    assert f"| {minor}.x | yes |" in (ROOT / "SECURITY.md").read_text()


def test_the_sdist_has_what_a_wheel_is_built_from_and_nothing_large(tmp_path: Path) -> None:
    # The build backend itself, as pip and build call it.
    program = f"from scikit_build_core.build import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True)
    (sdist,) = tmp_path.iterdir()
    assert sdist.name == f"kinroute-{kinroute.__version__}.tar.gz"
    assert sdist.stat().st_size < 2_000_000
    with importable(ROOT / "tools") as load:
        assert load("distributions").problems(sdist) == []


def test_wheels_use_the_stable_abi_from_the_first_python_that_has_it() -> None:
    assert CONFIG["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    assert CONFIG["tool"]["cibuildwheel"]["build"] == ["cp311-*", "cp312-*"]
    assert PROJECT["requires-python"] == ">=3.11"


def test_nothing_is_compiled_for_one_processor_only() -> None:
    build = [ROOT / "CMakeLists.txt", ROOT / "CMakePresets.json", ROOT / "pyproject.toml"]
    assert not [path for path in build if re.search(r"-m(arch|tune|cpu)=", path.read_text())]


def test_every_action_is_pinned_by_a_commit_with_its_version() -> None:
    lines = [line for path in WORKFLOWS for line in path.read_text().splitlines()]
    uses = [line.split("uses:")[1].strip() for line in lines if "uses:" in line]
    others = [use for use in uses if not use.startswith("./")]
    assert len(others) > 10
    pinned = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [use for use in others if not pinned.fullmatch(use)] == []
    assert len({use.split("@")[0] for use in others}) == len(set(others))  # one version of each


def test_the_build_tools_of_the_workflows_are_pinned_by_hash() -> None:
    text = (ROOT / ".github" / "requirements" / "build.txt").read_text()
    packages = re.findall(
        r"^[a-z][\w.-]*==\S+(?:[^\n]*\\\n\s+--hash=sha256:[0-9a-f]{64})", text, re.M
    )
    assert len(packages) == len(re.findall(r"^[a-z]", text, re.M)) > 10
    wanted = (ROOT / ".github" / "requirements" / "build.in").read_text().splitlines()
    for name in (line for line in wanted if not line.startswith("#")):
        assert re.search(rf"^{name}==", text, re.M)


def writes_of(workflow: dict[str, dict[str, dict[str, dict[str, str]]]]) -> dict[str, set[str]]:
    """The jobs that may write, and what."""
    rights = {
        name: {scope for scope, right in job["permissions"].items() if right == "write"}
        for name, job in workflow["jobs"].items()
    }
    return {name: scopes for name, scopes in rights.items() if scopes}


def test_only_the_job_that_publishes_may_and_only_by_a_tag() -> None:
    workflows = {path.stem: yaml.safe_load(path.read_text()) for path in WORKFLOWS}
    assert all(workflow["permissions"] == {} for workflow in workflows.values())
    release = workflows["release"]
    assert set(release[True]["push"]) == {"tags"}  # YAML reads `on` as true
    assert release["jobs"]["publish"]["environment"]["name"] == "pypi"
    assert {name: writes_of(workflow) for name, workflow in workflows.items()} == {
        "test": {},
        "wheels": {},
        "release": {
            "attest": {"attestations", "id-token"},
            "publish": {"id-token"},
            "github": {"contents"},
        },
    }
