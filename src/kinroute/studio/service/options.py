"""What a client may request of a job: how its file is read, and how it is solved."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from kinroute.relatedness.named import NAMED
from kinroute.search.methods import CROSSOVERS, METHODS
from kinroute.studio.service.problems import ProblemError

_LOCAL_SEARCHES = [*NAMED, "heatmap"]
_CROSSOVERS = [*NAMED, "heatmap", *CROSSOVERS]


def _one_of(names: list[str]) -> Any:
    def known(name: str) -> str:
        if name not in names:
            raise ValueError(f"unknown; use one of {', '.join(names)}")
        return name

    return Annotated[str, AfterValidator(known), Field(json_schema_extra={"enum": list(names)})]


_Method = _one_of(list(METHODS))
_LocalSearch = _one_of(_LOCAL_SEARCHES)
_Crossover = _one_of(_CROSSOVERS)
_Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=1, lt=2**31)]


class SearchOptions(BaseModel):
    """How an instance is solved; as the options of `kinroute solve`."""

    model_config = ConfigDict(extra="forbid")

    method: _Method = Field(default="auto", description="The named method.")  # type: ignore[valid-type]
    local_search: _LocalSearch | None = Field(  # type: ignore[valid-type]
        default=None, description="Relatedness of the local search; default: the method's."
    )
    crossover: _Crossover | None = Field(  # type: ignore[valid-type]
        default=None,
        description="Relatedness of the crossover, or a crossover without; default: the method's.",
    )
    model: str | None = Field(
        default=None,
        description="Network of the N methods, by the name of one that is installed.",
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$",
    )
    granularity: Annotated[int, Field(ge=1, le=1000)] | None = Field(
        default=None, description="Size of the neighbour lists (Γ)."
    )
    seed: Annotated[int, Field(ge=0, lt=2**53)] = Field(default=1, description="Random seed.")
    threads: _Count = Field(
        default=1, description="Number of cooperating searches, one thread each."
    )
    seconds: _Positive | None = Field(
        default=None,
        description="Seconds of wall time; default: by the number of customers, at most the limit.",
    )
    iterations: Annotated[int, Field(ge=1, lt=2**53)] | None = Field(
        default=None, description="Iterations; the same seed then gives the same routes."
    )
    no_improvement: Annotated[int, Field(ge=1, lt=2**53)] | None = Field(
        default=None, description="Iterations without improvement."
    )
    target: Annotated[float, Field(allow_inf_nan=False)] | None = Field(
        default=None, description="A solution of this cost or less ends the search."
    )


class FileOptions(BaseModel):
    """How a file is read, and what overrides its values; as the options of the command line."""

    model_config = ConfigDict(extra="forbid")

    capacity: _Positive | None = Field(default=None, description="Needed where the file has none.")
    vehicles: _Count | None = Field(default=None, description="Most routes.")
    rounding: Literal["nearest", "up", "none"] | None = Field(
        default=None, description="Of every distance; default: by the format."
    )
    columns: Annotated[str, Field(max_length=2000)] | None = Field(
        default=None, description="What columns of stops mean, such as demand=qty,name=client."
    )
    ignore_columns: Annotated[str, Field(max_length=2000)] | None = Field(
        default=None, description="Columns to leave out, such as time windows."
    )
    speed: _Positive | None = Field(default=None, description="Distance per hour.")
    max_duration: Annotated[str, Field(max_length=40)] | None = Field(
        default=None, description="Longest route: 8h, 90min, 7:30, or a number in the time unit."
    )
    max_distance: _Positive | None = Field(default=None, description="Longest route by distance.")
    max_stops: _Count | None = Field(default=None, description="Most customers on a route.")
    open_routes: bool | None = Field(default=None, description="Routes end at their last stop.")
    minimise: Annotated[str, Field(max_length=100)] | None = Field(
        default=None,
        description="distance, duration, or weights such as 0.4*distance+0.5*duration.",
    )
    fixed_cost: _Amount | None = Field(
        default=None, description="Cost of every route that is driven."
    )
    distance_unit: Annotated[str, Field(max_length=20)] | None = Field(
        default=None, description="Unit of distances, for display."
    )
    time_unit: Literal["s", "min", "h"] | None = Field(
        default=None, description="Unit of durations, service and their limit."
    )


class UploadOptions(FileOptions, SearchOptions):
    """All fields of an upload besides its file."""


def search_options(value: Any) -> SearchOptions:
    """The options of a JSON request; raises `ProblemError` with the place of what is wrong."""
    try:
        return SearchOptions.model_validate(value, strict=True)
    except ValidationError as error:
        raise invalid(error, SearchOptions, "options") from None


def upload_options(fields: dict[str, str]) -> UploadOptions:
    """The fields of a form; raises `ProblemError` likewise."""
    try:
        return UploadOptions.model_validate_strings(fields)
    except ValidationError as error:
        raise invalid(error, UploadOptions, "") from None


def invalid(error: ValidationError, model: type[BaseModel], above: str) -> ProblemError:
    """The problem of values that are no valid options: the first of them in words, all by place."""
    faults = []
    for fault in error.errors(include_url=False, include_context=False)[:20]:
        place = ".".join(str(part) for part in (above, *fault["loc"]) if part != "")
        value = repr(fault["input"])
        text = fault["msg"].removeprefix("Value error, ")
        if fault["type"] == "extra_forbidden":
            text = f"unknown; use one of {', '.join(model.model_fields)}"
        shown = value if len(value) <= 60 else value[:57] + "..."
        faults.append({"place": place, "text": f"{shown}: {text}"})
    first = faults[0]
    where = f"{first['place']} = " if first["place"] else ""
    return ProblemError(
        422,
        "invalid-options",
        "The options are not valid",
        f"{where}{first['text']}",
        {"place": first["place"], "errors": faults},
    )
