"""Sections of a VRPLIB file that hold one row per node."""

from __future__ import annotations

from collections.abc import Sequence

from kinroute.io.sections import Layout, Section
from kinroute.io.text import finite, shown


def node_order(layout: Layout, *, by_number: bool) -> list[int]:
    """Return the nodes as they are numbered in the file, in the order in which they count.

    That is the order of NODE_COORD_SECTION, or by number where a matrix has a row for each.
    """
    dimension = layout.whole("DIMENSION")
    if dimension is None:
        raise layout.error("there is no DIMENSION line, which gives the number of nodes")
    keyword = "DEMAND_SECTION" if by_number else "NODE_COORD_SECTION"
    section = _section(layout, keyword)
    nodes: dict[int, int] = {}
    for line, words in section.rows:
        node = _node(layout, words[0], line)
        if node in nodes:
            raise layout.error(f"node {node} was already given on line {nodes[node]}", line)
        nodes[node] = line
    if len(nodes) != dimension:
        end = section.rows[-1][0] if section.rows else section.line
        raise layout.error(
            f"{keyword} ends after {len(nodes)} nodes; DIMENSION is {dimension}", end
        )
    return sorted(nodes) if by_number else list(nodes)


def node_values(
    layout: Layout, keyword: str, order: Sequence[int]
) -> tuple[list[float], list[int]]:
    """Return the one number per node of a section, in the given order, and its lines."""
    rows, lines = node_rows(layout, keyword, order, width=1)
    values = [row[0] for row in rows]
    for value, line in zip(values, lines, strict=True):
        if value < 0:
            raise layout.error(f"{_thing(keyword)} {value:g} must be 0 or more", line)
    if values[0] != 0:
        raise layout.error(
            f"the depot has {_thing(keyword)} {values[0]:g}; only customers may, make it 0",
            lines[0],
        )
    return values, lines


def node_rows(
    layout: Layout, keyword: str, order: Sequence[int], *, width: int
) -> tuple[list[list[float]], list[int]]:
    """Return the numbers of a section that has `width` per node, in the given order."""
    section = _section(layout, keyword)
    known = set(order)
    found: dict[int, tuple[list[float], int]] = {}
    for line, words in section.rows:
        node = _node(layout, words[0], line)
        if len(words) != width + 1:
            raise layout.error(
                f"{keyword} has {width + 1} numbers in a row, the node's first; "
                f"this row has {len(words)}",
                line,
            )
        if node not in known:
            raise layout.error(f"node {node} of {keyword} is none of the file's nodes", line)
        if node in found:
            raise layout.error(f"node {node} was already given on line {found[node][1]}", line)
        try:
            found[node] = [finite(word) for word in words[1:]], line
        except ValueError as error:
            raise layout.error(str(error), line) from None
    for node in order:
        if node not in found:
            end = section.rows[-1][0] if section.rows else section.line
            raise layout.error(f"{keyword} ends without node {node}", end)
    return [found[node][0] for node in order], [found[node][1] for node in order]


def depot_node(layout: Layout, nodes: Sequence[int]) -> int:
    """Return the node that is the depot: the one of DEPOT_SECTION, or the first."""
    section = layout.sections.get("DEPOT_SECTION")
    if section is None:
        return 1 if 1 in nodes else nodes[0]
    depots: list[tuple[int, int]] = []
    for line, words in section.rows:
        numbers = [_node(layout, word, line) for word in words]
        depots += [(number, line) for number in numbers if number != -1]
        if -1 in numbers:
            break
    if not depots:
        raise layout.error("DEPOT_SECTION names no depot; give the number of a node", section.line)
    depot, line = depots[0]
    if len(depots) > 1:
        raise layout.error(
            f"{depots[1][0]} would be a second depot after {depot}; give one, then -1", depots[1][1]
        )
    if depot not in nodes:
        raise layout.error(f"the depot {depot} is none of the file's nodes", line)
    return depot


def _section(layout: Layout, keyword: str) -> Section:
    section = layout.sections.get(keyword)
    if section is None:
        raise layout.error(f"there is no {keyword}")
    return section


def _node(layout: Layout, word: str, line: int) -> int:
    try:
        value = finite(word)
    except ValueError:
        value = 0.5
    if not value.is_integer():
        raise layout.error(f"{shown(word)} is not the number of a node", line)
    return int(value)


def _thing(keyword: str) -> str:
    return keyword.removesuffix("_SECTION").replace("_", " ").lower()
