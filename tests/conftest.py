import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

if "KINROUTE_SLOW_BUILD" in os.environ:
    # Under a sanitizer making an input may take seconds; what is checked stays the same.
    settings.register_profile("slow", suppress_health_check=[HealthCheck.too_slow], deadline=None)
    settings.load_profile("slow")


@pytest.fixture
def one_torch_thread() -> Iterator[None]:
    """Tests run side by side; networks this small are slower on several threads."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
