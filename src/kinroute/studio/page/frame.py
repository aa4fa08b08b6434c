"""What all pages share: the header with its links, the theme, the style, the live region."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

from nicegui import html, ui
from nicegui.element import Element

from kinroute.studio.model.session import Session
from kinroute.studio.page.controls import button

PAGES = {"/": "Plan", "/race": "Race", "/compare": "Compare", "/campaigns": "Campaigns"}
_THEMES = {"auto": None, "light": False, "dark": True}
_NEXT = {"auto": "dark", "dark": "light", "light": "auto"}


class Announcer:
    """A line that screen readers read when it changes."""

    def __init__(self) -> None:
        self._line = html.p("", role="status").classes("for-readers")
        self._line.props["aria-live"] = "polite"

    def say(self, text: str) -> None:
        """Announce a text."""
        if self._line._text != text:
            self._line._text = text
            self._line.update()


@contextmanager
def frame(session: Session, current: str) -> Iterator[Announcer]:
    """The frame of a page; its content goes inside."""
    ui.page_title(f"{PAGES[current]} · Kinroute studio")
    ui.add_css(_style())
    ui.colors(primary="#1b66a0", negative="#b3261e", info="#33475b")
    dark = ui.dark_mode(_THEMES[session.theme])
    skip = html.a("To the content", href="#content").classes("skip")
    skip.props["tabindex"] = "0"
    with html.header().classes("top"):
        with html.a(href="/").classes("brand"):
            html.span("Kinroute")
            html.span(" studio").classes("wide-only")
        nav = html.nav()
        nav.props["aria-label"] = "Pages"
        with nav:
            for path, title in PAGES.items():
                link = html.a(title, href=path)
                if path == current:
                    link.props["aria-current"] = "page"
        _theme_button(session, dark)
    # NiceGUI's own <main> is around all of it.
    with html.div(id="content").classes(f"page {PAGES[current].lower()}"):
        html.h1(PAGES[current]).classes("for-readers")
        yield Announcer()


def _theme_button(session: Session, dark: ui.dark_mode) -> Element:
    def switch() -> None:
        session.theme = _NEXT[session.theme]
        dark.value = _THEMES[session.theme]
        made._text = _text(session.theme)
        made.update()

    made = button(_text(session.theme), switch, kind="theme")
    return made


def _text(theme: str) -> str:
    return f"Theme: {theme}"


@cache
def _style() -> str:
    return files("kinroute.studio.page").joinpath("style.css").read_text(encoding="utf-8")
