"""One message on its way: what its reader gets to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.office import Office, deliver, press_reply, to
from ukachat.bot.addresses import Chat
from ukachat.bot.delivering import Delivered
from ukachat.bot.seen import FAR
from ukachat.bot.speaking import LONGEST, LONGEST_CAPTION
from ukachat.chat.messages import Button, Edit, Say, Send, Tone

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat as FakeChat

BUTTONS = ((Button("9♦ nine", "t:abc:1:9D"),),)


# --- what is shown ---


@pytest.mark.parametrize(
    ("tone", "is_quiet"),
    [
        (Tone.TURN, False),
        (Tone.NUDGE, False),
        (Tone.TABLE, False),
        (Tone.NEWS, True),
        (Tone.ANSWER, True),
    ],
)
def test_a_phone_rings_for_what_somebody_has_to_do(
    office: Office, tone: Tone, is_quiet: bool
) -> None:
    async def act() -> None:
        said = Say(to(office.mere.private), "J♥ leads.", tone, BUTTONS)
        assert isinstance(await deliver(office, said), Delivered)

    office.through(act)
    (message,) = office.mere.private.said_by_bot()
    assert (message.text, message.labels) == ("J♥️ leads.", ["9♦️ nine"])
    (call,) = office.world.calls
    assert call.params["disable_notification"] is is_quiet
    assert call.params["link_preview_options"] == {"is_disabled": True}


def test_what_is_said_in_a_topic_stays_there(office: Office) -> None:
    async def act() -> None:
        await deliver(office, Say(to(office.club, office.topics[1]), "Hello"))

    office.through(act)
    assert office.texts(office.club, office.topics[1]) == ["Hello"]


def test_the_buttons_are_under_the_last_part_of_a_long_text(office: Office) -> None:
    async def act() -> None:
        said = Say(to(office.mere.private), "a" * (LONGEST + 1), buttons=BUTTONS)
        fate = await deliver(office, said, "7")
        last = office.mere.private.said_by_bot()[-1]
        assert fate == Delivered(str(last.id), replaced=7, calls=2)

    office.through(lambda: office.while_time_passes(act()))
    first, last = office.mere.private.said_by_bot()
    assert (first.labels, last.labels) == ([], ["9♦️ nine"])


def test_a_new_message_takes_the_place_of_the_one_before(office: Office) -> None:
    async def act() -> None:
        first = await deliver(office, Say(to(office.mere.private), "one", key="table:abc"))
        assert isinstance(first, Delivered)
        again = Say(to(office.mere.private), "two", Tone.TURN, key="table:abc")
        second = await deliver(office, again, first.message_id)
        assert isinstance(second, Delivered)
        assert second.replaced == int(first.message_id)
        await office.delivery.remove(Chat(office.mere.id), second.replaced)
        assert office.texts(office.mere.private) == ["two"]

    office.through(act)


def test_whoever_looks_at_the_table_sees_their_turn_there(office: Office) -> None:
    """The phone in their hand need not ring."""

    async def act() -> None:
        first = await deliver(office, Say(to(office.mere.private), "one", key="table:abc"))
        assert isinstance(first, Delivered)
        office.seen.press(Chat(office.mere.id), office.clock.now())
        turn = Say(to(office.mere.private), "Your turn", Tone.TURN, BUTTONS, "table:abc")
        fate = await deliver(office, turn, first.message_id)
        assert fate == Delivered(first.message_id), "the key stays with the message"

    office.through(act)
    assert office.texts(office.mere.private) == ["Your turn"]


def edited(chat: FakeChat, text: str, old: str) -> tuple[Edit, str]:
    return Edit(to(chat), "table:abc", text, buttons=BUTTONS), old


def test_a_table_is_edited_until_it_has_scrolled_far(office: Office) -> None:
    async def act() -> None:
        first = await deliver(office, *edited(office.group, "Trick 1", ""))
        assert isinstance(first, Delivered)
        second = await deliver(office, *edited(office.group, "Trick 2", first.message_id))
        assert second == Delivered(first.message_id)
        for below in range(1, FAR + 1):
            office.seen.message(Chat(office.group.id), int(first.message_id) + below)
        third = await deliver(office, *edited(office.group, "Trick 3", first.message_id))
        assert isinstance(third, Delivered)
        assert third.replaced == int(first.message_id)

    office.through(act)
    assert office.texts(office.group) == ["Trick 2", "Trick 3"]


def test_a_private_table_is_edited_however_far_up_it_is(office: Office) -> None:
    async def act() -> None:
        first = await deliver(office, *edited(office.mere.private, "Trick 1", ""))
        assert isinstance(first, Delivered)
        for below in range(1, 2 * FAR):
            office.seen.message(Chat(office.mere.id), int(first.message_id) + below)
        await deliver(office, *edited(office.mere.private, "Trick 2", first.message_id))

    office.through(act)
    assert office.texts(office.mere.private) == ["Trick 2"]


def test_a_table_that_somebody_deleted_comes_anew(office: Office) -> None:
    async def act() -> None:
        first = await deliver(office, *edited(office.group, "Trick 1", ""))
        assert isinstance(first, Delivered)
        office.group.messages[int(first.message_id)].deleted = True
        second = await deliver(office, *edited(office.group, "Trick 2", first.message_id))
        assert isinstance(second, Delivered)
        assert (second.message_id != first.message_id, second.calls) == (True, 2)
        (message,) = office.group.said_by_bot()
        assert second.message_id == str(message.id)

    office.through(act)
    assert office.texts(office.group) == ["Trick 2"]


def test_an_edit_that_changes_nothing_is_fine(office: Office) -> None:
    """After a restart the bot does not know what a message shows; Telegram says it."""

    async def act() -> None:
        message = office.world.new_message(office.group, office.world.me, text="Trick 1")
        edit = Edit(to(office.group), "table:abc", "Trick 1")
        for _ in range(2):
            assert await deliver(office, edit, str(message.id)) == Delivered(str(message.id))

    office.through(act)
    assert len(office.calls("editMessageText")) == 1, "and then it is known"


def test_a_saved_game_is_sent_as_a_file(office: Office) -> None:
    async def act() -> None:
        game = Send(to(office.mere.private), "game.yaml", b"uka", "Your game.")
        assert await deliver(office, game) == Delivered()

    office.through(act)
    (message,) = office.mere.private.said_by_bot()
    assert message.document is not None
    assert (message.document["file_name"], message.caption) == ("game.yaml", "Your game.")
    (file,) = office.world.files.values()
    assert file.content == b"uka"


def test_what_is_too_long_for_a_caption_follows_the_file(office: Office) -> None:
    async def act() -> None:
        game = Send(to(office.mere.private), "game.yaml", b"uka", "a" * (LONGEST_CAPTION + 3))
        assert await deliver(office, game) == Delivered(calls=2)

    office.through(lambda: office.while_time_passes(act()))
    file, rest = office.mere.private.said_by_bot()
    assert (file.caption, rest.text) == ("a" * LONGEST_CAPTION, "aaa")


def pressed(office: Office) -> str:
    message = office.world.new_message(office.group, office.world.me, text="Table")
    message.show_buttons([[{"text": "1", "callback_data": "1"}]])
    return office.ana.presses("1", message).id


def test_a_press_is_answered_for_the_presser_alone(office: Office) -> None:
    async def act() -> None:
        for text, alert in (("1 J♥", True), ("", False)):
            press = pressed(office)
            reply = press_reply(to(office.ana.private), press, text)
            assert await deliver(office, reply) == Delivered()
            answered = office.world.presses[press]
            assert (answered.answered, answered.alert) == (True, alert)
            again = await deliver(office, reply)
            assert again == Delivered(), "it was answered, by whomever"

    office.through(act)


def test_a_press_can_be_answered_with_names_of_many_signs(office: Office) -> None:
    async def act() -> None:
        reply = press_reply(to(office.ana.private), pressed(office), "\N{GRINNING FACE}" * 200)
        assert await deliver(office, reply) == Delivered()

    office.through(act)
    assert not office.world.refused()
