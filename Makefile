# make demo and make test are all a newcomer needs; both set everything up in .venv first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
CPP    := $(wildcard cpp/*/*.h cpp/*/*.cpp cpp/*/*/*.h cpp/*/*/*.cpp)

.PHONY: build check test thorough demo bench asan asan-all clang portable wheel coverage docs stub format clean

build: $(VENV)/.built

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	@touch $@

# The development tools include the build tools, so nothing is fetched again for a rebuild.
$(VENV)/.built: $(VENV)/.installed CMakeLists.txt $(CPP)
	$(BIN)/python -m pip install --quiet --no-build-isolation --constraint constraints.txt --editable ".[bench,studio]"
	@touch $@

# Torch is large, and only what trains networks needs it: no demo should wait for it.
$(VENV)/.neural: $(VENV)/.built
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group neural
	@touch $@

# The routing servers that the tests of `kinroute matrix` run. Only the programs in these wheels are
# used, so it does not matter which Python the wheels are for.
$(VENV)/.engines: $(VENV)/.installed constraints.txt
	$(BIN)/python -m pip install --quiet --target build/engines --upgrade --no-deps --only-binary :all: \
		--python-version 3.12 --constraint constraints.txt osrm-bindings pyvalhalla
	@touch $@

$(VENV)/.docs: $(VENV)/.built
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group docs
	@touch $@

check: $(VENV)/.neural
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/python tools/tidy.py
	$(BIN)/python tools/stub.py --check
	$(BIN)/python tools/docs.py --check
	$(BIN)/python tools/figures.py --check

test: $(VENV)/.neural $(VENV)/.engines
	$(BIN)/python -m pytest -n auto --quiet -m "not thorough"

# The tests that take long: fuzzing, simulations, notebooks, processes that are killed.
thorough: $(VENV)/.neural $(VENV)/.engines $(VENV)/.docs
	$(BIN)/python -m pytest -n auto --dist loadgroup --quiet -m thorough

demo: build
	$(BIN)/python examples/demo.py

bench: build
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group bench
	$(BIN)/python -m pytest benchmarks --quiet --benchmark-columns=min,median,rounds

# With asserts on, under AddressSanitizer and UBSan: a representative part of the tests, and all.
asan: $(VENV)/.neural
	$(BIN)/python tools/variant.py asan

asan-all: $(VENV)/.neural $(VENV)/.engines
	$(BIN)/python tools/variant.py asan --all

# The core built by clang instead of the default compiler.
clang: $(VENV)/.neural
	$(BIN)/python tools/variant.py clang

# The search without Python: other compilers and libraries, ARM and Windows. Of the package, whether it
# uses what these platforms have.
portable: $(VENV)/.neural
	$(BIN)/python tools/portable.py $(PORTABLE)
	$(BIN)/mypy --platform win32 --cache-dir build/portable/mypy-win32 src
	$(BIN)/mypy --platform darwin --cache-dir build/portable/mypy-darwin src

$(VENV)/.wheel: $(VENV)/.installed constraints.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group wheel
	@touch $@

# Sdist and wheel, installed and used in an empty environment without a compiler.
wheel: $(VENV)/.wheel
	$(BIN)/python tools/wheel.py

coverage: $(VENV)/.neural $(VENV)/.engines
	$(BIN)/python tools/measure_coverage.py

# The reference and the quoted figures, and then the site, into build/site/index.html.
docs: $(VENV)/.docs
	$(BIN)/python tools/docs.py
	$(BIN)/python tools/figures.py
	$(BIN)/python tools/build_site.py

stub: build
	$(BIN)/python tools/stub.py

format: build
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

clean:
	rm -rf build demo dist $(VENV)
