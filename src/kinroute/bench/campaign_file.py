"""Campaigns in TOML files. Unknown keys are errors, so that a misspelt one is not overlooked."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

from kinroute.bench.arm import Arm, require_steering
from kinroute.bench.budget import budget_of
from kinroute.bench.campaign import Campaign, PaperTable
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.io.text import read_text
from kinroute.problem.generate import MOST_CUSTOMERS, generate
from kinroute.search.config import METHODS, SearchConfig

_TOP = ("name", "title", "about", "paper", "seeds", "baseline", "compare")
_TABLES = ("instances", "budget", "arms")
_FILES = ("folder", "glob", "best_known", "exclude")
_DRAWN = ("law", "customers", "seeds", "depot", "layout", "demand", "route_size")
_BUDGET = ("seconds", "seconds_per_customer", "iterations", "clock", "until_best_known")
_ARM = (
    *("method", "model", "optimistic", "granularity"),
    *("local_search", "crossover", "config", "label"),
)
_SPAN = re.compile(r"\s*(\d{1,19})\s*(?:-\s*(\d{1,19})\s*)?", re.ASCII)
_MOST_SEEDS = 1_000_000


def read_campaign(path: str | os.PathLike[str], *, data: Path | None = None) -> Campaign:
    """Read a campaign; folders in it are below `data`, KINROUTE_DATA, or the file's own folder."""
    source = str(path)
    text = read_text(path)
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this is no TOML: {error}", source=source) from None
    try:
        return campaign_of(values, name=Path(path).stem, below=_below(path, data))
    except InputError as error:
        if error.source is not None:
            raise
        raise type(error)(error.text, source=source, place=error.place) from None


def campaign_of(values: dict[str, Any], *, name: str, below: Path) -> Campaign:
    """The campaign that the values of a file describe."""
    _refuse_unknown(values, (*_TOP, *_TABLES), "the file")
    for table in _TABLES:
        if not values.get(table):
            raise ConfigError(f"there is no [{table}]; a campaign has {', '.join(_TABLES)}")
    seeds = _numbers(values.get("seeds", [1]), "seeds")
    tables = enumerate(_list(values["arms"], "arms"), 1)
    arms = tuple(arm for number, table in tables for arm in _placed_arms(table, number))
    about = values.get("about", "")
    if values.get("paper") not in (None, *get_args(PaperTable)):
        known = ", ".join(get_args(PaperTable))
        raise ConfigError(f"paper = {values['paper']!r}; the paper has the tables {known}")
    _refuse_unknown(values["budget"], _BUDGET, "[budget]")
    return Campaign(
        name=_text(values.get("name", name), "name"),
        title=_text(values.get("title", name), "title"),
        about="" if about == "" else _text(about, "about").strip(),
        instances=_instances(values["instances"], below),
        budget=budget_of(values["budget"]),
        seeds=seeds,
        arms=arms,
        baseline=_text(values.get("baseline", arms[0].label), "baseline"),
        compare=_pairs(values.get("compare", [])),
        paper=values.get("paper"),
    )


def _placed_arms(table: Any, number: int) -> list[Arm]:
    try:
        return _arms(table)
    except ConfigError as error:
        raise ConfigError(error.text, place=f"[[arms]] {number}") from None


def _arms(table: Any) -> list[Arm]:
    """The arms of one table; where a value is a list, one arm for each of its members.

    A model is nothing to an arm that asks none: there is one, however many models are listed.
    """
    _refuse_unknown(table, _ARM, "[[arms]]")
    if "method" not in table:
        raise ConfigError(f"an arm has no method; use one of {', '.join(METHODS)}")
    config, label = table.get("config", {}), table.get("label", "")
    _refuse_unknown(config, [part.name for part in fields(SearchConfig)], "config of [[arms]]")
    choices = {key: _members(table[key], key) for key in table if key not in ("config", "label")}
    first = {key: choices[key][0] for key in ("model", "optimistic") if key in choices}
    arms = []
    for chosen in product(*choices.values()):
        given: dict[str, Any] = dict(zip(choices, chosen, strict=True))
        arm = Arm(**given, config=tuple(config.items()), label=label)
        if arm.needs_model:
            arms.append(arm)
        elif all(given[key] == first[key] for key in first):
            arms.append(replace(arm, model=None, optimistic=False, label=label))
    for arm in arms:
        require_steering(arm)
    return arms


