"""Every example of every page runs, in a folder with the files that ship, and prints what is shown.

Shell commands and Python blocks of a page run one after the other. A block whose first line is the
comment `# NAME.py` (or .toml, .csv) is that file. Searches are cut short. What cannot run here is
named below, with the reason. `python -m tests.test_examples PAGE ...` writes what is printed into
pages, to be read before it is kept.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import kinroute
from tests.pages import DOCS, PROGRESS, ROOT, blocks, pages, ran, steady, steps

pytestmark = pytest.mark.thorough

NOT_RUN = {
    r"^(python -m )?pip install": "installs packages; the extras are compared below",
    r"^make ": "builds; the targets are compared below",
    r"--osrm|--valhalla|roads\.npz|monday\.npz": "needs a routing server; tests/io/roads has one",
    r"^openssl|^chmod|^tls=|^dask |^export DASK|--scheduler|dask_jobqueue": "needs a cluster",
    r"--cluster": "needs a cluster",
    r"\bDATA\b|campaigns/x|^python (benchmarks|tools)/": "needs sets that do not ship",
    r"--architecture|mine\.py:scores": "tests/neural/test_own.py trains it",
    r"xml-light\.parquet": "takes long; `tools/figures.py --check` reads the same file",
    r"^sbatch": "needs SLURM",
    r"run_campaign": "tests/bench/test_api.py runs it",
    r"solve_on_cluster": "tests/bench/solving/test_solve.py runs it",
    r"my_heatmaps": "needs a folder of heatmaps; tests/cli/test_overkill.py has one",
}
"""What is not run, by a pattern of the command or block, and why."""

ELSEWHERE = {
    "tutorial-planner.md": "tests/test_tutorial.py",
    "api.md": "signatures",
    "cli.md": "usage",
    "service.md": "tests/studio/service",
    "studio.md": "tests/studio",
    "CHANGELOG.md": "past versions",
    "releasing.md": "what a maintainer does once per release",
}
"""Pages whose examples another test runs, or that have none."""

SHORTER = (
    (r"(?<=--workers 2 )--time-limit \d+", "--time-limit=3"),  # local workers have to start first
    (r"--time-limit \d+", "--time-limit 0.2"),
    (r"AfterSeconds\(\d+\)", "AfterSeconds(0.2)"),
    (r"--count \d+", "--count 8 --customers 20 --cpu-time 0.01"),
    (r"--customers 30 --cpu-time 0.05", ""),
    (r"--epochs \d+ --graphs \d+ --batch \d+", ""),
    (r"kinroute train", "kinroute train --epochs 2 --graphs 8 --batch 4"),
    (r"(kinroute overkill \S+)", r"\1 --customers 20 --seconds 0.02 --sample 2 --workers 1 -q"),
    (r"bench run\s+(\S+)(?!.*--dry-run)", r"bench run \1 --sample 4 --workers 1 --quiet"),
    (r"seconds = [\d.]+", "seconds = 0.05"),
)
"""Smaller budgets, so that all pages take a minute."""

PLACES = {
    "FILE": "examples/instances/KML100_2123_s1.vrp",
    "SOL": "examples/instances/KML100_2123_s1.sol",
    "FOLDER": "solved",
}
"""What stands for a file of the reader's on pages of reference."""

NAMED = re.compile(r"# ([\w-]+\.(?:py|toml|csv))\n")
STOPS = ("--time-limit", "--iterations", "--cpu-time", "--no-improvement", "exit code", "--help")


def shortened(command: str) -> str:
    """The command with a small budget, and with files in the place of FILE and the like."""
    for pattern, smaller in SHORTER:
        command = re.sub(pattern, smaller, command)
    for name, path in PLACES.items():
        command = re.sub(rf"\b{name}\b", path, command)
    if command.startswith("kinroute solve") and not any(stop in command for stop in STOPS):
        code, mark, comment = command.partition("  #")
        command = f"{code} --time-limit 0.2{mark}{comment}"
    return command


def reason(text: str) -> str | None:
    """Why a command or block is not run, if it is not."""
    return next((why for what, why in NOT_RUN.items() if re.search(what, text, re.M)), None)


