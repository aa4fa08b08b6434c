"""Curves and scatter plots as SVG that follows the theme of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kinroute.studio.page.controls import text_of

Point = tuple[float, float]

_CEILING = 1.08
"""Costs further above the best are not shown: there, curves only fall."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 12, 10, 24
COLORS = ("#1f77b4", "#e4572e", "#2a9d5c", "#8e44ad")
DASHES = ("", "7 4", "2 4", "9 3 2 3")
"""Lines differ by more than colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A line of a chart."""

    name: str
    points: Sequence[Point]


def curves(
    lines: Sequence[Curve],
    *,
    label: str,
    until: float = 0.0,
    height: int = 170,
    width: int = 340,
    steps: bool = True,
    text: float = 1.0,
) -> str:
    """Values over seconds, at least up to `until`.

    `steps` draws what stays until it changes, and leaves out what is far above the end. `text` is
    the size of its text, where that is not the usual one.
    """
    points = [point for line in lines for point in line.points]
    if not points:
        return _empty(label, height)
    values = [value for _, value in points]
    if steps:
        values = [min(value, _CEILING * min(values)) for value in values]
    low, high = _bounds(values)
    last = max(until, *(time for time, _ in points)) or 1.0
    plot = _Plot(width, height, (0.0, last), (low, high), text=text)
    parts = [plot.axes("s")]
    for number, line in enumerate(lines):
        if line.points:
            parts.append(plot.line(line.points, number, steps=steps, until=last))
    return plot.svg(parts, label)


def scatter(
    points: Sequence[tuple[float, float, str]], *, label: str, names: tuple[str, str]
) -> str:
    """A point per instance: x is one arm, y the other, both in percent; the diagonal is a tie."""
    if not points:
        return _empty(label, 320)
    values = [v for x, y, _ in points for v in (x, y)]
    low, high = _bounds([*values, 0.0])
    plot = _Plot(420, 380, (low, high), (low, high), is_square=True)
    dots = "".join(plot.dot(x, y, text) for x, y, text in points)
    diagonal = (
        f'<line class="tie-line" x1="{plot.x(low):.1f}" y1="{plot.y(low):.1f}" '
        f'x2="{plot.x(high):.1f}" y2="{plot.y(high):.1f}"/>'
    )
    titles = (
        f'<text x="{plot.x((low + high) / 2):.0f}" y="{plot.height - 2}" text-anchor="middle">'
        f"gap of {text_of(names[0])} (%)</text>"
        f'<text transform="translate(12 {plot.y((low + high) / 2):.0f}) rotate(-90)" '
        f'text-anchor="middle">gap of {text_of(names[1])} (%)</text>'
    )
    return plot.svg([plot.axes(""), diagonal, dots, titles], label)


class _Plot:
    """The frame of a chart, and its scales."""

    def __init__(
        self,
        width: int,
        height: int,
        xs: Point,
        ys: Point,
        *,
        is_square: bool = False,
        text: float = 1.0,
    ) -> None:
        self.width, self.height = width, height
        self._xs, self._ys = xs, ys
        self._text = text
        self._bottom = _BOTTOM * text + (18 if is_square else 0)
        self._left = _LEFT + (10 if is_square else 0)

    def x(self, value: float) -> float:
        share = (value - self._xs[0]) / ((self._xs[1] - self._xs[0]) or 1.0)
        return self._left + share * (self.width - self._left - _RIGHT)

    def y(self, value: float) -> float:
        share = (value - self._ys[0]) / ((self._ys[1] - self._ys[0]) or 1.0)
        return self.height - self._bottom - share * (self.height - self._bottom - _TOP)

    def axes(self, x_unit: str) -> str:
        parts = []
        for value, text in _ticks(*self._ys, 4):
            beside = self.y(value) + 4 * self._text
            parts.append(
                f'<line class="grid" x1="{self._left}" x2="{self.width - _RIGHT}" '
                f'y1="{self.y(value):.1f}" y2="{self.y(value):.1f}"/>'
                f'<text x="{self._left - 6}" y="{beside:.1f}" text-anchor="end">'
                f"{text}</text>"
            )
        for value, text in _ticks(*self._xs, round(5 / self._text)):
            below = self.height - self._bottom + 17 * self._text
            parts.append(
                f'<text x="{self.x(value):.1f}" y="{below:.1f}" '
                f'text-anchor="middle">{text}{f" {x_unit}" if x_unit else ""}</text>'
            )
        return "".join(parts)

    def line(self, points: Sequence[Point], number: int, *, steps: bool, until: float) -> str:
        first = min(points[0][1], self._ys[1])
        path = f"M{self.x(points[0][0]):.1f} {self.y(first):.1f}"
        for time, value in points[1:]:
            x, y = f"{self.x(time):.1f}", f"{self.y(min(value, self._ys[1])):.1f}"
            path += f"H{x}V{y}" if steps else f"L{x} {y}"
        if steps:
            path += f"H{self.x(until):.1f}"
        dash = f' stroke-dasharray="{DASHES[number % 4]}"' if DASHES[number % 4] else ""
        return f'<path class="curve c{number % 4}" d="{path}"{dash}/>'

    def dot(self, x: float, y: float, text: str) -> str:
        kind = "better" if y < x else "worse" if y > x else "tie"
        place = f'cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="4"'
        return f'<circle {place} class="dot {kind}"><title>{text_of(text)}</title></circle>'

    def svg(self, parts: Sequence[str], label: str) -> str:
        return (
            f'<svg class="chart" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-label="{text_of(label)}">{"".join(parts)}</svg>'
        )


def _bounds(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = (high - low) * 0.06 or abs(high) * 0.01 or 1.0
    return (max(0.0, low - room) if low >= 0 else low - room), high + room


def _ticks(low: float, high: float, wanted: int) -> list[tuple[float, str]]:
    """Round values between two bounds, each with its text; whole thousands as "10k"."""
    span = (high - low) / wanted or 1.0
    power = 10.0 ** math.floor(math.log10(span))
    step = next(digit * power for digit in (1, 2, 5, 10) if digit * power >= span * 0.999)
    first = math.ceil(low / step)
    last = math.floor(high / step + 1e-9)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    is_short = high >= 10_000 and step % 1_000 == 0
    unit, mark = (1_000, "k") if is_short else (1, "")
    return [
        (k * step, f"{k * step / unit:,.{digits}f}{mark if k else ''}")
        for k in range(first, last + 1)
    ]


def _empty(label: str, height: int) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 340 {height}" role="img" '
        f'aria-label="{text_of(label)}: nothing yet">'
        f'<text x="170" y="{height // 2}" text-anchor="middle">nothing yet</text></svg>'
    )
