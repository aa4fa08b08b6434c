"""The instance that a command reads: its file, and the options that complete or override it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer

from kinroute.errors import ConfigError
from kinroute.io import read
from kinroute.io.text import finite
from kinroute.problem.instance import Instance, Rounding
from kinroute.relatedness.folder import HeatmapFolder
from kinroute.relatedness.functions import is_function_text
from kinroute.relatedness.heatmap import ByHeatmap
from kinroute.relatedness.network import ByNetwork, heatmap_or_network

_FILE_HELP = "A .vrp file, stops as .csv or .xlsx, or a matrix of distances (.csv, .npz)."
_INSTANCE = "Instance (override the file's values)"
_LIMITS = "Distances, times and limits"
_ROUNDINGS: dict[bool | None, Rounding | None] = {None: None, True: "nearest", False: "none"}


def _instance_option(*names: str, help: str, metavar: str | None = None) -> Any:
    return typer.Option(
        *names, help=help, metavar=metavar, rich_help_panel=_INSTANCE, show_default=False
    )


def _limit_option(*names: str, help: str, metavar: str | None = None) -> Any:
    return typer.Option(
        *names, help=help, metavar=metavar, rich_help_panel=_LIMITS, show_default=False
    )


Columns = Annotated[
    str | None,
    _instance_option(
        help="What columns of stops mean, such as demand=qty,name=client.",
        metavar="COLUMN=HEADER,…",
    ),
]
IgnoreColumns = Annotated[
    str | None,
    _instance_option(
        help="Columns to leave out, such as time windows, which are not solved.",
        metavar="HEADER,…",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceArguments:
    """FILE and the options of every command that reads an instance; see `reads_instance`."""

    file: Annotated[Path, typer.Argument(metavar="FILE", help=_FILE_HELP, show_default=False)]
    capacity: Annotated[
        float | None,
        _instance_option(help="Vehicle capacity; needed where the file has none.", metavar="Q"),
    ] = None
    vehicles: Annotated[
        int | None,
        _instance_option(help="Maximum number of routes; default: unlimited.", metavar="K"),
    ] = None
    rounded: Annotated[
        bool | None,
        _instance_option(
            "--round/--no-round",
            help="Round every distance to the nearest integer, or none; default: by the format.",
        ),
    ] = None
    columns: Columns = None
    ignore_columns: IgnoreColumns = None
    speed: Annotated[
        float | None,
        _limit_option(
            help="Distance per hour (km/h for latitudes); gives travel times in minutes.",
            metavar="V",
        ),
    ] = None
    max_duration: Annotated[
        str | None,
        _limit_option(
            help="Longest route, travel and service: 8h, 90min, 7:30, or a number in the time "
            "unit.",
            metavar="T",
        ),
    ] = None
    max_distance: Annotated[
        float | None, _limit_option(help="Longest route by distance.", metavar="L")
    ] = None
    max_stops: Annotated[
        int | None, _limit_option(help="Most customers on a route.", metavar="N")
    ] = None
    open_routes: Annotated[bool, _limit_option("--open", help="Routes end at their last stop.")] = (
        False
    )
    minimise: Annotated[
        str | None,
        _limit_option(
            help="distance (default), duration, or weights such as 0.4*distance+0.5*duration.",
            metavar="WHAT",
        ),
    ] = None
    fixed_cost: Annotated[
        float | None, _limit_option(help="Cost of every route that is driven.", metavar="C")
    ] = None
    distance_unit: Annotated[
        str | None, _limit_option(help="Unit of distances, for display.", metavar="UNIT")
    ] = None
    time_unit: Annotated[
        str | None,
        _limit_option(help="Unit of durations, service and their limit: s, min or h.", metavar="U"),
    ] = None

    def read(self) -> Instance:
        """Read the instance with all options applied."""
        weights = objective(self.minimise)
        return read(
            self.file,
            rounding=_ROUNDINGS[self.rounded],
            capacity=self.capacity,
            vehicles=self.vehicles,
            speed=self.speed,
            max_duration=self.max_duration,
            max_distance=self.max_distance,
            max_stops=self.max_stops,
            open_routes=self.open_routes or None,
            fixed_cost=self.fixed_cost,
            distance_unit=self.distance_unit,
            time_unit=self.time_unit,
            columns=renamed_columns(self.columns),
            ignore_columns=self.ignored_columns,
            distance_cost=weights.get("distance_cost"),
            duration_cost=weights.get("duration_cost"),
        )

    @property
    def ignored_columns(self) -> tuple[str, ...]:
        """The headers of --ignore-columns."""
        return named_columns(self.ignore_columns)


def reads_instance(
    command: Callable[..., None], *, option: str | None = None
) -> Callable[..., None]:
    """Give a command FILE and the instance options in place of its `given` parameter.

    Where that is annotated `InstanceArguments | None`, FILE is optional and `given` is None
    without it. With `option`, such as "--instance", the file is given by that option.
    """
    hints = get_type_hints(command, include_extras=True)
    is_optional = type(None) in get_args(hints["given"])
    own = [
        parameter.replace(annotation=hints[name], kind=parameter.KEYWORD_ONLY)
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "given"
    ]
    file, *options = _parameters(is_optional, option)
    names = [parameter.name for parameter in (file, *options)]

    @wraps(command)
    def with_instance(**values: Any) -> None:
        given = {name: values.pop(name) for name in names}
        if given["file"] is not None:
            command(given=InstanceArguments(**given), **values)
            return
        _refuse_options_without_a_file(given, f"{option} FILE" if option else "its FILE")
        command(given=None, **values)

    parameters = [*own, file, *options] if option else [file, *own, *options]
    with_instance.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_instance.__annotations__ = {part.name: part.annotation for part in parameters}
    return with_instance


MODEL_HELP = (
    "A network by name or .safetensors file, a folder of .npz files named after their instances, "
    "or a function as file.py:function."
)


def model_source(model: str, file: Path | None = None) -> ByHeatmap | ByNetwork:
    """The relatedness that a --model stands for; `file` is the instance that a folder may name."""
    related = heatmap_or_network(model)
    source = related.source if isinstance(related, ByHeatmap) else None
    if isinstance(source, HeatmapFolder) and file is not None:
        return ByHeatmap(replace(source, stem=file.stem))
    return related


def model_name(model: str) -> str:
    """The name of a --model in tables and pictures; raises ModelError for an unknown one."""
    related = heatmap_or_network(model)
    if isinstance(related, ByHeatmap):
        return model
    from kinroute.neural.models import model as model_named

    return model_named(model).name


def files_read(*sources: Path | str | None) -> list[Path]:
    """The files behind arguments: paths, models by path, and oracle:FILE.sol."""
    texts = [str(source).removeprefix("oracle:") for source in sources if source is not None]
    paths = [Path(text.rpartition(":")[0] if is_function_text(text) else text) for text in texts]
    return [path for path in paths if path.exists()]


def objective(minimise: str | None) -> dict[str, float]:
    """The weights of --minimise: a name, or a sum such as 0.4*distance+0.5*duration."""
    if minimise is None:
        return {}
    weights = {"distance": 0.0, "duration": 0.0}
    for term in minimise.lower().replace(" ", "").split("+"):
        weight, star, name = term.rpartition("*")
        try:
            value = finite(weight) if star else 1.0
        except ValueError:
            value = -1.0
        if name not in weights or value < 0:
            raise ConfigError(
                f"--minimise {minimise!r}: use distance, duration, or weights of them such as "
                "0.4*distance+0.5*duration"
            )
        weights[name] += value
    return {f"{name}_cost": value for name, value in weights.items()}


def _parameters(is_optional: bool, option: str | None) -> list[inspect.Parameter]:
    """The fields of InstanceArguments as parameters, the file first."""
    hints = get_type_hints(InstanceArguments, include_extras=True)
    if is_optional:
        hints["file"] = Annotated[
            Path | None, typer.Argument(metavar="[FILE]", help=_FILE_HELP, show_default=False)
        ]
    if option:
        hints["file"] = Annotated[
            Path | None, _instance_option(option, help=_FILE_HELP, metavar="FILE")
        ]
    return [
        inspect.Parameter(
            part.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hints[part.name],
            default=_default(part.default, part.name, is_optional),
        )
        for part in fields(InstanceArguments)
    ]


def _default(value: Any, name: str, is_optional: bool) -> Any:
    if value is not MISSING:
        return value
    return None if is_optional and name == "file" else inspect.Parameter.empty


def _refuse_options_without_a_file(given: dict[str, Any], file: str) -> None:
    for part in fields(InstanceArguments):
        if part.name != "file" and given[part.name] != part.default:
            option = {"rounded": "round", "open_routes": "open"}.get(part.name, part.name)
            raise ConfigError(
                f"--{option.replace('_', '-')} is about an instance; give {file}, or leave it out"
            )


def named_columns(text: str | None) -> tuple[str, ...]:
    """The headers of --ignore-columns."""
    return tuple(part.strip() for part in (text or "").split(",") if part)


def renamed_columns(text: str | None) -> dict[str, str]:
    """The pairs of --columns demand=qty,name=client."""
    renamed: dict[str, str] = {}
    for part in (text or "").split(",") if text else ():
        column, equals, header = (piece.strip() for piece in part.partition("="))
        if not (column and equals and header):
            raise ConfigError(
                f"--columns {text!r}: give pairs of what a column is and its header, such as "
                "demand=qty,name=client"
            )
        if column in renamed:
            raise ConfigError(f"--columns {text!r} gives {column} twice")
        renamed[column] = header
    return renamed
