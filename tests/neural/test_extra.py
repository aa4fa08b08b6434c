import pytest

from kinroute.errors import ConfigError
from kinroute.neural import extra


def test_a_missing_torch_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    extra.require_torch()
    monkeypatch.setattr(extra, "find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r'pip install "kinroute\[neural\]"'):
        extra.require_torch()
