"""Campaigns in TOML files. Unknown keys are errors, so that a misspelt one is not overlooked."""

from __future__ import annotations

import os
import tomllib
from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

from kinroute.bench.arm import Arm
from kinroute.bench.budget import budget_of
from kinroute.bench.campaign import Campaign, PaperTable
from kinroute.bench.instances import Drawn, Files, InstanceSet, files_in
from kinroute.bench.names import require_name
from kinroute.bench.settings import settings_in
from kinroute.bench.toml_values import (
    members,
    number,
    pairs,
    require_keys,
    tables,
    text,
    whole_number,
    whole_numbers,
)
from kinroute.errors import ConfigError, FormatError, InputError
from kinroute.io.text import read_text
from kinroute.problem.generate import MOST_CUSTOMERS, generate
from kinroute.search.methods import METHODS

_TOP = ("name", "title", "about", "paper", "seeds", "baseline", "compare", "margin")
_TABLES = ("instances", "budget", "arms")
_FILES = ("folder", "glob", "names", "best_known", "exclude")
_KINDS = ("depot", "layout", "demand", "route_size")
_DRAWN = ("law", "customers", "seeds", *_KINDS)
_BUDGET = ("seconds", "seconds_per_customer", "iterations", "clock", "until_best_known")
_OF_MODELS = ("model", "optimistic", "neighbours")
"""Keys that concern arms with a model only."""
_ARM = tuple(part.name for part in fields(Arm))


def read_campaign(path: str | os.PathLike[str], *, data: Path | None = None) -> Campaign:
    """Read a campaign; its folders are below `data`, KINROUTE_DATA, or the file's own folder."""
    source = str(path)
    content = read_text(path)
    try:
        values = tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this is not TOML: {error}", source=source) from None
    try:
        campaign = campaign_in(values, name=Path(path).stem, below=_below(path, data))
        return replace(campaign, file=os.path.realpath(path))
    except InputError as error:
        if error.source is not None:
            raise
        raise type(error)(error.text, source=source, place=error.place) from None


def campaign_in(values: dict[str, Any], *, name: str, below: Path) -> Campaign:
    """The campaign that the values of a file describe."""
    require_keys(values, (*_TOP, *_TABLES), "the file")
    for table in _TABLES:
        if not values.get(table):
            raise ConfigError(f"there is no [{table}]; a campaign has {', '.join(_TABLES)}")
    seeds = whole_numbers(values.get("seeds", [1]), "seeds")
    numbered = enumerate(tables(values["arms"], "arms"), 1)
    arms = tuple(arm for number, table in numbered for arm in _placed_arms(table, number))
    about = values.get("about", "")
    if values.get("paper") not in (None, *get_args(PaperTable)):
        known = ", ".join(get_args(PaperTable))
        raise ConfigError(f"paper = {values['paper']!r}; the paper has the tables {known}")
    require_keys(values["budget"], _BUDGET, "[budget]")
    return Campaign(
        name=require_name(text(values.get("name", name), "name")),
        title=text(values.get("title", name), "title"),
        about="" if about == "" else text(about, "about").strip(),
        instances=_instances(values["instances"], below),
        budget=budget_of(values["budget"]),
        seeds=seeds,
        arms=arms,
        baseline=text(values.get("baseline", arms[0].label), "baseline"),
        compare=pairs(values.get("compare", []), "compare"),
        paper=values.get("paper"),
        margin=number(values["margin"], "margin") if "margin" in values else None,
    )


def _placed_arms(table: Any, number: int) -> list[Arm]:
    try:
        return _arms(table)
    except ConfigError as error:
        raise ConfigError(error.text, place=f"[[arms]] {number}") from None


def _arms(table: Any) -> list[Arm]:
    """The arms of one table; where a value is a list, one arm for each of its members.

    An arm that needs no model is made once, however many models are listed.
    """
    require_keys(table, _ARM, "[[arms]]")
    if "method" not in table:
        raise ConfigError(f"an arm has no method; use one of {', '.join(METHODS)}")
    config, label = settings_in(table.get("config", {})), table.get("label", "")
    choices = {key: members(table[key], key) for key in table if key not in ("config", "label")}
    first = {key: choices[key][0] for key in _OF_MODELS if key in choices}
    arms = []
    for chosen in product(*choices.values()):
        given: dict[str, Any] = dict(zip(choices, chosen, strict=True))
        arm = Arm(**given, config=config, label=label)
        if arm.needs_model:
            arms.append(arm)
        elif all(given[key] == first[key] for key in first):
            arms.append(replace(arm, model=None, optimistic=False, neighbours="mixed", label=label))
    for arm in arms:
        arm.require_runnable()
    return arms


def _instances(table: Any, below: Path) -> InstanceSet:
    if isinstance(table, dict) and "law" in table:
        return _drawn(table)
    require_keys(table, _FILES, "[instances]")
    if "folder" not in table:
        raise ConfigError("[instances] has neither a folder nor a law; give one of them")
    named = {
        key: below / os.path.expandvars(text(table[key], key))
        for key in ("folder", "best_known", "exclude")
        if key in table
    }
    for key in ("best_known", "exclude"):
        if key in named and not os.path.isfile(named[key]):  # unlike that of a Path, never raises
            raise ConfigError(f"{key}: there is no file {named[key]}")
    glob = text(table.get("glob", "*.vrp"), "glob")
    paths = files_in(named["folder"], glob, named.get("exclude"))
    if "names" in table:
        paths = _named(paths, members(table["names"], "names"))
    return Files(paths=paths, best_known=named.get("best_known"))


def _named(paths: tuple[Path, ...], names: list[Any]) -> tuple[Path, ...]:
    """The files of these names, without suffix."""
    known = {path.stem: path for path in paths}
    for name in names:
        if name not in known:
            raise ConfigError(f"names has {name!r}, which is no instance of the folder")
    return tuple(known[name] for name in dict.fromkeys(names))


def _drawn(table: dict[str, Any]) -> Drawn:
    require_keys(table, _DRAWN, "[instances] with a law")
    law: Any = text(table["law"], "law")
    customers = whole_number(table.get("customers", 100), "customers", 1, MOST_CUSTOMERS)
    kinds = {key: table[key] for key in _KINDS if key in table}
    for key, value in kinds.items():
        if isinstance(value, bool):
            raise ConfigError(f"{key} = {value!r}; use a number or a name")
    generate(1, law=law, **kinds)  # raises ConfigError for unknown laws and kinds
    seeds = whole_numbers(table.get("seeds", [0]), "seeds of [instances]")
    return Drawn(law=law, customers=customers, seeds=seeds, kinds=tuple(sorted(kinds.items())))


def _below(path: str | os.PathLike[str], data: Path | None) -> Path:
    root = data or os.environ.get("KINROUTE_DATA")
    return Path(root) if root else Path(path).parent
