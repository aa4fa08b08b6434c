"""Campaigns in TOML files. Unknown keys are errors, so that a misspelt one is not overlooked."""

from __future__ import annotations

import os
import tomllib
from dataclasses import fields
from itertools import product
from pathlib import Path
from typing import Any, get_args

from kinroute.bench.arm import Arm
from kinroute.bench.budget import budget_of
from kinroute.bench.campaign import Campaign, PaperTable
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.config import METHODS, SearchConfig
from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.io.text import read_text

_TOP = ("name", "title", "about", "paper", "seeds", "baseline", "compare")
_TABLES = ("instances", "budget", "arms")
_FILES = ("folder", "glob", "best_known", "exclude")
_DRAWN = ("law", "customers", "seeds", "depot", "layout", "demand", "route_size")
_BUDGET = ("seconds", "seconds_per_customer", "iterations", "clock", "until_best_known")
_ARM = (
    *("method", "model", "optimistic", "granularity"),
    *("local_search", "crossover", "config", "label"),
)


def read_campaign(path: str | os.PathLike[str], *, data: Path | None = None) -> Campaign:
    """Read a campaign; folders in it are below `data`, KINROUTE_DATA, or the file's own folder."""
    source = str(path)
    try:
        values = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
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
    arms = tuple(arm for table in _list(values["arms"], "arms") for arm in _arms(table))
    if values.get("paper") not in (None, *get_args(PaperTable)):
        known = ", ".join(get_args(PaperTable))
        raise ConfigError(f"paper = {values['paper']!r}; the paper has the tables {known}")
    _refuse_unknown(values["budget"], _BUDGET, "[budget]")
    return Campaign(
        name=str(values.get("name", name)),
        title=str(values.get("title", name)),
        about=str(values.get("about", "")).strip(),
        instances=_instances(values["instances"], below),
        budget=budget_of(values["budget"]),
        seeds=seeds,
        arms=arms,
        baseline=values.get("baseline", arms[0].label),
        compare=tuple((str(one), str(other)) for one, other in values.get("compare", [])),
        paper=values.get("paper"),
    )


def _arms(table: Any) -> list[Arm]:
    """The arms of one table; where a value is a list, one arm for each of its members."""
    _refuse_unknown(table, _ARM, "[[arms]]")
    if "method" not in table:
        raise ConfigError(f"an arm has no method; use one of {', '.join(METHODS)}")
    config = table.get("config", {})
    _refuse_unknown(config, [part.name for part in fields(SearchConfig)], "config of [[arms]]")
    SearchConfig(**config)
    wide = {name: value for name, value in table.items() if name not in ("config", "label")}
    choices = [value if isinstance(value, list) else [value] for value in wide.values()]
    arms = []
    for chosen in product(*choices):
        given: dict[str, Any] = dict(zip(wide, chosen, strict=True))
        given["config"] = tuple(sorted(config.items()))
        granularity = given.get("granularity")
        if granularity is not None:
            SearchConfig(granularity=granularity)
        if not isinstance(given.get("optimistic", False), bool):
            raise ConfigError(f"optimistic = {given['optimistic']!r}; use true or false")
        if "label" in table:
            given["label"] = table["label"]
        arm = _arm(given)
        if arm not in arms:
            arms.append(arm)
    return arms


def _arm(given: dict[str, Any]) -> Arm:
    """One arm; a model is nothing to a method that asks none."""
    name = given["method"]
    if isinstance(name, str) and name in METHODS and not METHODS[name].needs_heatmap:
        named = (given.get("local_search"), given.get("crossover"))
        if "heatmap" not in named:
            given = {key: given[key] for key in given if key not in ("model", "optimistic")}
    return Arm(**given)


def _instances(table: Any, below: Path) -> InstanceSet:
    if "law" in table:
        _refuse_unknown(table, _DRAWN, "[instances] with a law")
        kinds = {
            key: table[key] for key in ("depot", "layout", "demand", "route_size") if key in table
        }
        return Drawn(
            law=table["law"],
            customers=table.get("customers", 100),
            seeds=_numbers(table.get("seeds", [0]), "seeds"),
            kinds=tuple(sorted(kinds.items())),
        )
    _refuse_unknown(table, _FILES, "[instances]")
    if "folder" not in table:
        raise ConfigError("[instances] has neither a folder nor a law; give one of them")
    named = {
        key: below / os.path.expandvars(table[key])
        for key in ("folder", "best_known", "exclude")
        if key in table
    }
    for key in ("best_known", "exclude"):
        if key in named and not named[key].is_file():
            raise ConfigError(f"{key}: there is no file {named[key]}")
    paths = files_in(named["folder"], table.get("glob", "*.vrp"), named.get("exclude"))
    return Files(paths=paths, best_known=named.get("best_known"))


def _below(path: str | os.PathLike[str], data: Path | None) -> Path:
    root = data or os.environ.get("KINROUTE_DATA")
    return Path(root) if root else Path(path).parent


def _numbers(value: Any, key: str) -> tuple[int, ...]:
    """Whole numbers as a list, or from one to another as "1-10"."""
    try:
        if isinstance(value, str):
            low, _, high = value.partition("-")
            numbers = tuple(range(int(low), int(high or low) + 1))
        else:
            numbers = tuple(value)
    except (TypeError, ValueError):
        numbers = ()
    is_whole = all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers)
    if not numbers or not is_whole or len(set(numbers)) < len(numbers):
        raise ConfigError(
            f'{key} = {value!r}; use different whole numbers such as [1, 2, 3], or "1-10"'
        )
    return numbers


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
