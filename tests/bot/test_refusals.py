"""What Telegram and the network say to a message, and what becomes of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.bot.office import Office, Refusing, deliver, fate_of, to
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.transport import FakeTransport
from ukachat.bot import delivering
from ukachat.bot.addresses import Chat
from ukachat.bot.delivering import MAY_NOT_SEND, Closed, Delivered, Hopeless, Later
from ukachat.chat.messages import Edit, Reply, Say, Send, Tone
from ukachat.chat.store import StoreError

if TYPE_CHECKING:
    from ukachat.bot.delivering import Fate


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
