"""The machine that a run is executed on, as a report names it."""

from __future__ import annotations

import platform
import socket
from functools import lru_cache
from pathlib import Path

_CPU_INFO = Path("/proc/cpuinfo")


@lru_cache(maxsize=1)
def host_text() -> str:
    """The host's name with its processor's."""
    processor = processor_name()
    return f"{socket.gethostname()} ({processor})" if processor else socket.gethostname()


def processor_name(cpu_info: Path = _CPU_INFO) -> str:
    """The processor's model name, such as "AMD EPYC 9654"; empty where it is unknown."""
    try:
        lines = cpu_info.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, colon, value = line.partition(":")
        if colon and name.strip().lower() in ("model name", "hardware", "cpu model"):
            return " ".join(value.split())
    return platform.processor() or platform.machine()
