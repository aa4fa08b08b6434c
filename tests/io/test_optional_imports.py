import json
import sys

import pytest

from kinroute.errors import ConfigError
from kinroute.io.optional_imports import optional_import


def test_an_installed_module_is_imported() -> None:
    assert optional_import("json", extra="neural", purpose="training") is json


def test_a_missing_module_is_reported_with_the_command_that_installs_it() -> None:
    with pytest.raises(ConfigError) as error:
        optional_import("no_such_module", extra="neural", purpose="training")
    assert str(error.value) == (
        "training needs no_such_module, which is not installed\n"
        'Install it, in a clone: pip install ".[neural]"'
    )


def test_a_module_that_is_blocked_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "json", None)
    with pytest.raises(ConfigError, match="a campaign needs json") as error:
        optional_import("json", extra="bench", purpose="a campaign")
    assert '".[bench]"' in str(error.value)
