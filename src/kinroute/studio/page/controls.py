"""Native form controls with labels: they work by keyboard and screen reader as they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Literal

from nicegui import html, ui
from nicegui.element import Element

Handler = Callable[[str], Any]

_VALUE = "(event) => emit(event.target.value)"
_SHOWN = (
    "(event) => { event.target.closest('.slider').querySelector('output').textContent"
    " = Number(event.target.value).toLocaleString('en-US'); }"
)
_CHECKED = "(event) => emit(event.target.checked)"


def text_of(value: object) -> str:
    """A value that may come from a file, safe within markup."""
    return escape(str(value), quote=True)


def native_input(**props: object) -> Element:
    """An <input> of the browser's own."""
    made = Element("input")
    made.props.update(**props)
    return made


def button(text: str, handler: Callable[[], Any], *, kind: str = "", label: str = "") -> Element:
    """A button; `kind` is "primary", "danger", "small" or several of them."""
    made: Element = html.button(text, type="button").classes(f"btn {kind}")
    if label:
        made.props["aria-label"] = label
    made.on("click", lambda _: handler(), js_handler="() => emit()")
    return made


def enable(element: Element, enabled: bool) -> None:
    """Enable or disable a native control."""
    if bool(element.props.get("disabled")) == enabled:
        element.props["disabled"] = not enabled
        element.update()


def put_text(element: Element, text: str) -> None:
    """Show another text on a button."""
    if element._text != text:
        element._text = text
        element.update()


def put_value(element: Element, text: str) -> None:
    """Show another value in a native control, as if it had been typed."""
    ui.run_javascript(
        f"const found = getHtmlElement({element.id}); found.value = {json.dumps(text)};"
        "const shown = found.closest('.slider')?.querySelector('output');"
        f"if (shown) shown.textContent = Number({json.dumps(text)}).toLocaleString('en-US');"
    )


def put_placeholder(element: Element, text: str) -> None:
    """Show a text while an entry is empty."""
    if element.props.get("placeholder") != text:
        element.props["placeholder"] = text
        element.update()


def choice(
    label: str, options: Mapping[str, str], value: str, handler: Handler, *, hint: str = ""
) -> Element:
    """A list to choose one of, from values to texts."""
    with html.label().classes("field"):
        html.span(label)
        made: Element = html.select()
        made.props["aria-label"] = label
        with made:
            for key, text in options.items():
                option = html.option(text, value=key)
                if key == value:
                    option.props["^selected"] = ""
        _hint(hint)
    made.on("change", lambda event: handler(str(event.args)), js_handler=_VALUE)
    return made


def entry(
    label: str,
    value: object,
    handler: Handler,
    *,
    placeholder: str = "",
    number: bool = False,
    hint: str = "",
) -> Element:
    """A field for a text or a number; the handler receives the text, also an empty one."""
    with html.label().classes("field"):
        html.span(label)
        # As an attribute: a property would overwrite what is being typed with every update.
        made = native_input(placeholder=placeholder, autocomplete="off")
        made.props["^value"] = "" if value is None else str(value)
        made.props["aria-label"] = label
        if number:
            made.props["inputmode"] = "decimal"
        _hint(hint)
    made.on("change", lambda event: handler(str(event.args)), js_handler=_VALUE)
    return made


def slider(label: str, value: int, bounds: tuple[int, int, int], handler: Handler) -> Element:
    """A slider with its value beside the label; bounds are least, most and step."""
    with html.label().classes("field slider"):
        with html.span():
            html.span(f"{label} ")
            html.output(f"{value:,}")
        least, most, step = bounds
        made = native_input(type="range", min=least, max=most, step=step)
        made.props["^value"] = str(value)
        made.props["aria-label"] = label

    made.on("input", lambda event: handler(str(event.args)), js_handler=_VALUE, throttle=0.1)
    made.on("input", js_handler=_SHOWN)
    return made


def tick(label: str, value: bool, handler: Callable[[bool], Any]) -> Element:
    """A box to tick."""
    with html.label().classes("tick"):
        made = native_input(type="checkbox")
        if value:
            made.props["^checked"] = ""
        html.span(label)
    made.on("change", lambda event: handler(bool(event.args)), js_handler=_CHECKED)
    return made


def section(title: str, *, is_open: bool = True) -> Element:
    """A part of a panel that can be folded."""
    made: Element = html.details().classes("section")
    if is_open:
        made.props["^open"] = ""
    with made, html.summary():
        html.h2(title)
    return made


class Markup(ui.html):
    """Markup that is replaced as a whole; all texts in it are escaped by their makers."""

    def __init__(self, content: str = "", *, tag: str = "div") -> None:
        super().__init__(content, sanitize=False, tag=tag)

    def show(self, content: str) -> None:
        """Replace the content, if it is another."""
        if self.content != content:
            self.set_content(content)

    def on_data(self, name: str, handler: Handler) -> None:
        """Call `handler` with the value of data-`name` of what was clicked."""
        finding = (
            f"(event) => {{ const found = event.target.closest('[data-{name}]');"
            f" if (found) emit(found.dataset.{name}); }}"
        )
        self.on("click", lambda event: handler(str(event.args)), js_handler=finding)


def table(label: str, heads: Sequence[str], body: str, *, kind: str = "") -> str:
    """The markup of a table whose rows are markup already; it scrolls sideways if it must."""
    cells = "".join(f"<th scope='col'>{text_of(head)}</th>" for head in heads)
    return (
        f"<div class='scroll' tabindex='0' role='region' aria-label='{text_of(label)}'>"
        f"<table class='{kind}'><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def terms(rows: Sequence[tuple[str, str]]) -> str:
    """The markup of a list of names and values."""
    items = "".join(
        f"<div><dt>{text_of(name)}</dt><dd>{text_of(value)}</dd></div>" for name, value in rows
    )
    return f"<dl>{items}</dl>"


def notice(text: str, *, is_error: bool = False) -> None:
    """A message in the corner, which screen readers announce."""
    kind: Literal["negative", "info"] = "negative" if is_error else "info"
    ui.notify(text, type=kind, position="bottom", multi_line=True, close_button="OK")


def _hint(text: str) -> None:
    if text:
        html.small(text)
