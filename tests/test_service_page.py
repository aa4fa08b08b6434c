"""Every command and program of the page on the service runs, against a real server."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.studio.service.servers import SOURCE, serving

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "service.md"
TEXT = PAGE.read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8765"
NOT_HERE = ("pip install", "podman", "kinroute serve", "openssl")
"""Commands that install, build images or run until they are stopped."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.thorough
def test_every_example_runs(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "stops.csv", tmp_path / "stops.csv")
    small = '{"coordinates": [[0, 0], [3, 4]], "demands": [5], "capacity": 10}'
    (tmp_path / "instance.json").write_text(small)
    commands = [block for block in blocks("sh") if not any(word in block for word in NOT_HERE)]
    assert len(commands) == 8
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with serving(tmp_path / "data", "--workers", 1) as server:
        script = "\n".join(commands).replace(ADDRESS, server.url)
        environment = {**os.environ, "PATH": path, "PYTHONPATH": SOURCE}
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "event: improvement" in done.stdout
        assert (tmp_path / "plan.html").read_text().startswith("<!doctype html>")
        (program,) = blocks("python")
        ran = subprocess.run(
            [sys.executable, "-c", program.replace(ADDRESS, server.url)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr
        assert "improvement" in ran.stdout


def test_the_limits_of_the_page_are_those_of_the_service() -> None:
    from kinroute.studio.service.settings import Limits

    defaults = Limits(threads=1)
    for value in (f"{defaults.body_bytes // 10**6} MB", f"{defaults.customers:,}"):
        assert value in TEXT
    rows = dict(re.findall(r"^\| (?:[^|]+) \| `(--[a-z-]+)` \| ([^|]+) \|", TEXT, re.MULTILINE))
    help_text = (ROOT / "src" / "kinroute" / "cli" / "serve.py").read_text()
    for option in rows:
        assert option.removeprefix("--").replace("-", "_") in help_text
    assert rows["--max-queue"] == f"{defaults.queue:,}"
    assert rows["--max-client-jobs"] == str(defaults.client_jobs)
    assert rows["--client-timeout"] == f"{defaults.idle_seconds:g} s"


def test_the_container_runs_what_the_command_line_has() -> None:
    text = (ROOT / "Containerfile").read_text()
    words = re.search(r"^ENTRYPOINT \[(.*)\]$", text, re.MULTILINE)
    assert words is not None
    program, command, *options = re.findall(r'"([^"]+)"', words[1])
    assert (program, command) == ("kinroute", "serve")
    source = (ROOT / "src" / "kinroute" / "cli" / "serve.py").read_text()
    for option in options[::2]:
        assert f"    {option.removeprefix('--').replace('-', '_')}: Annotated" in source
    assert "USER 10001" in text
    assert "HEALTHCHECK" in text
    kept = (ROOT / ".containerignore").read_text().split()
    needed = {
        "!CMakeLists.txt",
        "!cpp",
        "!src",
        "!pyproject.toml",
        "!constraints.txt",
        "!README.md",
    }
    assert needed <= set(kept)


def test_the_container_file_follows_good_practice() -> None:
    linter = Path(sys.executable).parent / "hadolint"
    linted = subprocess.run([linter, ROOT / "Containerfile"], capture_output=True, text=True)
    assert (linted.returncode, linted.stdout) == (0, "")


def test_the_health_check_of_the_container_works(tmp_path: Path) -> None:
    text = (ROOT / "Containerfile").read_text()
    found = re.search(r'CMD \["python", "-c", "(.*)"\]$', text, re.MULTILINE)
    assert found is not None
    with serving(tmp_path / "data", "--workers", 1) as server:
        program = found[1].replace(ADDRESS, server.url)
        healthy = subprocess.run([sys.executable, "-c", program], timeout=30)
        assert healthy.returncode == 0
        server.kill()
        sick = subprocess.run([sys.executable, "-c", program], timeout=30, capture_output=True)
        assert sick.returncode != 0
