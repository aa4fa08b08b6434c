from kinroute.bench.arm import Arm
from kinroute.bench.questions import (
    baseline_counterpart,
    differences,
    distance_counterpart,
    question,
)


def test_the_distance_counterpart_goes_by_distance_and_is_alike_otherwise() -> None:
    arms = [
        Arm(method="D-O", granularity=15),
        Arm(method="D-D", granularity=15),
        Arm(method="D-D", granularity=20),
        Arm(method="fragment", granularity=15),
    ]
    learned = Arm(method="N-N", model="m", granularity=15)
    assert distance_counterpart(learned, arms) == arms[1]
    assert distance_counterpart(Arm(method="D-N", model="m", granularity=20), arms) == arms[2]
    assert distance_counterpart(Arm(method="N-O", model="m", granularity=15), arms) == arms[0]
    assert (
        distance_counterpart(Arm(method="D-D", crossover="fusion", granularity=15), arms) == arms[1]
    )
    assert distance_counterpart(Arm(method="N-O", model="m", granularity=30), arms) is None
    assert distance_counterpart(arms[1], arms) is None
    assert distance_counterpart(arms[3], arms) is None


def test_a_question_names_what_differs() -> None:
    base, related = Arm(method="D-O"), Arm(method="D-D")
    both = Arm(method="N-N", model="light-2", optimistic=True)
    assert question(related, base) == "crossover by distance instead of OX"
    assert question(both, related) == (
        "both operators by light-2 (inference time left out) instead of distance"
    )
    assert question(Arm(method="fragment-random"), Arm(method="fragment")) == (
        "crossover by random fragments instead of the fragment crossover"
    )
    assert question(Arm(method="D-O", granularity=5), Arm(method="D-O", granularity=9)) == (
        "Γ 5 instead of 9"
    )
    assert question(Arm(method="auto"), base) == "`auto` instead of D-O"
    odd = Arm(method="D-O", config=(("elite", 2),), label="odd")
    assert question(odd, base) == "odd instead of D-O"


def test_an_arm_without_gamma_has_the_usual_one() -> None:
    by_default, given = Arm(method="D-D"), Arm(method="D-N", model="m", granularity=15)
    assert (
        distance_counterpart(given, [Arm(method="D-D", granularity=20), by_default]) == by_default
    )
    assert question(given, by_default) == "crossover by m instead of distance"
    other = Arm(method="D-N", model="m", granularity=20)
    assert question(other, by_default).endswith("and Γ 20 instead of 15")


def test_the_baseline_is_taken_with_the_arm_s_gamma_and_settings() -> None:
    two = (("elite", 2),)
    base = Arm(method="D-O", granularity=15)
    at_30, with_two = Arm(method="D-O", granularity=30), Arm(method="D-O", config=two)
    arms = [base, at_30, with_two, Arm(method="D-D")]
    assert baseline_counterpart(Arm(method="D-D", granularity=30), base, arms) is at_30
    assert baseline_counterpart(Arm(method="D-D", config=two), base, arms) is with_two
    assert baseline_counterpart(Arm(method="D-D", granularity=50), base, arms) is base
    assert baseline_counterpart(base, base, arms) is None


def test_differences_are_operators_and_settings() -> None:
    base = Arm(method="D-O")
    assert differences(base, base) == 0
    assert differences(Arm(method="D-D"), base) == 1
    assert differences(Arm(method="N-N", model="m"), base) == 2
    assert differences(Arm(method="D-D", config=(("elite", 2),)), base) == 2


def test_pure_lists_are_a_question_of_their_own() -> None:
    by_distance, pure = Arm(method="D-O"), Arm(method="N-O", model="m", neighbours="pure")
    mixed = Arm(method="N-O", model="m")
    assert question(pure, by_distance) == "local search by m in pure lists instead of distance"
    assert distance_counterpart(pure, [by_distance, mixed, pure]) is by_distance
    assert baseline_counterpart(pure, mixed, [mixed, pure]) is mixed
