import subprocess
import sys

import pytest

PROGRAM = """
import threading
from pathlib import Path
from kinroute.studio.model.memory import release_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

def search():  # small pieces, as lists of routes are; the last one keeps the thread's heap as it is
    pieces = [bytes(2000) for _ in range(40_000)]
    kept.append(pieces.pop())

kept = []
thread = threading.Thread(target=search)
thread.start()
thread.join()
before = resident()
release_memory()
print(before - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="what glibc does")
def test_what_a_thread_has_freed_goes_back_to_the_system() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 50 * 2**20
