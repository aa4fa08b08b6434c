import time

import pytest

from kinroute.bench.cluster import connected
from kinroute.bench.stop_sign import StopSign, raise_sign

pytestmark = pytest.mark.thorough


def wait_for(name: str) -> bool:
    sign = StopSign(name)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if sign():
            return True
        time.sleep(0.02)
    return False


def test_a_task_sees_the_sign_of_its_name() -> None:
    with connected(workers=1) as client:
        future = client.submit(wait_for, "kinroute-test", pure=False)
        time.sleep(0.3)
        assert not future.done()
        raise_sign(client, "kinroute-other")
        raise_sign(client, "kinroute-test")
        assert future.result(timeout=60)


def test_a_task_that_nobody_waits_for_ends() -> None:
    with connected(workers=1) as client:
        future = client.submit(wait_for, "kinroute-never", pure=False)
        time.sleep(0.5)
        future.cancel()
        # The only thread of the worker is free again.
        assert client.submit(sum, [1, 2], pure=False).result(timeout=30) == 3
