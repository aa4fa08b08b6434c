import pytest

from kinroute.neural import wide
from kinroute.neural.architecture import ARCHITECTURES, Architecture
from kinroute.neural.wide import plain


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_the_kernels_are_for_wide_networks_on_a_gpu(device: str) -> None:
    assert not wide.is_available(ARCHITECTURES["light"], device)
    assert not wide.is_available(Architecture(width=400, depth=1), device)
    assert not wide.is_available(ARCHITECTURES["original"], "cpu")


def test_every_operation_has_a_kernel() -> None:
    operations = {name for name in vars(plain) if name[0] != "_" and name.islower()}
    operations -= {"annotations", "torch"}
    assert len(operations) == 10
    assert operations <= vars(wide.kernels()).keys()
