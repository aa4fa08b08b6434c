"""The sessions of the browsers that are open, by an id that each keeps in a cookie."""

from __future__ import annotations

from collections import OrderedDict

from kinroute.studio.model.session import Session

_MOST = 16


class Sessions:
    """At most some; the one that was used longest ago goes first, and its searches end."""

    def __init__(self, *, most: int = _MOST) -> None:
        self._most = most
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def of(self, key: str) -> Session:
        """The session of a browser; a new one where it has none."""
        session = self._sessions.setdefault(key, Session())
        self._sessions.move_to_end(key)
        while len(self._sessions) > self._most:
            _, oldest = self._sessions.popitem(last=False)
            oldest.stop_all()
        return session

    def put(self, key: str, session: Session) -> None:
        """Give a browser a session that is there already."""
        self._sessions[key] = session

    def close(self) -> None:
        """End all searches, and wait for them."""
        for session in self._sessions.values():
            session.stop_all()
        for session in self._sessions.values():
            session.close()
