from kinroute.studio.model.networks import Networks
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.page.network_choice import network_options, network_value, with_network
from tests.studio.model.test_networks import INSTANCE, heatmap


def test_installed_networks_come_first_and_then_files() -> None:
    networks = Networks()
    networks.add("mine.npz", heatmap(), INSTANCE)
    options = network_options(networks)
    assert options[""] == "light-2 (default)"
    assert options["light-1"] == "light-1"
    assert "light-2" not in options
    assert list(options)[-1] == "file:mine.npz"


def test_a_choice_is_the_value_that_it_was_made_with() -> None:
    networks = Networks()
    scores = networks.add("mine.npz", heatmap(), INSTANCE)
    plain = SearchSettings(method="N-N")
    for value in network_options(networks):
        chosen = with_network(plain, value, networks)
        assert network_value(chosen) == value
        assert with_network(chosen, "", networks) == plain
    assert with_network(plain, "file:mine.npz", networks).scores is scores
    assert with_network(plain, "file:gone.npz", networks) == plain
