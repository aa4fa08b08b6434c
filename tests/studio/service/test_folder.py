import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kinroute.errors import InputError
from kinroute.studio.service.folder import Folder, worker_lock


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "data")
    made.create()
    return made


def test_the_folder_is_for_its_user_only(folder: Folder) -> None:
    for path in (folder.path, folder.uploads, folder.exports):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    folder.create()
    assert folder.upload("abc").parent == folder.uploads


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot create the folder"):
        Folder(tmp_path / "file" / "data").create()


def test_only_one_server_has_the_folder(folder: Folder) -> None:
    with folder.locked(), pytest.raises(InputError, match="another server"), folder.locked():
        raise AssertionError
    with folder.locked():
        pass


def test_a_server_waits_for_the_workers_of_another(folder: Folder) -> None:
    program = (
        "import sys, pathlib\nfrom kinroute.studio.service.folder import worker_lock\n"
        "with worker_lock(pathlib.Path(sys.argv[1])) as is_held:\n"
        "    print(is_held, flush=True)\n    sys.stdin.read()\n"
    )
    worker = subprocess.Popen(
        [sys.executable, "-c", program, str(folder.workers_lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == "True\n"
    timer = threading.Timer(0.5, worker.kill)
    timer.start()
    with folder.locked():
        assert worker.wait(timeout=10) == -9
    worker.communicate()


def test_workers_share_their_lock(folder: Folder) -> None:
    with worker_lock(folder.workers_lock) as first, worker_lock(folder.workers_lock) as second:
        assert first
        assert second


def test_uploads_of_no_job_are_discarded(folder: Folder) -> None:
    for name in ("known", "known.start", "lost", "lost.heatmap"):
        folder.upload(name).write_text("x")
    (folder.exports / "half.pdf").write_text("x")
    folder.discard_uploads({"known"})
    assert {path.name for path in folder.uploads.iterdir()} == {"known", "known.start"}
    folder.discard("known")
    assert not list(folder.uploads.iterdir())
    assert list(folder.exports.iterdir()) == []
