import sys

import pytest

from kinroute.bench import cluster
from kinroute.bench.cluster import connected
from kinroute.errors import ConfigError, InputWarning


def test_a_local_cluster_has_one_thread_per_worker() -> None:
    with connected(workers=2) as client:
        client.wait_for_workers(2, timeout=60)
        assert sorted(client.nthreads().values()) == [1, 1]
        assert client.submit(sum, [1, 2]).result(timeout=60) == 3
    assert client.status == "closed"


def test_an_address_without_a_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.5)
    with (
        pytest.warns(InputWarning, match="does not use TLS"),
        pytest.raises(ConfigError, match=r"no scheduler responds at tcp://127\.0\.0\.1:9"),
        connected(scheduler="tcp://127.0.0.1:9"),
    ):
        pass


def test_a_scheduler_with_tls_needs_its_certificates() -> None:
    with (
        pytest.raises(
            ConfigError, match=r"(?s)the scheduler at tls:.* needs certificates.*TLS__CA_FILE"
        ),
        connected(scheduler="tls://127.0.0.1:9"),
    ):
        pass


def test_a_cluster_needs_a_worker() -> None:
    with (
        pytest.raises(ConfigError, match="0 workers cannot run anything; use 1 or more"),
        connected(workers=0),
    ):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ConfigError, match=r"\.\[bench\]"), connected(workers=1):
        pass
