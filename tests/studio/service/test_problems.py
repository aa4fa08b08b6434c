from kinroute.errors import ConfigError, FormatError, ImpossibleError
from kinroute.studio.service.problems import ProblemError, input_problem, over_limit, too_many


def test_an_input_error_keeps_its_place_and_its_remedy() -> None:
    error = FormatError("no number\nWrite one.", source="a.csv", place="row 3")
    problem = input_problem(error)
    assert problem.status == 422
    assert problem.as_dict() == {
        "type": "urn:kinroute:problem:unreadable",
        "title": "The input cannot be read",
        "status": 422,
        "detail": "a.csv, row 3: no number",
        "source": "a.csv",
        "place": "row 3",
        "remedy": "Write one.",
    }
    assert input_problem(ImpossibleError("too heavy")).code == "impossible"
    assert input_problem(ConfigError("no such thing")).as_dict()["detail"] == "no such thing"


def test_a_problem_survives_the_way_between_processes() -> None:
    problem = over_limit("seconds", 90, 60)
    again = ProblemError.from_dict(problem.as_dict())
    assert again.as_dict() == problem.as_dict()
    assert str(again) == "seconds 90 is more than this service takes; use at most 60"


def test_a_busy_service_says_when_to_come_again() -> None:
    problem = too_many("5 jobs wait already", 5, retry_after=7)
    assert (problem.status, problem.headers) == (429, {"Retry-After": "7"})
