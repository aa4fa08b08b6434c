import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long it takes to make an input depends on the machine: Hypothesis builds its table of
# characters on first use, and a sanitizer slows down the core. What is checked stays the same.
settings.register_profile("any-machine", suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("slow-build", settings.get_profile("any-machine"), deadline=None)
settings.load_profile("slow-build" if "KINROUTE_SLOW_BUILD" in os.environ else "any-machine")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or leaves heat in the user's cache, nor that of another test."""
    monkeypatch.setenv("KINROUTE_CACHE", str(tmp_path_factory.mktemp("heat")))


@pytest.fixture
def one_torch_thread() -> Iterator[None]:
    """Tests run side by side; networks this small are slower on several threads."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
