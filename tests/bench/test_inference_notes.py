from dataclasses import replace
from pathlib import Path

import numpy as np

from kinroute.bench.arm import Arm
from kinroute.bench.inference_notes import charge_note, inference_notes, made_no_iteration
from kinroute.bench.plan import planned
from kinroute.bench.record import Record
from tests.bench import made_up

ARM = Arm(method="N-N", model="light-2", label="N-N")


RUN = planned(made_up.campaign(1)).runs[0]
RECORD = made_up.record(RUN, 1.0, 100.0, rng=np.random.default_rng(1))


def made(iterations: int, inference: float | None = 0.4, arm: str = "N-N") -> Record:
    return replace(RECORD, arm=arm, iterations=iterations, inference_seconds=inference)


def test_runs_that_inference_left_no_time_are_counted() -> None:
    records = [made(0), made(0), made(7), made(0, None, "D-D")]
    notes = inference_notes([ARM, Arm(method="D-D")], records)
    assert len(notes) == 2
    assert notes[1].startswith("2 of 3 runs of N-N made no iteration: inference took their time.")


def test_a_run_without_inference_or_with_iterations_is_not_marked() -> None:
    assert made_no_iteration(made(0))
    assert not made_no_iteration(made(3))
    assert not made_no_iteration(made(0, None))
    assert not made_no_iteration(made(0, 0.0))
    assert not made_no_iteration(replace(made(0), stopped_by="target"))  # by its first solution


def test_what_is_charged_is_said_of_every_kind_of_model(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", heatmap=np.zeros((2, 2)))
    assert "charged to every run as wall time" in charge_note("light-2")
    assert "charged to every run as wall time" in charge_note("nets.py:scores")
    assert charge_note(str(tmp_path)).endswith("is not charged.")
    assert "no time is charged" in charge_note("oracle")


def test_an_optimistic_arm_is_said_not_to_be_charged() -> None:
    optimistic = replace(ARM, optimistic=True)
    notes = inference_notes([optimistic], [made(0)])
    assert notes == ["No time is charged for inference in N-N (optimistic)."]


def test_arms_without_a_model_have_no_notes() -> None:
    assert inference_notes([Arm(method="D-D")], [made(0, None, "D-D")]) == []


def test_a_folder_that_is_gone_was_not_charged_either() -> None:
    arm = Arm(method="N-N", model="gone/", label="N-N")
    assert inference_notes([arm], [made(5, 0.0)])[0].endswith("is not charged.")
    assert "charged to every run" in inference_notes([arm], [made(5, 0.2)])[0]
