"""The way of a message: in order, once, as fast as allowed, and never given up too soon."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.bot.office import Office, press_reply, to
from tests.telegram.fake import membership
from tests.telegram.fake.faults import Fault
from ukachat.bot import postman as postman_module
from ukachat.chat.messages import Button, Edit, Reply, Say, Tone

if TYPE_CHECKING:
    from ukachat.bot.addresses import Chat
    from ukachat.bot.delivering import Fate
    from ukachat.chat.store import Posted

MINUTE = 60.0


@pytest.fixture
def office() -> Office:
    return Office()


def table(office: Office, text: str) -> Edit:
    """The table of the group as it stands."""
    return Edit(to(office.group), "table:abc", text, buttons=((Button("1", "t:abc:1:1"),),))


def pressed(office: Office) -> Reply:
    """The answer to a press in the group."""
    message = office.world.new_message(office.group, office.world.me, text="Table")
    message.show_buttons([[{"text": "1", "callback_data": "1"}]])
    press = office.ana.presses("1", message)
    return press_reply(to(office.ana.private), press.id, "1 J♥  2 A♠")


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


# --- what goes wrong on the way ---


def test_a_broken_network_loses_nothing_and_is_asked_less_and_less(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("drop", times=5))
        people = (office.mere, office.ana)
        said = ["a", "b"]
        for text in said:
            await office.post(*(Say(to(person.private), text) for person in people))
        await office.clock.wind(5)
        failed = len(office.world.calls)
        assert failed <= 4
        await office.clock.wind(3 * MINUTE)
        for person in people:
            assert office.texts(person.private) == said

    office.delivering(act)


def test_an_outage_that_many_messages_meet_counts_once(office: Office) -> None:
    """Or the first second without a network would cost everybody a minute."""

    async def act() -> None:
        chats = [person.private for person in (office.mere, office.ana)] + [office.group]
        office.world.faults.add(Fault("drop", times=99))
        await office.posted(*(Say(to(chat), "Hello") for chat in chats))
        assert len(office.world.calls) == len(chats)
        office.world.faults.clear()
        await office.clock.wind(3)
        assert [office.texts(chat) for chat in chats] == [["Hello"]] * len(chats)

    office.delivering(act)


def test_an_answer_to_a_press_is_not_tried_on_and_on_without_a_network(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("drop", method="answerCallbackQuery", times=3))
        await office.posted(pressed(office), seconds=2)
        assert len(office.calls("answerCallbackQuery")) <= 2
        await office.clock.wind(MINUTE)
        (press,) = office.world.presses.values()
        assert press.answered
        assert len(office.calls("answerCallbackQuery")) == 4

    office.delivering(act)


@pytest.mark.parametrize(("seconds", "is_answered"), [(12, True), (45, False)])
def test_a_press_that_telegram_puts_off_is_answered_where_it_is_soon(
    office: Office, seconds: int, is_answered: bool
) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("flood", method="answerCallbackQuery", seconds=seconds))
        await office.posted(pressed(office), Say(to(office.ana.private), "Your turn"), seconds=1)
        assert office.texts(office.ana.private) == ["Your turn"], "and nothing else waits for it"
        await office.clock.wind(2 * MINUTE)
        (press,) = office.world.presses.values()
        assert press.answered is is_answered
        assert not office.waiting

    office.delivering(act)
    assert len(office.calls("answerCallbackQuery")) == 1 + is_answered


def test_a_message_over_which_telegram_fails_is_given_up_in_the_end(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("error", chat=office.group.id, times=8))
        await office.posted(Say(to(office.group), "bad"), Say(to(office.group), "good"), seconds=30)
        assert office.texts(office.group) == []
        await office.posted(Say(to(office.mere.private), "Your turn"), seconds=1)
        assert office.texts(office.mere.private) == ["Your turn"]
        await office.clock.wind(20 * MINUTE)
        assert office.texts(office.group) == ["good"]

    office.delivering(act)
    assert office.postman._tries == {}


def test_a_moment_of_failure_delays_a_message_for_seconds(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("error", code=502))
        await office.posted(Say(to(office.mere.private), "Your turn"), seconds=6)
        assert office.texts(office.mere.private) == ["Your turn"]

    office.delivering(act)
    assert office.postman._tries == {}


def test_an_answer_over_which_telegram_fails_is_given_up_soon(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("error", method="answerCallbackQuery", times=99))
        await office.posted(pressed(office), seconds=3 * MINUTE)
        assert not office.waiting

    office.delivering(act)
    assert 2 < len(office.calls("answerCallbackQuery")) < 6


def test_a_group_that_became_a_supergroup_is_found_there(office: Office) -> None:
    async def act() -> None:
        await office.posted(table(office, "Trick 1"))
        new = membership.upgrade(office.world, office.group)
        office.world.updates.clear()  # the bot is not told but by the refusal
        await office.posted(table(office, "Trick 2"), seconds=1)
        await office.posted(table(office, "Trick 3"), seconds=1)
        assert office.texts(new) == ["Trick 3"]

    office.delivering(act)
    assert len(office.world.refused()) == 2, "the old chat, and the old message in the new one"


# --- what cannot be delivered ---


def test_of_a_chat_that_is_closed_the_conversation_is_told(office: Office) -> None:
    async def act() -> None:
        message = Say(to(office.hemi.private), "Your turn", Tone.TURN)
        await office.posted(message)
        assert office.closed == [message]
        assert not office.waiting

    office.delivering(act)


@pytest.mark.parametrize("method", ["on_closed", "failed"])
def test_that_a_chat_is_closed_is_not_forgotten_while_nothing_can_be_kept(
    office: Office, method: str
) -> None:
    async def act() -> None:
        message = Say(to(office.hemi.private), "Your turn")
        await office.posted(message, seconds=2 * MINUTE)
        assert message in office.closed
        assert not office.waiting

    office.store.failing = {method: 1}
    office.delivering(act)


def test_a_mistake_in_telling_of_it_does_not_bring_the_message_back(office: Office) -> None:
    async def mistake(_: object) -> None:
        raise RuntimeError("a mistake of ours")

    async def act() -> None:
        office.postman._on_closed = mistake
        await office.posted(Say(to(office.hemi.private), "Your turn"))
        assert not office.waiting

    office.delivering(act)


def test_what_telegram_refuses_for_good_holds_up_nothing(office: Office) -> None:
    async def act() -> None:
        bad = Button("", "x")  # a label that Telegram takes for none
        posts = (
            Say(to(office.mere.private), "bad", buttons=((bad,),)),
            Say(to(office.mere.private), "good"),
        )
        await office.posted(*posts, seconds=1)
        assert office.texts(office.mere.private) == ["good"]

    office.delivering(act)


# --- when the store fails ---


def test_what_was_sent_is_not_sent_again_because_it_could_not_be_marked(office: Office) -> None:
    async def act() -> None:
        office.store.failing = {"sent": 2}
        await office.posted(table(office, "Trick 1"), seconds=1)
        assert office.waiting
        await office.clock.wind(3 * MINUTE)
        assert not office.waiting
        await office.posted(table(office, "Trick 2"), seconds=1)
        assert office.texts(office.group) == ["Trick 2"], "and the table is still known"

    office.delivering(act)
    assert len(office.calls("sendMessage")) == 1


def test_an_outbox_that_cannot_be_read_is_read_later(office: Office) -> None:
    async def act() -> None:
        office.store.failing = {"claim_next": 3}
        await office.posted(Say(to(office.mere.private), "Hello"), seconds=1)
        assert office.texts(office.mere.private) == []
        await office.clock.wind(8)
        assert office.texts(office.mere.private) == ["Hello"]

    office.delivering(act)


def test_where_a_group_is_may_be_asked_later(office: Office) -> None:
    async def act() -> None:
        office.store.failing = {"places": 1}
        await office.posted(Say(to(office.group), "Hello"), seconds=2 * MINUTE)
        assert office.texts(office.group) == ["Hello"]

    office.delivering(act)


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