def _members(value: Any, key: str) -> list[Any]:
    if value == []:
        raise ConfigError(f"{key} = [] makes no arm; give a value, or leave it out")
    return value if isinstance(value, list) else [value]


def _pairs(value: Any) -> tuple[tuple[str, str], ...]:
    is_list = isinstance(value, list) and all(isinstance(pair, list) for pair in value)
    if not is_list or any(list(map(type, pair)) != [str, str] for pair in value):
        raise ConfigError(f'compare = {value!r}; use pairs of labels such as [["D-D", "D-O"]]')
    return tuple((one, other) for one, other in value)


def _instances(table: Any, below: Path) -> InstanceSet:
    if isinstance(table, dict) and "law" in table:
        return _drawn(table)
    _refuse_unknown(table, _FILES, "[instances]")
    if "folder" not in table:
        raise ConfigError("[instances] has neither a folder nor a law; give one of them")
    named = {
        key: below / os.path.expandvars(_text(table[key], key))
        for key in ("folder", "best_known", "exclude")
        if key in table
    }
    for key in ("best_known", "exclude"):
        if key in named and not os.path.isfile(named[key]):  # unlike that of a Path, never raises
            raise ConfigError(f"{key}: there is no file {named[key]}")
    glob = _text(table.get("glob", "*.vrp"), "glob")
    paths = files_in(named["folder"], glob, named.get("exclude"))
    return Files(paths=paths, best_known=named.get("best_known"))


def _drawn(table: dict[str, Any]) -> Drawn:
    _refuse_unknown(table, _DRAWN, "[instances] with a law")
    law: Any = _text(table["law"], "law")
    customers = table.get("customers", 100)
    if not _is_whole(customers) or not 1 <= customers <= MOST_CUSTOMERS:
        raise ConfigError(
            f"customers = {customers!r}; use a whole number from 1 to {MOST_CUSTOMERS}"
        )
    kinds = {key: table[key] for key in ("depot", "layout", "demand", "route_size") if key in table}
    for key, value in kinds.items():
        if isinstance(value, bool):
            raise ConfigError(f"{key} = {value!r}; use a number or a name")
    generate(1, law=law, **kinds)  # refuses what it does not know
    seeds = _numbers(table.get("seeds", [0]), "seeds of [instances]")
    return Drawn(law=law, customers=customers, seeds=seeds, kinds=tuple(sorted(kinds.items())))


def _below(path: str | os.PathLike[str], data: Path | None) -> Path:
    root = data or os.environ.get("KINROUTE_DATA")
    return Path(root) if root else Path(path).parent


def _numbers(value: Any, key: str) -> tuple[int, ...]:
    """Whole numbers as a list, or from one to another as "1-10"; a store holds 64 bits of each."""
    numbers = _span(value) if isinstance(value, str) else value
    is_list = isinstance(numbers, list) and 0 < len(numbers) <= _MOST_SEEDS
    is_right = is_list and all(_is_whole(n) and 0 <= n < 2**63 for n in numbers)
    if not is_right or len(set(numbers)) < len(numbers):
        raise ConfigError(
            f"{key} = {value!r}; use up to a million different whole numbers below 2^63, such as "
            '[1, 2, 3] or "1-10"'
        )
    return tuple(numbers)


def _span(text: str) -> list[int]:
    """The numbers from one to another; no more than show that they are too many."""
    match = _SPAN.fullmatch(text)
    if match is None:
        return []
    low, high = int(match[1]), int(match[2] or match[1])
    return list(range(low, min(high, low + _MOST_SEEDS) + 1))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ConfigError(f"{key} = {value!r}; use a text in quotes")
    return value


def _list(value: Any, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise ConfigError(f"{key} is one table; write [[{key}]] above each of them")
    return value


def _refuse_unknown(table: Any, known: Any, where: str) -> None:
    if not isinstance(table, dict):
        raise ConfigError(f"{where} is {table!r}; it must be a table")
    for key in table:
        if key not in known:
            raise ConfigError(f"unknown key {key!r} in {where}; use {', '.join(known)}")
