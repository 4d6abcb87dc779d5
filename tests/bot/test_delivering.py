"""One message on its way: what Telegram says to it, and what becomes of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.bot.office import Office, Refusing, press_reply, to
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.transport import FakeTransport
from ukachat.bot import delivering
from ukachat.bot.addresses import Chat
from ukachat.bot.delivering import MAY_NOT_SEND, Closed, Delivered, Hopeless, Later
from ukachat.bot.seen import FAR
from ukachat.bot.speaking import LONGEST, LONGEST_CAPTION
from ukachat.chat.messages import Button, Edit, Reply, Say, Send, Tone
from ukachat.chat.store import Posted, StoreError

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat as FakeChat
    from ukachat.bot.delivering import Fate
    from ukachat.chat.messages import Outgoing

BUTTONS = ((Button("9♦ nine", "t:abc:1:9D"),),)


@pytest.fixture
def office() -> Office:
    return Office()


async def deliver(office: Office, message: Outgoing, message_id: str = "") -> Fate:
    chat = await office.delivery.chat_of(message)
    return await office.delivery.deliver(Posted(1, message, message_id), chat)


def fate_of(message: Outgoing, transport: httpx.AsyncBaseTransport, message_id: str = "") -> Fate:
    """What becomes of a message where Telegram, or the network, always does the same."""
    office = Office()
    fates: list[Fate] = []

    async def act() -> None:
        fates.append(await deliver(office, message, message_id))

    office.through(act, transport=transport)
    return fates[0]


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


# --- what is refused ---

SAY = Say("telegram:7", "Hello")
EDIT = Edit("telegram:7", "table:abc", "Hello")
REPLY = Reply("telegram:7", "press:5", "Hello")


@pytest.mark.parametrize(
    ("code", "description", "fate"),
    [
        (403, "Forbidden: bot was blocked by the user", Closed()),
        (403, "Forbidden: bot was kicked from the supergroup chat", Closed()),
        (400, "Bad Request: chat not found", Closed()),
        (400, "Bad Request: message thread not found", Closed()),
        (400, "Bad Request: TOPIC_CLOSED", Closed()),
        (400, "Bad Request: not enough rights to send text messages to the chat", Closed()),
        (400, "Bad Request: message text is empty", Hopeless()),
        (409, "Conflict: something else", Later(5, counts=True)),
        (500, "Internal Server Error", Later(5, counts=True)),
        (502, "Bad Gateway", Later(5, counts=True)),
    ],
)
def test_a_refusal_is_understood(code: int, description: str, fate: Fate) -> None:
    assert fate_of(SAY, Refusing(code, description)) == fate
    assert fate_of(EDIT, Refusing(code, description), "5") == fate


@pytest.mark.parametrize(
    ("description", "fate"),
    [
        ("Bad Request: query is too old and response timeout expired", Delivered()),
        ("Bad Request: query ID is invalid", Delivered()),
        ("Bad Request: MESSAGE_TOO_LONG", Hopeless()),
    ],
)
def test_a_press_that_is_past_needs_no_answer(description: str, fate: Fate) -> None:
    assert fate_of(REPLY, Refusing(400, description)) == fate


def test_telegram_may_ask_to_wait() -> None:
    refusing = Refusing(429, "Too Many Requests: retry after 7", retry_after=7)
    assert fate_of(SAY, refusing) == Later(7)


def test_a_group_may_have_moved(office: Office) -> None:
    refusing = Refusing(400, "Bad Request: upgraded", migrate_to_chat_id=-1002000000009)

    async def act() -> None:
        assert await deliver(office, Say(to(office.group), "Hello")) == Later(0)
        assert await office.moves.chat_at(to(office.group)) == Chat(-1002000000009)

    office.through(act, transport=refusing)


def test_a_token_that_is_taken_no_more_ends_the_bot(office: Office) -> None:
    async def act() -> None:
        assert not office.delivery.token_is_refused.is_set()
        fate = await deliver(office, SAY)
        assert isinstance(fate, Later), "the message waits for the new token"
        assert not fate.counts
        assert office.delivery.token_is_refused.is_set()

    office.through(act, transport=Refusing(401, "Unauthorized"))


def test_a_group_without_files_is_told_so_and_plays_on(office: Office) -> None:
    """That a file may not be sent closes no chat, or everybody there would be taken for away."""

    class NoFiles(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith("sendDocument"):
                reason = "Bad Request: not enough rights to send documents to the chat"
                return await Refusing(400, reason).handle_async_request(request)
            return await fake.handle_async_request(request)

    async def act() -> None:
        game = Send(to(office.group), "game.yaml", b"uka", "Your game.")
        assert await deliver(office, game) == Delivered(calls=2)

    fake = FakeTransport(office.world)
    office.through(lambda: office.while_time_passes(act()), transport=NoFiles())
    assert office.texts(office.group) == [MAY_NOT_SEND]


def test_another_refusal_of_a_file_is_one() -> None:
    game = Send("telegram:7", "game.yaml", b"uka", "Your game.")
    assert fate_of(game, Refusing(400, "Bad Request: file must be non-empty")) == Hopeless()


# --- what may or may not have arrived ---


class Failing(httpx.AsyncBaseTransport):
    def __init__(self, error: Exception) -> None:
        self._error = error

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        del request
        raise self._error


@pytest.mark.parametrize(
    ("error", "fate"),
    [
        (httpx.ConnectError("no way"), Later(5, is_network=True)),
        (httpx.ConnectTimeout("no way"), Later(5, is_network=True)),
        (httpx.PoolTimeout("too many"), Later(5, is_network=True)),
        (httpx.ReadError("gone"), Later(5, is_network=True)),
        (httpx.ReadTimeout("no answer"), Later(5, counts=True)),
        (httpx.WriteTimeout("slow"), Later(5, counts=True)),
    ],
)
def test_a_failure_of_the_network_is_told_from_one_of_the_message(
    error: Exception, fate: Fate
) -> None:
    assert fate_of(SAY, Failing(error)) == fate


def test_who_might_have_got_a_message_gets_it_twice_rather_than_never(office: Office) -> None:
    async def act() -> None:
        office.world.faults.add(Fault("slow", seconds=0.3, after_effect=True))
        fate = await deliver(office, Say(to(office.mere.private), "Your turn", Tone.TURN))
        assert fate == Later(5, counts=True)
        await deliver(office, Say(to(office.mere.private), "Your turn", Tone.TURN))

    office.through(act, patience=0.05)
    assert office.texts(office.mere.private) == ["Your turn"] * 2


def test_a_message_over_which_we_fail_ourselves_is_dropped(office: Office) -> None:
    """Or everything after it would wait for ever."""

    async def act() -> None:
        assert await deliver(office, EDIT, "no number") == Hopeless()

    office.through(act)


def test_a_store_that_cannot_be_asked_is_no_fault_of_the_message(office: Office) -> None:
    refusing = Refusing(400, "Bad Request: upgraded", migrate_to_chat_id=-1002000000009)

    async def act() -> None:
        office.store.failing = {"keep": 1}
        with pytest.raises(StoreError):
            await deliver(office, Say(to(office.group), "Hello"))

    office.through(act, transport=refusing)


@pytest.mark.parametrize(
    "refusal",
    [
        Refusing(400, "Bad Request: message can't be deleted for everyone"),
        Refusing(429, "Too Many Requests: retry after 7", retry_after=7),
        Refusing(401, "Unauthorized"),
        Failing(httpx.ConnectError("no way")),
    ],
)
def test_an_old_message_that_cannot_be_deleted_stays(
    office: Office, refusal: httpx.AsyncBaseTransport
) -> None:
    async def act() -> None:
        await office.delivery.remove(Chat(office.group.id), 5)

    office.through(act, transport=refusal)


def test_words_that_are_looked_for_are_written_small() -> None:
    """They are compared with what Telegram says in small letters."""
    words = [*delivering._NO_CHAT, *delivering._NO_MESSAGE, *delivering._TOO_LATE]
    words += [delivering._UNCHANGED, delivering._NO_DOCUMENTS]
    assert words == [word.lower() for word in words]
