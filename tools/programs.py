"""Where the programs of the development tools are."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def program(name: str) -> str:
    """A program of the environment that runs the script, or else one on the path."""
    folders = (str(Path(sys.executable).parent), os.environ.get("PATH", ""))
    found = shutil.which(name, path=os.pathsep.join(folders))
    if found is None:
        sys.exit(f"{name} is not there; run `make build`")
    return found
