from kinroute import Progress


def progress(time: float, iterations: int) -> Progress:
    return Progress(
        time=time,
        iterations=iterations,
        best_cost=None,
        feasible_share=0.5,
        restarts=0,
        time_left=None,
    )


def test_the_speed_is_iterations_per_second_since_the_call() -> None:
    assert progress(2.0, 500).iterations_per_second == 250


def test_there_is_no_speed_before_any_time() -> None:
    assert progress(0.0, 0).iterations_per_second == 0
