import pytest

from kinroute.errors import FormatError
from kinroute.io.keywords import refuse_unknown
from kinroute.io.sections import layout


def test_what_is_used_or_harmless_passes() -> None:
    text = "NAME : a\nCOMMENT : b\nDISPLAY_DATA_TYPE : COORD_DISPLAY\nDEMAND_SECTION\n1 0\n"
    refuse_unknown(layout(text, "a.vrp"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("TIME_WINDOW_SECTION\n1 0 9", "line 1: TIME_WINDOW_SECTION states time windows, which"),
        ("BACKHAUL_SECTION\n1", "BACKHAUL_SECTION states backhauls"),
        ("CAPACITY_SECTION\n1 5", "CAPACITY_SECTION states vehicles of several capacities"),
        ("PICKUP_AND_DELIVERY_SECTION\n1 0", "states pickups and deliveries"),
        ("VEHICLES_DEPOT_SECTION\n1 1", "states several depots"),
        ("SURPRISE_SECTION\n1 2", "the section SURPRISE_SECTION is not known; there may be NODE"),
        ("DEMANDS_SECTION\n1 2", "did you mean DEMAND_SECTION?"),
        (
            "NAME : a\nMAX_DURATION : 5",
            "line 2: the line MAX_DURATION is not known; did you mean D",
        ),
        ("VEHICLE : 5", "did you mean VEHICLES?"),
        ("RELEASE_TIME : 5", "RELEASE_TIME states release times"),
        ("NODE_COORD_TYPE : THREED_COORDS", "coordinates are in a plane"),
        (
            "EDGE_WEIGHT_TYPE : EUC_2D\nEDGE_WEIGHT_SECTION\n1 2",
            "line 2: EDGE_WEIGHT_SECTION gives distances, but EDGE_WEIGHT_TYPE is EUC_2D",
        ),
        (
            "SERVICE_TIME : 5\nSERVICE_TIME_SECTION\n1 2",
            "line 2: SERVICE_TIME_SECTION and the line SERVICE_TIME both give the service",
        ),
    ],
)
def test_what_would_be_dropped_is_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason.replace("?", r"\?")):
        refuse_unknown(layout(text, "a.vrp"))
