"""Which version of its instances and models a report is about, where a store holds several: a
function that was edited, a network trained again, an instance corrected."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from kinroute.bench.plan import Plan
from kinroute.bench.record import Record
from kinroute.bench.store import Store

_FACT = "versions"

_ByInstance = dict[str, str | None]
"""The digest of a model by that of the instance it speaks of; None where the model was another."""


def note_versions(plan: Plan, store: Store) -> None:
    """Write down what the instances and models of a plan are now."""
    instances: dict[str, list[str]] = defaultdict(list)  # two folders may have the same names
    for entry in plan.entries:
        instances[entry.name].append(entry.digest)
    models: dict[str, _ByInstance] = defaultdict(dict)
    for run in plan.runs:
        if run.arm.model is not None:
            models[run.arm.model][run.entry.digest] = run.model_digest
    known = store.fact(_FACT) or {"instances": {}, "models": {}}
    merged = {name: _merged(known["models"].get(name, {}), now) for name, now in models.items()}
    store.note_fact(
        _FACT,
        {"instances": known["instances"] | instances, "models": known["models"] | merged},
    )


def current(records: list[Record], store: Store) -> list[Record]:
    """The runs on instances as they are now, by models as they are now, as far as is known."""
    known = store.fact(_FACT)
    if known is None:  # a store from before versions were noted
        return records
    return [record for record in records if _is_current(record, known)]


def _is_current(record: Record, known: dict[str, Any]) -> bool:
    digest = record.instance_digest
    if digest not in known["instances"].get(record.instance, [digest]):
        return False
    models = known["models"].get(record.model, {})
    return bool(models.get(digest, record.model_digest) == record.model_digest)


def _merged(was: _ByInstance, now: _ByInstance) -> _ByInstance:
    """What is so now; what was replaced on one instance holds on no other one either."""
    replaced = {was[i] for i in now if i in was} - set(now.values())
    return {i: None if digest in replaced else digest for i, digest in (was | now).items()}
