"""The studio as an ASGI application."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from nicegui import app as pages
from nicegui import ui

from kinroute.studio.model.session import Session
from kinroute.studio.page import file_drop
from kinroute.studio.page.campaigns_page import campaign_page, campaigns_page
from kinroute.studio.page.compare_page import compare_page
from kinroute.studio.page.plan_page import plan_page
from kinroute.studio.page.race_page import race_page
from kinroute.studio.reports import report_answer
from kinroute.studio.security import Guard
from kinroute.studio.sessions import Sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioSettings:
    """Where the studio listens, and what it shows first."""

    host: str = "127.0.0.1"
    token: str | None = None
    """Needed by everyone where the studio can be reached from other machines."""
    first: Session | None = None
    """What the first browser sees."""
    campaigns: Path = field(default_factory=lambda: Path("runs"))


def create_app(settings: StudioSettings) -> FastAPI:
    """The application; there is one for each process."""
    sessions, first = Sessions(), [settings.first] if settings.first is not None else []

    def session() -> Session:
        key = pages.storage.browser["id"]
        if first:
            sessions.put(key, first.pop())
        return sessions.of(key)

    @ui.page("/", language="en-US")
    def plan(request: Request) -> None:
        plan_page(session(), dict(request.query_params))

    @ui.page("/race", language="en-US")
    def race() -> None:
        race_page(session())

    @ui.page("/compare", language="en-US")
    def compare() -> None:
        compare_page(session())

    @ui.page("/campaigns", language="en-US")
    def campaigns() -> None:
        campaigns_page(session(), settings.campaigns)

    @ui.page("/campaigns/view", language="en-US")
    def campaign(store: str) -> None:
        campaign_page(session(), settings.campaigns, store)

    @pages.get("/campaigns/report", include_in_schema=False)
    def report(store: str) -> HTMLResponse:
        return report_answer(settings.campaigns, store)

    # The bar that Quasar shows during requests has no name for screen readers.
    pages.config.quasar_config["loadingBar"]["skipHijack"] = True
    file_drop.register()
    api = FastAPI(title="Kinroute studio", docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        api,
        title="Kinroute studio",
        dark=None,
        language="en-US",
        favicon="🚚",
        storage_secret=secrets.token_urlsafe(32),
        session_middleware_kwargs={"same_site": "strict"},
        reconnect_timeout=30.0,
        message_history_length=50,
        show_welcome_message=False,
        tailwind=False,
    )
    api.add_middleware(Guard, host=settings.host, token=settings.token)
    pages.on_shutdown(sessions.close)
    return api
