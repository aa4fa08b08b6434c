import asyncio

from kinroute.studio.service.changes import Changes


def test_those_who_follow_a_job_are_woken_by_any_thread() -> None:
    async def check() -> None:
        changes = Changes()
        with changes.following("a") as first, changes.following("b") as second:
            assert changes.followers == 2
            await asyncio.to_thread(changes.notify, "a")
            await asyncio.wait_for(first.wait(), 5)
            assert not second.is_set()
        assert changes.followers == 0
        changes.notify("a")

    asyncio.run(check())


def test_all_are_woken_at_the_end() -> None:
    async def check() -> None:
        changes = Changes()
        with changes.following("a") as event:
            changes.close()
            await asyncio.wait_for(event.wait(), 5)
            assert changes.is_closed

    asyncio.run(check())
