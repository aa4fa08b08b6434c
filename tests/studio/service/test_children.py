import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from kinroute.studio.service.children import ChildDiedError, ChildProcess, Helpers
from kinroute.studio.service.folder import Folder
from kinroute.studio.service.problems import ProblemError
from kinroute.studio.service.settings import Limits
from tests.studio.service.servers import larger


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    made.create()
    return made


def written(folder: Folder, **more: Any) -> dict[str, Any]:
    import json

    path = folder.upload("a")
    path.write_text(json.dumps({"instance": larger()}))
    sent = {"path": str(path), "label": None, "form": None}
    return {"job": "a", "submission": sent, "most_customers": 100, **more}


def test_a_process_that_is_killed_is_noticed(folder: Folder) -> None:
    async def check() -> None:
        child = await ChildProcess.started("worker", folder, Limits())
        task = written(folder, kind="solve", most_seconds=60)

        async def kill(_: Any) -> None:
            os.kill(child.process.pid, signal.SIGKILL)

        with pytest.raises(ChildDiedError):
            await child.answer(task, kill)
        assert not child.is_alive

    asyncio.run(check())


def test_helpers_are_used_again_and_replaced_when_they_die(folder: Folder) -> None:
    async def check() -> None:
        helpers = Helpers(folder, Limits(), size=1)
        task = written(folder, kind="read")
        assert (await helpers.answer(task))["customers"] == 60
        first = helpers._idle[0].process.pid
        assert (await helpers.answer(task))["customers"] == 60
        assert helpers._idle[0].process.pid == first
        os.kill(first, signal.SIGKILL)
        assert (await helpers.answer(task))["customers"] == 60
        assert helpers._idle[0].process.pid != first
        await helpers.close()

    asyncio.run(check())


def test_what_takes_too_long_is_refused_and_its_process_ends(folder: Folder) -> None:
    async def check() -> None:
        helpers = Helpers(folder, Limits(reading_seconds=0.5), size=1)
        with pytest.raises(ProblemError, match=r"longer than 0\.5 s"):
            await helpers.answer(written(folder, kind="solve", most_seconds=60))
        assert helpers._idle == []
        await helpers.close()

    asyncio.run(check())
