import pytest

from tests.core.problems import testing


@pytest.fixture
def mailbox() -> testing.Mailbox:
    """For three searches, of which the first has published twice."""
    mailbox = testing.Mailbox(3)
    for work in (10, 25):
        mailbox.note_work(0, work)
        mailbox.publish(0)
    return mailbox


def test_every_other_search_reads_every_batch_in_order(mailbox: testing.Mailbox) -> None:
    for reader in (1, 2):
        assert mailbox.unread(0, reader) == (0, 10)
        assert mailbox.unread(0, reader) == (0, 10)  # until it is marked
        mailbox.mark_read(0, reader)
        assert mailbox.unread(0, reader) == (1, 35)
        mailbox.mark_read(0, reader)
        assert mailbox.unread(0, reader) is None
    mailbox.publish(0)
    assert mailbox.unread(0, 1) == mailbox.unread(0, 2) == (2, 35)


def test_a_slow_reader_misses_nothing(mailbox: testing.Mailbox) -> None:
    for _ in range(50):
        mailbox.publish(0)
    for turn in range(52):
        batch = mailbox.unread(0, 1)
        assert batch is not None
        assert batch[0] == turn
        mailbox.mark_read(0, 1)
    assert mailbox.unread(0, 1) is None
    assert mailbox.unread(0, 2) == (0, 10)


def test_a_search_has_nothing_to_read_of_its_own(mailbox: testing.Mailbox) -> None:
    assert mailbox.unread(0, 0) is None
    assert mailbox.unread(1, 0) is None


def test_waiting_ends_with_the_work_or_the_turns_or_when_it_is_over(
    mailbox: testing.Mailbox,
) -> None:
    assert mailbox.await_work(0, 35, 0)
    assert not mailbox.await_work(0, 36, 3)
    assert mailbox.await_turns(0, 2, 0)
    assert not mailbox.await_turns(0, 3, 3)


def test_nobody_waits_for_a_search_that_left(mailbox: testing.Mailbox) -> None:
    mailbox.leave(0)
    assert mailbox.await_work(0, 10**9, 0)
    assert mailbox.await_turns(0, 10**9, 0)
    assert mailbox.unread(0, 1) == (0, 10)  # what it left behind is there


def test_a_closed_mailbox_ends_every_wait_that_is_not_over(mailbox: testing.Mailbox) -> None:
    mailbox.close()
    assert not mailbox.await_turns(0, 3, 10**9)
    assert mailbox.await_turns(0, 2, 10**9)
