"""Reads mutated inputs of all formats: only the package's own errors are allowed.

    tools/fuzz.py --count 1000000 --workers 2

A case is given by its format and its number, so `--only vrp --first 1234 --count 1` repeats one.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each thread would reserve memory

from fuzz_formats import Format, formats

from kinroute.errors import InputError, InputWarning

MEMORY = 2**30
"""Bytes that a reader may take."""
SECONDS = 2.0
"""Processor time that a reader may take."""
CHUNK = 500


class TooSlow(BaseException):
    """A reader took too long."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that did not end as it should."""

    name: str
    number: int
    what: str
    content: bytes


def content_of(name: str, form: Format, number: int) -> bytes:
    """The mutated input of a number."""
    rng = random.Random(f"{name}-{number}")
    return form.mutate(rng, rng.choice(form.seeds), form.words)


def fault(form: Format, path: Path, content: bytes) -> tuple[str, bool]:
    """What is wrong with how a reader ends, or "", and whether it read the content."""
    form.place(path, content)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        form.read(path)
    except InputError:
        return "", False
    except TooSlow:
        return f"took more than {SECONDS:.0f} s", False
    except BaseException as error:
        return _described(error), False
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "", True


def _described(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename]
    place = next((f for f in reversed(frames) if "kinroute" in f.filename), frames[-1])
    text = " ".join(str(error).split())[:100]
    return f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {text}"


def run_chunk(job: tuple[str, int, int]) -> tuple[str, int, list[Finding]]:
    """Run the cases of one format from a first to a last number."""
    name, first, last = job
    form, path = _FORMATS[name], _FOLDER / _FORMATS[name].file
    is_read, findings = 0, []
    for number in range(first, last):
        content = content_of(name, form, number)
        what, was_read = fault(form, path, content)
        is_read += was_read
        if what:
            findings.append(Finding(name, number, what, content))
    return name, is_read, findings


_FOLDER = Path()
_FORMATS: dict[str, Format] = {}


def start_worker(root: str) -> None:
    """Prepare a process: a folder of its own, its limits, all that readers import."""
    global _FOLDER, _FORMATS
    _FOLDER = Path(tempfile.mkdtemp(dir=root))
    _FORMATS = formats(_FOLDER)
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", InputWarning)
    signal.signal(signal.SIGPROF, _stop)
    for name in _FORMATS:
        run_chunk((name, 0, 3))
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def jobs(options: argparse.Namespace, chosen: dict[str, Format]) -> list[tuple[str, int, int]]:
    """Chunks of all formats by their weights."""
    total = sum(form.weight for form in chosen.values())
    found = []
    for name, form in chosen.items():
        first = options.first
        last = first + max(1, round(options.count * form.weight / total))
        found += [(name, at, min(at + CHUNK, last)) for at in range(first, last, CHUNK)]
    random.Random(1).shuffle(found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", action="append", help="a format; may be repeated")
    parser.add_argument("--keep", type=Path, help="a folder for the inputs of findings")
    options = parser.parse_args()
    start, cases, is_read = time.perf_counter(), Counter[str](), Counter[str]()
    findings: dict[str, Finding] = {}
    memory_folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory_folder) as root:
        known = formats(Path(root))
        work = jobs(options, {k: v for k, v in known.items() if k in (options.only or known)})
        context = multiprocessing.get_context("spawn")
        with context.Pool(options.workers, start_worker, (root,)) as pool:
            results = pool.imap_unordered(run_chunk, work)
            for _ in work:
                name, count, found = results.next(timeout=120)  # a hang outside of Python
                is_read[name] += count
                for finding in found:
                    findings.setdefault(f"{name}: {finding.what}", finding)
    for name, first, last in work:
        cases[name] += last - first
    return report(cases, is_read, findings, time.perf_counter() - start, options.keep)


def report(
    cases: Counter[str], is_read: Counter[str], findings: dict[str, Finding], *rest: Any
) -> int:
    """Print what happened; returns the number of kinds of findings."""
    seconds, keep = rest
    for name, count in cases.items():
        print(f"{name:<8} {count:>9,} cases, {100 * is_read[name] / count:5.1f} % read")
    total = sum(cases.values())
    print(f"{total:,} cases in {seconds:.0f} s ({total / seconds:.0f}/s), {len(findings)} findings")
    for text, finding in findings.items():
        print(f"{text}\n    --only {finding.name} --first {finding.number} --count 1")
        if keep is not None:
            keep.mkdir(exist_ok=True)
            (keep / f"{finding.name}-{finding.number}").write_bytes(finding.content)
    return min(len(findings), 100)


if __name__ == "__main__":
    sys.exit(main())
