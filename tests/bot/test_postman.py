"""The way of a message: in order, once, as fast as allowed, and never given up too soon."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tests.bot.office import Office, pressed, table, to
from tests.telegram.fake.faults import Fault
from ukachat.bot import postman as postman_module
from ukachat.chat.messages import Say, Tone

if TYPE_CHECKING:
    from ukachat.bot.addresses import Chat
    from ukachat.bot.delivering import Fate
    from ukachat.chat.store import Posted

MINUTE = 60.0


# --- as fast as allowed ---


def test_messages_arrive_in_the_order_in_which_they_were_said(office: Office) -> None:
    async def act() -> None:
        said = [f"{number}" for number in range(30)]
        await office.posted(*(Say(to(office.mere.private), each) for each in said), seconds=MINUTE)
        assert office.texts(office.mere.private) == said

    office.delivering(act)
    assert not office.world.refused()


def test_of_what_waits_only_the_latest_table_is_shown(office: Office) -> None:
    """A group sees 20 messages a minute at most, however fast the cards fall."""

    async def act() -> None:
        for second in range(180):
            await office.posted(table(office, f"Trick {second}"), seconds=1)
        await office.clock.wind(10)
        (shown,) = office.group.said_by_bot()
        assert shown.text == "Trick 179"
        assert shown.labels == ["1"]

    office.delivering(act)
    assert not office.world.refused()
    times = [call.time for call in office.world.sent(office.group)]
    assert all(later - earlier > 60 for earlier, later in zip(times, times[20:], strict=False))
    assert len(times) > 30, "and it is not slower than it has to be"


def test_a_table_that_comes_anew_leaves_no_other_behind(office: Office) -> None:
    """Or people would press the buttons of an old one."""

    async def act() -> None:
        for trick in range(3):
            turn = Say(to(office.mere.private), f"Trick {trick}", Tone.TURN, key="table:abc")
            await office.posted(turn, seconds=30)
            assert office.texts(office.mere.private) == [f"Trick {trick}"]

    office.delivering(act)


def test_a_group_that_has_to_wait_holds_up_nobody_else(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("flood", chat=office.group.id, seconds=300))
        say = [Say(to(chat), "Hello") for chat in (office.group, office.mere.private)]
        await office.posted(*say, seconds=1)
        assert office.texts(office.mere.private) == ["Hello"]
        await office.posted(Say(to(office.mere.private), "Your turn"), seconds=297)
        assert office.texts(office.mere.private) == ["Hello", "Your turn"]
        assert office.texts(office.group) == []
        await office.clock.wind(5)
        assert office.texts(office.group) == ["Hello"]

    office.delivering(act)
    assert len(office.world.refused()) == 1, "and Telegram is not asked again before"


def test_the_answer_to_a_press_overtakes_all(office: Office) -> None:
    async def act() -> None:
        await office.posted(*(Say(to(office.group), f"{each}") for each in range(20)))
        await office.posted(*(Say(to(office.ana.private), f"{each}") for each in range(20)))
        assert office.waiting
        reply = pressed(office)
        await office.posted(reply)
        (press,) = office.world.presses.values()
        assert (press.text, press.alert) == ("1 J♥️  2 A♠️", True)

    office.delivering(act)


def test_two_topics_of_a_group_share_what_it_may_be_sent(office: Office) -> None:
    async def act() -> None:
        for number in range(20):
            for topic in office.topics:
                await office.post(Say(to(office.club, topic), f"{number}"))
        await office.clock.wind(5 * MINUTE)
        for topic in office.topics:
            assert office.texts(office.club, topic) == [f"{number}" for number in range(20)]

    office.delivering(act)
    assert not office.world.refused()


def test_a_long_text_counts_as_the_messages_it_takes(office: Office) -> None:
    async def act() -> None:
        for _ in range(8):
            await office.post(Say(to(office.mere.private), "rules\n" * 3000))
        await office.clock.wind(3 * MINUTE)
        assert len(office.texts(office.mere.private)) == 8 * 5

    office.delivering(act)
    assert not office.world.refused()


def test_what_is_on_its_way_for_longer_than_it_is_claimed_is_sent_once(office: Office) -> None:
    async def act() -> None:
        quickly = office.delivery.deliver

        async def slowly(posted: Posted, chat: Chat) -> Fate:
            await office.clock.sleep(200)
            return await quickly(posted, chat)

        office.delivery.deliver = slowly  # type: ignore[method-assign]
        await office.posted(Say(to(office.mere.private), "Hello"), seconds=500)
        assert office.texts(office.mere.private) == ["Hello"]

    office.delivering(act)


def test_what_has_to_wait_for_long_is_sent_once(office: Office) -> None:
    """The second topic is not known to rest when its message is taken."""

    async def act() -> None:
        office.limits.shut(office.club.id, office.clock.now() + 400)
        await office.posted(Say(to(office.club, office.topics[0]), "Hello"), seconds=390)
        assert office.texts(office.club) == []
        await office.clock.wind(20)
        assert office.texts(office.club) == ["Hello"]

    office.delivering(act)


def test_no_more_than_so_many_are_on_their_way_at_once(office: Office) -> None:
    async def act() -> None:
        for chat in range(100):
            office.limits.shut(-2000 - chat, office.clock.now() + 30)
        posts = [Say(f"telegram:{-2000 - chat}", "Hello") for chat in range(100)]
        await office.posted(*posts)
        assert len(office.postman._on_the_way) == postman_module._AT_ONCE

    office.delivering(act)


def test_chats_that_have_been_quiet_are_forgotten(office: Office) -> None:
    async def act() -> None:
        for person in (office.mere, office.ana):
            await office.post(Say(to(person.private), "Hello"))
        await office.clock.wind(MINUTE)
        await office.posted(Say(to(office.group), "Hello"))
        assert set(office.postman._addresses) <= {office.group.id}

    office.delivering(act)
    assert not office.postman._tries
    assert not office.postman._unmarked
    assert not office.postman._on_the_way


# --- beginning and ending ---


def test_a_bot_that_begins_anew_sends_what_was_on_its_way(office: Office) -> None:
    async def act() -> None:
        await office.post(Say(to(office.mere.private), "Hello"))
        await office.store.claim_next("telegram:", office.clock.now())  # by one that was killed
        await office.postman.begin()
        async with office.working():
            await office.clock.wind(1)
        assert office.texts(office.mere.private) == ["Hello"]

    office.through(act)


def test_a_bot_that_ends_lets_arrive_what_is_on_its_way_and_keeps_the_rest(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("slow", seconds=0.05))
        running = asyncio.create_task(office.postman.run())
        await office.post(*(Say(to(office.mere.private), f"{each}") for each in range(3)))
        await office.clock.settle()
        assert office.postman._on_the_way
        running.cancel()
        await office.postman.finish(10)
        assert office.texts(office.mere.private) == ["0"]
        assert [message.text for message in office.waiting if isinstance(message, Say)] == [
            "1",
            "2",
        ]
        await office.postman.finish(10)  # There is nothing more.

    office.through(act)


def test_a_bot_that_ends_waits_for_nobody_for_ever(office: Office) -> None:
    async def act() -> None:
        office.limits.shut(office.mere.id, office.clock.now() + 1000)
        running = asyncio.create_task(office.postman.run())
        await office.posted(Say(to(office.mere.private), "Hello"))
        running.cancel()
        await office.postman.finish(0.01)
        assert office.postman._on_the_way == {}
        assert office.waiting

    office.through(act)
