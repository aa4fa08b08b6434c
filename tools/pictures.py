"""Draws the pictures of docs/images that the package makes; names as arguments choose some.

The same build gives the same pictures. Those of the tutorials, which show pages and sheets, are
screenshots and not drawn here.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import charts
import step_pictures
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

import kinroute
from kinroute.plot.crossover import draw_crossover
from kinroute.plot.palette import INK, route_colors
from kinroute.plot.related import dots, draw_related
from kinroute.plot.routes import draw
from kinroute.relatedness import ByFusion, ByRanker

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
_EXAMPLE = ROOT / "examples" / "instances" / "KX-n201-k10-s3.vrp"
_DPI = 110
_CUSTOMER = 46


def example() -> tuple[kinroute.Instance, kinroute.Solution]:
    """A shipped instance of 200 customers and its best known routes."""
    instance = kinroute.read(_EXAMPLE)
    return instance, kinroute.Solution.read(_EXAMPLE.with_suffix(".sol"))


def cover(customers: int = 240, iterations: int = 4000) -> Figure:
    """Routes of a random instance as a picture, without axes and figures."""
    instance = kinroute.generate(
        customers, law="X", depot="center", layout="mixed", route_size=(14, 16), seed=11
    )
    stop = kinroute.AfterIterations(iterations)
    found = kinroute.solve(instance, method="D-O", stop=stop).routes
    figure = Figure(figsize=(9.0, 5.2))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    places = instance.positions() * (1.6, 1.0)
    for route, color in zip(found, route_colors(places, found), strict=True):
        axes.plot(*places[[0, *route, 0]].T, color=color, lw=2.0, alpha=0.9)
        dots(axes, places[list(route)], s=26, color=color, zorder=3)
    axes.plot(*places[0], "s", ms=13, mfc=INK, mec="white", mew=1.8, zorder=4)
    axes.set_axis_off()
    axes.margins(0.02)
    return figure


def routes() -> Figure:
    """Of a shipped instance, as `kinroute solve --plot` draws them."""
    return draw(*example())


def related() -> Figure:
    instance, solution = example()
    by: dict[str, kinroute.Relatedness] = {
        "distance": kinroute.ByDistance(),
        "fusion": ByFusion(),
        "ranker": ByRanker(),
    }
    return draw_related(instance, _CUSTOMER, by, solution)


def related_by_tutorial() -> Figure:
    """The scores that the tutorial on heatmaps writes, as it draws them."""
    page = (ROOT / "docs" / "tutorials" / "heatmap.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(page.split("```python\n# my_network.py\n")[1].split("```")[0], names)
    instance, solution = example()
    by: dict[str, kinroute.Relatedness] = {
        "distance": kinroute.ByDistance(),
        "my_network.py:scores": kinroute.ByHeatmap(names["scores"](instance)),
    }
    return draw_related(instance, _CUSTOMER, by, solution)


def crossover() -> Figure:
    instance, solution = example()
    other = kinroute.solve(instance, method="D-O", stop=kinroute.AfterIterations(200), seed=2)
    parents = (solution, kinroute.Solution(other.routes))
    return draw_crossover(instance, _CUSTOMER, kinroute.ByDistance(), parents)


PICTURES: dict[str, Callable[[], Figure]] = {
    "cover": cover,
    "routes": routes,
    "peers": lambda: charts.peers(ROOT / "docs" / "quality.md"),
    "split": step_pictures.split,
    "swap-star": step_pictures.swap_star,
    "related": related,
    "tutorial-heatmap": related_by_tutorial,
    "crossover": crossover,
    "edge-assembly": step_pictures.edge_assembly,
    "ruin": step_pictures.ruin_and_recreate,
    "acceptance": charts.acceptance,
    "threads": charts.threads,
}


def save(figure: Figure, path: Path) -> None:
    """Write a PNG of at most 256 colours, which is a third as large."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=_DPI, bbox_inches="tight", facecolor="w")
    picture = Image.open(buffer).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> int:
    for name in sys.argv[1:] or PICTURES:
        save(PICTURES[name](), IMAGES / f"{name}.png")
        print(IMAGES / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
