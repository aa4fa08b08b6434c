from kinroute.problem.kinds import DEMANDS, DEPOTS, LAYOUTS, ROUTE_LENGTHS
from kinroute.studio.page.law_form import CHOICES


def test_every_kind_of_instance_can_be_chosen() -> None:
    kinds = {"depot": DEPOTS, "layout": LAYOUTS, "demand": DEMANDS, "route_size": ROUTE_LENGTHS}
    for name, known in kinds.items():
        assert len(CHOICES[name][1]) == len(known) + 1
