import json
import sys

import pytest

from kinroute.bench.optional_imports import optional_import
from kinroute.errors import ConfigError


def test_an_installed_module_is_imported() -> None:
    assert optional_import("json") is json


def test_a_missing_module_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = r'needs distributed, which is not installed\n.*pip install "\.\[bench\]"'
    with pytest.raises(ConfigError, match=message):
        optional_import("distributed")
