"""The build id: which build of the solver made a run. Another build means other runs."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

import kinroute
from kinroute import _core

_NOT_SEARCHING = ("cli", "bench", "plot", "studio", "__main__.py")
"""Parts of the package that show results but do not affect them."""


@lru_cache(maxsize=1)
def build_id() -> str:
    """The package's version with a hash of the core and of the files that take part in a run."""
    hashed = hash_of(Path(kinroute.__file__).parent, Path(_core.__file__))
    return f"{kinroute.__version__}+{hashed}"


def hash_of(package: Path, core: Path) -> str:
    """The hash of a package folder and of the core that was built for it."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        place = path.relative_to(package)
        is_part = place.parts[0] not in _NOT_SEARCHING and path.parent.name != "__pycache__"
        if path.is_file() and is_part:
            digest.update(place.as_posix().encode())
            digest.update(path.read_bytes())
    digest.update(core.read_bytes())
    return digest.hexdigest()[:12]