def script(block: str) -> str:
    """The commands of a block that are run; after `# exit code N` one must end with that."""
    lines = re.sub(r"\\\n\s*", "", block).splitlines()
    kept = [shortened(line) for line in lines if line.strip() and reason(line) is None]
    return "\n".join(_expected(line) for line in kept)


def _expected(line: str) -> str:
    code = re.search(r"# exit code (\d)", line)
    return f"if {line}\nthen false; else test $? -eq {code[1]}; fi" if code else line


@dataclass
class Reader:
    """Someone who follows a page in a folder."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("examples", "campaigns"):
            shutil.copytree(ROOT / name, self.folder / name)
        shutil.copytree(ROOT / "examples" / "instances", self.folder / "solved", ignore=_others)
        (self.folder / "docs" / "results").mkdir(parents=True)
        for published in (DOCS / "results").glob("*.parquet"):
            shutil.copy(published, self.folder / "docs" / "results")
        smoke = self.folder / "campaigns" / "smoke.toml"
        smoke.write_text(shortened(smoke.read_text(encoding="utf-8")), encoding="utf-8")
        instance = kinroute.generate(20, seed=1)
        self.names |= {"__name__": "page", "kinroute": kinroute, "instance": instance}

    def follow(self, page: Path) -> Iterator[tuple[str, str, str]]:
        """Do what the page says; yields commands, what it shows below them, what they print."""
        found = steps(page.read_text(encoding="utf-8"))
        for _, text, _ in found:
            if name := NAMED.match(text):
                (self.folder / name[1]).write_text(_content(name, text), encoding="utf-8")
        for language, text, shown in found:
            if NAMED.match(text):
                continue
            if language == "sh" and (commands := script(text)):
                printed, code = ran(commands, self.folder)
                assert code == 0, f"{commands}\n{printed}"
                yield text, shown, printed
            elif language == "python" and reason(text) is None:
                self.run_python(text)

    def run_python(self, text: str) -> None:
        source = shortened(text)
        if "__main__" in text:
            (self.folder / "script.py").write_text(source, encoding="utf-8")
            printed, code = ran("python script.py", self.folder)
            assert code == 0, printed
        else:
            exec(compile(source, "page", "exec"), self.names)


def _others(folder: str, names: list[str]) -> list[str]:
    """All but the instances of 100 customers: an evaluation is of one size."""
    return [name for name in names if not name.startswith("KML100")]


def _content(name: re.Match[str], text: str) -> str:
    """Of a file: comments are not for every format."""
    return shortened(text) if name[1].endswith((".py", ".toml")) else text[name.end() :]


@pytest.mark.parametrize(
    "page",
    [page for page in pages() if page.name not in ELSEWHERE and blocks(page.read_text("utf-8"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_example_runs_and_prints_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for commands, shown, printed in Reader(tmp_path).follow(page):
        if shown:
            assert steady(printed) == steady(shown), commands


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_are_in_blocks_that_are_run(page: Path) -> None:
    for language, text in blocks(page.read_text("utf-8")) if page.name not in ELSEWHERE else ():
        if language in ("", "text", "console", "shell", "bash"):
            unrun = [line for line in text.splitlines() if re.match(r"(kinroute|pip|make) ", line)]
            assert not unrun, "commands belong into a block of `sh`"


def test_every_reason_is_needed() -> None:
    everything = "\n".join(text for page in pages() for _, text in blocks(page.read_text("utf-8")))
    for pattern in NOT_RUN:
        assert re.search(pattern, everything, re.M), pattern


def test_every_extra_and_target_that_is_named_exists() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page in pages():
        text = page.read_text("utf-8")
        for extras in re.findall(r'pip install "\.\[([\w,]+)\]"', text):
            for extra in extras.split(","):
                assert re.search(rf"^{extra} = \[", project, re.M), (page, extra)
        for target in re.findall(r"^make ([\w-]+)", text, re.M):
            assert re.search(rf"^{target}:", makefile, re.M), (page, target)


def write_shown(page: Path) -> None:
    """Replace what a page shows by what its commands print now."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for commands, shown, printed in Reader(Path(folder)).follow(page):
            fence = f"```sh\n{commands}```\n\n```text\n"
            text = text.replace(fence + shown + "```", fence + PROGRESS.sub("", printed) + "```")
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for path in sys.argv[1:]:
        write_shown(Path(path).resolve())
