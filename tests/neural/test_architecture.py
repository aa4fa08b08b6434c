import pytest

from kinroute.errors import ConfigError
from kinroute.neural.architecture import ARCHITECTURES, Architecture, architecture_named
from kinroute.neural.network import Network


def test_the_networks_have_as_many_parameters_as_the_papers() -> None:
    assert architecture_named("light").parameters == 2_702
    assert architecture_named("original").parameters == 11_055_002


@pytest.mark.parametrize("architecture", [ARCHITECTURES["light"], Architecture(width=4, depth=1)])
def test_the_shapes_are_those_of_the_network_in_its_order(architecture: Architecture) -> None:
    named = {name: tuple(p.shape) for name, p in Network(architecture).named_parameters()}
    assert list(architecture.shapes().items()) == list(named.items())
    assert sum(p.numel() for p in Network(architecture).parameters()) == architecture.parameters


@pytest.mark.parametrize(
    ("width", "depth", "message"),
    [(3, 1, "width = 3; use an even"), (0, 1, "width = 0"), (4, 0, "depth = 0; use 1 or more")],
)
def test_a_shape_that_makes_no_network_is_refused(width: int, depth: int, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Architecture(width=width, depth=depth)


def test_an_unknown_network_is_told_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="unknown network 'heavy'; use one of light, original"):
        architecture_named("heavy")
