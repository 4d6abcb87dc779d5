"""The way of a message past what goes wrong: nothing is lost, sent twice or tried for ever."""

from __future__ import annotations

import pytest

from tests.bot.office import Office, pressed, table, to
from tests.telegram.fake import membership
from tests.telegram.fake.faults import Fault
from ukachat.chat.messages import Button, Say, Tone

MINUTE = 60.0


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
