"""The demo runs, shows three methods, and the commands that it suggests exist."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT, ran

pytestmark = pytest.mark.thorough


def test_the_demo_shows_three_methods_and_writes_pictures(tmp_path: Path) -> None:
    words = ["examples/demo.py", "--seconds", "0.5", "--instance", "KML100_2123_s1"]
    done = subprocess.run(
        [sys.executable, *words, "--out", tmp_path / "demo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    for text in ("D-O", "D-D", "auto", "the default", "What to try next"):
        assert text in done.stdout
    for suffix in (".sol", ".png", ".html"):
        path = tmp_path / "demo" / f"KML100_2123_s1{suffix}"
        assert str(path) in done.stdout
        assert path.stat().st_size > 100


def test_what_the_demo_suggests_runs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = (ROOT / "examples" / "demo.py").read_text("utf-8")
    found = re.findall(r"^  ((?:kinroute|make) [^#\n]*)", text, re.M)
    solve, studio, overkill, docs, plot = (command.strip() for command in found)
    names = {"instance": "examples/instances/KML100_2123_s1.vrp"}
    names["solution"] = names["instance"].replace(".vrp", ".sol")
    printed, code = ran(f"{solve} --time-limit 0.2\n{plot.format(**names)}", tmp_path)
    assert code == 0, printed
    assert (tmp_path / "related.png").exists()
    assert studio == "kinroute studio"
    assert overkill == "kinroute overkill light-2"
    assert f"\n{docs.split()[1]}:" in (ROOT / "Makefile").read_text("utf-8")
