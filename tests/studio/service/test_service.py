import asyncio
import json
from pathlib import Path

from kinroute.studio.service.service import running
from kinroute.studio.service.settings import Settings
from tests.studio.service.made_up import new_job
from tests.studio.service.servers import SMALL, eventually


def test_a_service_runs_what_it_finds_and_expires_what_it_kept(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, workers=1, keep_seconds=0.5)

    async def check() -> None:
        async with running(settings) as service:
            job = new_job(1)
            upload = service.folder.upload(job.id)
            upload.write_text(json.dumps({"instance": SMALL}))
            service.jobs.add(job)
            service.workers.wake()
            is_gone = lambda: job.id not in service.jobs.ids()  # noqa: E731
            assert await asyncio.to_thread(eventually, is_gone, seconds=30)
            assert await asyncio.to_thread(eventually, lambda: not upload.exists())

    asyncio.run(check())


def test_uploads_without_a_job_are_gone_after_a_start(tmp_path: Path) -> None:
    (tmp_path / "uploads").mkdir()
    (tmp_path / "uploads" / "left").write_text("x")

    async def check() -> None:
        async with running(Settings(folder=tmp_path, workers=1)) as service:
            assert list(service.folder.uploads.iterdir()) == []

    asyncio.run(check())
