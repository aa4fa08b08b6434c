"""Names of settings of each type, whatever `SearchConfig` calls them."""

from kinroute.bench.settings import default_values

_VALUES = default_values()
SHARE = next(name for name, value in _VALUES.items() if isinstance(value, float))
ZERO_SHARE = next(name for name, value in _VALUES.items() if value == 0.0 and type(value) is float)
FLAG = next(name for name, value in _VALUES.items() if isinstance(value, bool))
COUNT = next(
    name
    for name, value in _VALUES.items()
    if type(value) is int and value > 0 and name != "granularity"
)
OTHER_COUNT = _VALUES[COUNT] + 1
"""A valid value that is not the default."""
