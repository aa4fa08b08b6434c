import signal

from kinroute.bench.preload import dask_setup


def test_a_worker_ignores_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        dask_setup(object())
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
