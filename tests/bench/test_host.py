import socket
from pathlib import Path

import pytest

from kinroute.bench.host import host_text, processor_name


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("processor\t: 0\nmodel name\t: AMD  EPYC 9654\nmodel name\t: other\n", "AMD EPYC 9654"),
        ("Processor\t: rev 1\nHardware\t: BCM2835\n", "BCM2835"),
    ],
)
def test_the_processor_is_the_systems_name_of_it(tmp_path: Path, content: str, name: str) -> None:
    (tmp_path / "cpuinfo").write_text(content)
    assert processor_name(tmp_path / "cpuinfo") == name


def test_a_system_without_that_file_has_a_name_of_some_kind(tmp_path: Path) -> None:
    assert processor_name(tmp_path / "nothing")


def test_a_host_is_named_with_its_processor() -> None:
    assert host_text() == f"{socket.gethostname()} ({processor_name()})"
