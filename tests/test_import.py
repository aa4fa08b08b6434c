import subprocess
import sys

HEAVY = (
    "torch",
    "safetensors",
    "dask",
    "distributed",
    "scipy",
    "matplotlib",
    "pandas",
    "pyarrow",
    "openpyxl",
    "jinja2",
    "fastapi",
    "nicegui",
    "uvicorn",
    "typer",
    "rich",
)


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_importing_the_solver_does_not_import_anything_heavy() -> None:
    program = f"import sys, kinroute; print(*[m for m in {HEAVY} if m in sys.modules])"
    assert run(program) == ""


def test_importing_is_quick() -> None:
    # NumPy, which takes most of the time, is left out. Processor time, and the best of three, since
    # what else the machine does is not ours.
    program = (
        "import time, numpy; t = time.process_time(); import kinroute; "
        "print(time.process_time() - t)"
    )
    assert min(float(run(program)) for _ in range(3)) < 0.25


def test_importing_prints_nothing_and_leaves_the_root_logger_alone() -> None:
    program = "import logging, kinroute; print(logging.getLogger().handlers)"
    assert run(program) == "[]"


def test_every_public_name_exists() -> None:
    program = "import kinroute; print(*[n for n in kinroute.__all__ if not hasattr(kinroute, n)])"
    assert run(program) == ""


def test_importing_touches_no_random_state() -> None:
    program = (
        "import random, numpy as np; random.seed(1); np.random.seed(1); "
        "a = random.getstate(), np.random.get_state()[1].tolist(); "
        "import kinroute; kinroute.solve(kinroute.generate(5), stop=kinroute.AfterIterations(1)); "
        "print(a == (random.getstate(), np.random.get_state()[1].tolist()))"
    )
    assert run(program) == "True"


def test_the_command_line_starts_without_the_extra() -> None:
    program = (
        "import sys\nfor name in ('dask', 'distributed', 'pyarrow'): sys.modules[name] = None\n"
        "import kinroute.cli\nprint('ready')"
    )
    assert run(program) == "ready"
