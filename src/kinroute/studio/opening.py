"""The session of a file that the command line names."""

from __future__ import annotations

from kinroute.cli.options import InstanceArguments
from kinroute.io.text import read_bytes
from kinroute.studio.model.session import Session
from kinroute.studio.model.sources import Dropped


def opened_session(given: InstanceArguments) -> Session:
    """A session with the instance of a file; raises InputError where it is none."""
    session = Session()
    session.open(Dropped(name=str(given.file), content=read_bytes(given.file), arguments=given))
    return session
