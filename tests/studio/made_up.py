"""Sessions and files for the tests of the studio."""

from pathlib import Path

import kinroute
from kinroute import AfterIterations
from kinroute.studio.model.reading import arguments_of
from kinroute.studio.model.session import Session
from kinroute.studio.model.settings import SearchSettings
from kinroute.studio.model.sources import Drawn, Dropped

STOPS = Path(__file__).parents[2] / "examples" / "stops.csv"
READING = {"capacity": "250", "speed": "30"}
SMALL = Drawn(customers=40, draw=3, route_size=2)


def opened(source: Drawn = SMALL) -> Session:
    """A session with a small instance."""
    session = Session()
    session.open(source)
    session.settings = SearchSettings(method="D-O", iterations=30)
    return session


def solved(source: Drawn = SMALL) -> Session:
    """A session whose search is over."""
    session = opened(source)
    session.begin().join(60)
    assert session.routes
    return session


def town() -> Session:
    """A session with the stops of a town: names, latitudes and times."""
    session = Session()
    arguments = arguments_of(READING)
    session.open(Dropped(name="stops.csv", content=STOPS.read_bytes(), arguments=arguments))
    session.settings = SearchSettings(method="D-O", iterations=30)
    session.begin().join(60)
    return session


def result() -> kinroute.Result:
    """A result of the small instance."""
    return kinroute.solve(SMALL.read().instance, stop=AfterIterations(5))
