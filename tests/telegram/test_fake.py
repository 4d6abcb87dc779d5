"""The fake Bot API server, used through the library that the bot uses."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeChat,
    ChatAdministratorRights,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.request import HTTPXRequest

from tests.telegram.fake import membership
from tests.telegram.fake.chats import Chat
from tests.telegram.fake.checking import VERSION, check
from tests.telegram.fake.clocks import HandClock
from tests.telegram.fake.faults import Fault
from tests.telegram.fake.people import Person
from tests.telegram.fake.server import FakeServer
from tests.telegram.fake.transport import FakeTransport
from tests.telegram.fake.world import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable


class Place:
    """A world with some people and groups."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.world = World(self.clock)
        self.mere = Person(self.world, "Mere", started=True, username="mere_k", language_code="mi")
        self.ana = Person(self.world, "Ana")
        self.hemi = Person(self.world, "Hemi", last_name="T")
        people = [self.mere, self.ana]
        self.group = self.world.group("Whanau", people, admins=[self.mere])
        self.forum = self.world.supergroup("Club", people, admins=[self.mere], forum=True)
        self.topic = self.world.topic(self.forum, "Uka")


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # without it the library warns of each 429
    return Place()


def transport_bot(world: World, token: str | None = None) -> Bot:
    transport = FakeTransport(world)
    requests = [HTTPXRequest(httpx_kwargs={"transport": transport}) for _ in range(2)]
    return Bot(token or world.token, request=requests[0], get_updates_request=requests[1])


@asynccontextmanager
async def in_process(world: World) -> AsyncIterator[Bot]:
    async with transport_bot(world) as bot:
        yield bot


@asynccontextmanager
async def over_http(world: World) -> AsyncIterator[Bot]:
    with FakeServer(world) as server:
        bot = Bot(
            world.token,
            base_url=f"{server.url}/bot",
            base_file_url=f"{server.url}/file/bot",
        )
        async with bot:
            yield bot


def through(world: World, act: Callable[[Bot], Awaitable[None]]) -> None:
    """Runs an act of the bot in process."""

    async def run() -> None:
        async with in_process(world) as bot:
            await act(bot)

    asyncio.run(run())


def message_in(update: Update) -> Message:
    """The message that an update is about."""
    assert update.message is not None
    return update.message


def seconds_told(world: World) -> int:
    """How long the last call was told to wait."""
    refusal = world.calls[-1].refusal
    assert refusal is not None
    return refusal.parameters["retry_after"]


def buttons(*labels: str) -> InlineKeyboardMarkup:
    """One row of buttons, each with its label in small letters as data."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=label.lower()) for label in labels]]
    )


async def raw(world: World, method: str, **params: object) -> dict[str, Any]:
    """The answer to a call with a JSON body, made without the library."""
    async with httpx.AsyncClient(transport=FakeTransport(world)) as client:
        url = f"https://fake.invalid/bot{world.token}/{method}"
        answer: dict[str, Any] = (await client.post(url, json=params)).json()
        return answer


async def refuses(kind: type[Exception], words: str, call: Awaitable[object]) -> Exception:
    """The exception that a refused call raises.

    Its words are Telegram's, but for the capitals, which the library changes.
    """
    with pytest.raises(kind) as caught:
        await call
    assert type(caught.value) is kind, caught.value
    assert words.lower() in str(caught.value).lower()
    return caught.value


@pytest.mark.parametrize("way", [in_process, over_http])
def test_a_conversation_goes_both_ways(place: Place, way: Any) -> None:  # noqa: ANN401
    async def talk() -> None:
        async with way(place.world) as bot:
            assert bot.username == "uka_test_bot"
            place.mere.says("hello")
            (update,) = await bot.get_updates(timeout=5)
            assert message_in(update).text == "hello"
            assert update.message.from_user.language_code == "mi"
            sent = await bot.send_message(
                place.mere.id, "Pick it <b>up</b>?", parse_mode="HTML", reply_markup=buttons("Yes")
            )
            assert sent.text == "Pick it up?"
            press = place.mere.presses("Yes")
            (update,) = await bot.get_updates(offset=update.update_id + 1, timeout=5)
            assert update.callback_query.data == "yes"
            assert not press.answered
            await update.callback_query.answer("done", show_alert=True)
            assert (press.answered, press.text, press.alert) == (True, "done", True)
            await update.callback_query.edit_message_text("Picked up")
            assert place.mere.private.said_by_bot()[-1].text == "Picked up"

    asyncio.run(talk())
    assert place.world.refused() == []
    assert [call.method for call in place.world.sent()] == ["sendMessage", "editMessageText"]


@pytest.mark.parametrize("way", [in_process, over_http])
def test_files_go_both_ways(place: Place, way: Any) -> None:  # noqa: ANN401
    content = "rank: Hēmi \x00\r\n--".encode()

    async def swap() -> None:
        async with way(place.world) as bot:
            place.mere.sends_document("game.yaml", content, caption="look")
            (update,) = await bot.get_updates()
            assert update.message.caption == "look"
            file = await update.message.document.get_file()
            assert bytes(await file.download_as_bytearray()) == content
            sent = await bot.send_document(
                place.mere.id, content, filename="saved.yaml", caption="Yours"
            )
            assert (sent.document.file_name, sent.document.file_size) == ("saved.yaml", 17)
            again = await bot.send_document(place.mere.id, sent.document.file_id)
            assert again.document.file_size == len(content)

    asyncio.run(swap())
    assert [file.content for file in place.world.files.values()] == [content] * 3


def test_everything_the_fake_says_is_as_the_table_of_types_has_it(place: Place) -> None:
    world, mere, ana = place.world, place.mere, place.ana

    async def act(bot: Bot) -> None:
        sent = await bot.send_message(place.group.id, "Sit down", reply_markup=buttons("North"))
        assert (await bot.get_chat(place.group.id)).title == "Whanau"
        assert len(await bot.get_chat_administrators(place.group.id)) == 1
        await bot.get_chat_member(place.group.id, ana.id)
        message = place.group.messages[sent.message_id]
        mere.presses("North", message)
        ana.says("me too", place.group, reply_to=message)
        ana.edits(ana.says("/uka", place.group), "/uka nz")
        mere.says("/uka", place.forum, topic=place.topic, anonymously=True)
        place.hemi.joins(place.group)
        place.hemi.leaves(place.group)
        mere.promotes_bot(place.forum, "can_pin_messages")
        ana.sends_document("a.yaml", b"x", place.forum)
        mere.removes_bot(place.forum)
        mere.adds_bot(place.forum)
        mere.blocks()
        mere.unblocks()
        membership.upgrade(world, place.group)
        updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
        assert [update.update_id for update in updates] == [u.id for u in world.updates.past]

    through(world, act)
    results = {
        "getMe": "User",
        "sendMessage": "Message",
        "getChat": "ChatFullInfo",
        "getChatAdministrators": "Array of ChatMember",
        "getChatMember": "ChatMember",
        "getUpdates": "Array of Update",
    }
    for call in world.calls:
        check(call.result, results[call.method], call.method)
    kinds = {update.kind for update in world.updates.past}
    assert kinds == {"message", "edited_message", "callback_query", "my_chat_member"}
    assert VERSION == "10.3"


@pytest.mark.parametrize(
    ("method", "params", "words"),
    [
        ("sendMessage", {"chat_id": 1}, "parameter text of sendMessage is missing"),
        ("sendMessage", {"chat_id": 1, "text": "a", "colour": 1}, "unknown parameter colour"),
        ("sendMessage", {"chat_id": 1, "text": 7}, "text must be String, found 7"),
        ("sendMessage", {"chat_id": 1, "text": " \n"}, "message text is empty"),
        ("sendMessage", {"chat_id": 1, "text": "a" * 4097}, "message is too long"),
        ("sendMessage", {"chat_id": 1, "text": "\U0001f600" * 2049}, "message is too long"),
        ("editMessageText", {"chat_id": 1, "text": "a" * 4097}, "MESSAGE_TOO_LONG"),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "a" * 201}, "TOO_LONG"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "a", "reply_parameters": {"message_id": "1"}},
            "reply_parameters.message_id must be Integer",
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "a", "reply_parameters": {"message": 1}},
            "unknown field message in reply_parameters",
        ),
        (
            "setMyCommands",
            {"commands": [{"command": "uka"}]},
            "field description of commands[0], a BotCommand, is missing",
        ),
        ("setMyCommands", {"commands": [], "scope": {"type": "all"}}, "scope.type is unknown"),
        ("setMyCommands", {"commands": "none"}, "can't parse commands"),
        ("sendPhoto", {"chat_id": 1, "photo": "x"}, "not imitated: sendPhoto"),
        ("sendCards", {}, "method not found"),
    ],
)
def test_a_wrong_call_is_refused(
    place: Place, method: str, params: dict[str, object], words: str
) -> None:
    answer = asyncio.run(raw(place.world, method, **params))
    assert answer["ok"] is False
    assert words in answer["description"]
    assert place.world.calls[-1].refusal is not None
    assert place.world.calls[-1].result is None


def test_the_longest_of_everything_is_taken(place: Place) -> None:
    data = "\u2665\ufe0f" * 10 + "abcd"
    rows = [[{"text": "x", "callback_data": data}] * 8] * 12
    text = f"<b>{'a' * 4096}</b>"
    params = {"parse_mode": "HTML", "reply_markup": {"inline_keyboard": rows}}
    answer = asyncio.run(
        raw(place.world, "sendMessage", chat_id=place.mere.id, text=text, **params)
    )
    assert answer["ok"], answer
    assert answer["result"]["entities"] == [{"type": "bold", "offset": 0, "length": 4096}]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[{"text": "x"}]], "Text buttons are unallowed in the inline keyboard"),
        ([[{"text": "x", "callback_data": "a", "url": "https://t.me"}]], "BUTTON_TYPE_INVALID"),
        ([[{"text": "x", "callback_data": "a" * 65}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "x", "callback_data": "\u2665\ufe0f" * 11}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "x", "callback_data": ""}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "x", "data": "a"}]], "unknown field data"),
        ([[{"text": " ", "callback_data": "a"}]], "text must be non-empty"),
        ([[{"text": "x", "callback_data": "a"}] * 9], "9 buttons"),
        ([[{"text": "x", "callback_data": "a"}]] * 101, "REPLY_MARKUP_TOO_LONG"),
        ([[{"text": "x", "url": "here"}]], "URL 'here' is invalid"),
        ([[{"text": "x", "url": f"https://t.me/b?start={'a' * 65}"}]], "START_PARAM_INVALID"),
        ([[{"text": "x", "url": "https://t.me/b?start=a.b"}]], "START_PARAM_INVALID"),
    ],
)
def test_buttons_that_telegram_would_not_show_are_refused(
    place: Place, rows: list[object], words: str
) -> None:
    markup = {"inline_keyboard": rows}
    call = raw(place.world, "sendMessage", chat_id=place.mere.id, text="a", reply_markup=markup)
    assert words in asyncio.run(call)["description"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i>x</b></i>", 'expected "</i>", found "</b>"'),
        ("x</b>", 'Unexpected end tag "b"'),
        ("h\u0113<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 3'),
        ("3 < 4", "Unclosed start tag"),
        ('<span class="red">x</span>', 'Unsupported start tag "span"'),
        ('<a onclick="x">x</a>', 'Unsupported attribute "onclick"'),
    ],
)
def test_markup_that_telegram_does_not_know_is_refused(place: Place, text: str, words: str) -> None:
    call = raw(place.world, "sendMessage", chat_id=place.mere.id, text=text, parse_mode="HTML")
    assert words in asyncio.run(call)["description"]


def test_markup_becomes_entities_in_utf_16(place: Place) -> None:
    async def act(bot: Bot) -> None:
        text = ' \U0001f600 &lt;<i>a <b>b</b></i> <a href="https://t.me/x?start=1&amp;2">c</a> '
        sent = await bot.send_message(place.mere.id, text, parse_mode="HTML")
        assert sent.text == "\U0001f600 <a b c"
        assert sent.parse_entities() == {
            MessageEntity("italic", 4, 3): "a b",
            MessageEntity("bold", 6, 1): "b",
            MessageEntity("text_link", 8, 1, url="https://t.me/x?start=1&2"): "c",
        }
        wide = [MessageEntity("bold", 0, 3)]
        await refuses(
            BadRequest, "ENTITY_BOUNDS", bot.send_message(place.mere.id, "ab", entities=wide)
        )

    through(place.world, act)


def test_a_wrong_token_is_refused(place: Place) -> None:
    with pytest.raises(InvalidToken):
        asyncio.run(transport_bot(place.world, "1:wrong").get_me())
    assert place.world.calls == []


def test_who_cannot_be_written_to(place: Place) -> None:
    mere, ana = place.mere, place.ana

    async def act(bot: Bot) -> None:
        async def refused(
            chat: Chat | Person | int, kind: type[Exception], words: str
        ) -> Exception:
            number = chat if isinstance(chat, int) else chat.id
            return await refuses(kind, words, bot.send_message(number, "hello"))

        await refused(99, BadRequest, "Chat not found")
        await refused(ana, Forbidden, "bot can't initiate conversation with a user")
        ana.says("/start")
        await bot.send_message(ana.id, "hello")
        ana.blocks()
        await refused(ana, Forbidden, "bot was blocked by the user")
        ana.unblocks()
        await bot.send_message(ana.id, "hello")
        mere.removes_bot(place.forum)
        await refused(place.forum, Forbidden, "bot was kicked from the supergroup chat")
        new = membership.upgrade(place.world, place.group)
        error = await refused(place.group, ChatMigrated, "")
        assert isinstance(error, ChatMigrated)
        assert error.new_chat_id == new.id
        await bot.send_message(new.id, "hello")
        mere.removes_bot(new)
        other = place.world.group("Other", [mere])
        mere.removes_bot(other)
        await refused(other, Forbidden, "bot was kicked from the group chat")
        await bot.leave_chat(place.world.group("Third", [mere]).id)

    through(place.world, act)


def test_edits_and_deletions(place: Place) -> None:
    place.world.flood.on = False
    same = "message is not modified: specified new message content and reply markup are exactly"

    async def act(bot: Bot) -> None:
        chat = place.mere.id
        sent = await bot.send_message(chat, "one", reply_markup=buttons("A"))
        number = sent.message_id
        again = bot.edit_message_text("one", chat, number, reply_markup=buttons("A"))
        await refuses(BadRequest, same, again)
        await bot.edit_message_text("one", chat, number)  # which takes the buttons away
        assert place.mere.private.messages[number].labels == []
        await bot.edit_message_reply_markup(chat, number, reply_markup=buttons("B"))
        markup = bot.edit_message_reply_markup(chat, number, reply_markup=buttons("B"))
        await refuses(BadRequest, same, markup)
        theirs = place.mere.says("mine").id
        edit = bot.edit_message_text("yours", chat, theirs)
        await refuses(BadRequest, "Message can't be edited", edit)
        file = await bot.send_document(chat, b"x", filename="x")
        edit = bot.edit_message_text("x", chat, file.message_id)
        await refuses(BadRequest, "There is no text in the message to edit", edit)
        await bot.delete_message(chat, number)
        await refuses(BadRequest, "Message to delete not found", bot.delete_message(chat, number))
        edit = bot.edit_message_text("two", chat, number)
        await refuses(BadRequest, "Message to edit not found", edit)
        old = await bot.send_message(chat, "old")
        place.clock.move(48 * 3600 + 1)
        delete = bot.delete_message(chat, old.message_id)
        await refuses(BadRequest, "Message can't be deleted", delete)
        reply = bot.send_message(chat, "to", reply_parameters=ReplyParameters(number))
        await refuses(BadRequest, "Message to be replied not found", reply)

    through(place.world, act)


def test_topics(place: Place) -> None:
    async def act(bot: Bot) -> None:
        forum, topic = place.forum, place.topic
        sent = await bot.send_message(forum.id, "here", message_thread_id=topic)
        assert sent.is_topic_message
        assert sent.reply_to_message is not None
        assert sent.reply_to_message.forum_topic_created is not None
        assert sent.reply_to_message.forum_topic_created.name == "Uka"
        message = forum.messages[sent.message_id]
        assert place.ana.says("jh", forum, reply_to=message).thread == topic
        (update,) = await bot.get_updates()
        assert (message_in(update).message_thread_id, message_in(update).is_topic_message) == (
            topic,
            True,
        )
        wrong = bot.send_message(forum.id, "where", message_thread_id=topic + 100)
        await refuses(BadRequest, "Message thread not found", wrong)
        wrong = bot.send_message(place.group.id, "where", message_thread_id=1)
        await refuses(BadRequest, "Message thread not found", wrong)

    through(place.world, act)


def test_a_reply_outside_a_topic_has_a_thread_all_the_same(place: Place) -> None:
    club = place.world.supergroup("Plain", [place.mere])
    first = place.mere.says("/uka", club)
    second = place.mere.says("/hand", club, reply_to=first)
    json_of_it = second.json()
    assert json_of_it["message_thread_id"] == first.id
    assert "is_topic_message" not in json_of_it


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/uka", True),
        ("/uka@uka_test_bot now", True),
        ("/uka@another_bot", False),
        ("ask @uka_test_bot", True),
        ("ask @uka_test_bot2", False),
        ("hello /uka", False),
        ("jh", False),
    ],
)
def test_in_groups_the_bot_hears_what_privacy_mode_lets_through(
    place: Place, text: str, heard: bool
) -> None:
    place.ana.says(text, place.group)
    assert bool(place.world.updates.past) == heard
    place.mere.promotes_bot(place.group)
    before = len(place.world.updates.past)
    place.ana.says(text, place.group)
    assert len(place.world.updates.past) == before + 1


def test_what_people_type_is_marked(place: Place) -> None:
    place.mere.says("\U0001f600 /uka@uka_test_bot and https://t.me")
    entities = place.world.updates.past[0].payload["entities"]
    assert [(e["type"], e["offset"], e["length"]) for e in entities] == [
        ("bot_command", 3, 17),
        ("url", 25, 12),
    ]


def test_an_anonymous_admin_writes_as_the_group(place: Place) -> None:
    async def act(bot: Bot) -> None:
        place.mere.says("/uka", place.forum, anonymously=True)
        (update,) = await bot.get_updates()
        message = message_in(update)
        assert message.from_user is not None
        assert message.from_user.id == 1087968824
        assert message.sender_chat is not None
        assert message.sender_chat.id == place.forum.id

    through(place.world, act)
    with pytest.raises(AssertionError, match="Ana is no admin"):
        place.ana.says("/uka", place.forum, anonymously=True)


def test_links_start_the_bot(place: Place) -> None:
    link = "https://t.me/uka_test_bot?start=seat_1-A"

    async def act(bot: Bot) -> None:
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("Open", url=link)]])
        sent = await bot.send_message(place.group.id, "Here", reply_markup=markup)
        place.ana.opens(place.group.messages[sent.message_id], "Open")
        (update,) = await bot.get_updates()
        assert message_in(update).text == "/start seat_1-A"
        assert message_in(update).chat.id == place.ana.id
        await bot.send_message(place.ana.id, f"Friends: {link}")
        assert place.hemi.opens(place.ana.private.said_by_bot()[-1]).text == "/start seat_1-A"

    through(place.world, act)
    with pytest.raises(AssertionError, match="another bot"):
        place.ana.opens("https://t.me/some_other_bot?start=x")


def test_old_buttons_can_be_pressed_and_unknown_ones_cannot(place: Place) -> None:
    async def act(bot: Bot) -> None:
        sent = await bot.send_message(place.mere.id, "one", reply_markup=buttons("A"))
        await bot.edit_message_text("two", place.mere.id, sent.message_id)
        message = place.mere.private.messages[sent.message_id]
        assert place.mere.presses("A", message).data == "a"
        assert place.mere.presses(data="a", message=message).data == "a"
        with pytest.raises(AssertionError, match="no button 'B' on 'two'"):
            place.mere.presses("B", message)

    through(place.world, act)


def test_a_press_is_answered_once_and_in_time(place: Place) -> None:
    words = "Query is too old and response timeout expired or query ID is invalid"

    async def act(bot: Bot) -> None:
        await bot.send_message(place.mere.id, "one", reply_markup=buttons("A"))
        press = place.mere.presses("A")
        await bot.answer_callback_query(press.id, "a" * 200)
        await refuses(BadRequest, words, bot.answer_callback_query(press.id))
        await refuses(BadRequest, words, bot.answer_callback_query("77"))
        late = place.mere.presses("A")
        place.clock.move(61)
        await refuses(BadRequest, words, bot.answer_callback_query(late.id))
        assert not late.answered

    through(place.world, act)


def test_a_group_takes_twenty_a_minute(place: Place) -> None:
    async def act(bot: Bot) -> None:
        forum = place.forum
        sent = await bot.send_message(forum.id, "first")
        for number in range(19):
            place.clock.move(1)
            topic = place.topic if number % 2 else None
            sent = await bot.send_message(forum.id, f"{number}", message_thread_id=topic)
        place.clock.move(1.5)
        edit = bot.edit_message_text("x", forum.id, sent.message_id)
        error = await refuses(RetryAfter, "Flood control exceeded", edit)
        assert isinstance(error, RetryAfter)
        assert seconds_told(place.world) == 40
        await bot.delete_message(forum.id, sent.message_id)
        await bot.send_message(place.mere.id, "others go on")
        place.clock.move(39)
        await refuses(RetryAfter, "", bot.send_message(forum.id, "early"))
        place.clock.move(1)
        await bot.send_message(forum.id, "in time")
        place.world.flood.on = False
        for number in range(50):
            await bot.send_message(forum.id, f"{number}")

    through(place.world, act)


def test_private_chats_and_the_whole_have_limits(place: Place) -> None:
    async def act(bot: Bot) -> None:
        for _ in range(4):
            await bot.send_message(place.mere.id, "a")
        await refuses(RetryAfter, "", bot.send_message(place.mere.id, "a"))
        place.clock.move(1)
        for number in range(61):
            place.clock.move(0.4)
            await bot.send_message(place.mere.id, f"{number}")
        place.clock.move(0.4)
        await refuses(RetryAfter, "", bot.send_message(place.mere.id, "a"))
        assert seconds_told(place.world) == 35
        place.clock.move(60)
        crowd = [Person(place.world, "Tama", started=True) for _ in range(31)]
        for person in crowd[:30]:
            await bot.send_message(person.id, "a")
        await refuses(RetryAfter, "", bot.send_message(crowd[30].id, "a"))
        place.clock.move(1)
        await bot.send_message(crowd[30].id, "a")

    through(place.world, act)


def test_updates_come_until_they_are_confirmed(place: Place) -> None:
    async def act(bot: Bot) -> None:
        for word in ("one", "two", "three"):
            place.mere.says(word)
        first = await bot.get_updates(limit=2)
        assert [message_in(update).text for update in first] == ["one", "two"]
        assert await bot.get_updates(limit=2) == first
        rest = await bot.get_updates(offset=first[-1].update_id + 1)
        assert [message_in(update).text for update in rest] == ["three"]
        place.world.updates.repeat(place.world.updates.past[0])
        again = await bot.get_updates(offset=rest[-1].update_id + 1)
        assert again == first[:1]
        assert await bot.get_updates(offset=again[-1].update_id + 1) == ()
        place.world.updates.twice = True
        place.mere.says("four")
        (four,) = await bot.get_updates()
        assert await bot.get_updates(offset=four.update_id + 1) == (four,)
        assert await bot.get_updates(offset=four.update_id + 1) == ()
        place.world.updates.dropping = 1
        place.mere.says("five")
        place.mere.says("six")
        (six,) = await bot.get_updates()
        assert message_in(six).text == "six"
        await bot.get_updates(offset=six.update_id + 1, allowed_updates=["callback_query"])
        place.mere.says("seven")
        assert await bot.get_updates() == ()

    through(place.world, act)


@pytest.mark.parametrize("way", [in_process, over_http])
def test_long_polling_wakes_and_gives_way(place: Place, way: Any) -> None:  # noqa: ANN401
    async def poll() -> None:
        async with way(place.world) as bot, way(place.world) as other:
            waiting = asyncio.create_task(bot.get_updates(timeout=30))
            await asyncio.sleep(0.05)
            assert not waiting.done()
            place.mere.says("wake up")
            assert len(await waiting) == 1
            offset = place.world.updates.past[-1].id + 1
            earlier = asyncio.create_task(bot.get_updates(offset=offset, timeout=30))
            await asyncio.sleep(0.05)
            later = asyncio.create_task(other.get_updates(offset=offset, timeout=30))
            await refuses(Conflict, "terminated by other getUpdates request", earlier)
            await bot.set_webhook("https://uka.example/hook")
            await refuses(Conflict, "while webhook is active", later)
            await refuses(Conflict, "while webhook is active", bot.get_updates())
            assert (await bot.get_webhook_info()).url == "https://uka.example/hook"
            await bot.delete_webhook()
            assert await bot.get_updates(offset=offset) == ()

    asyncio.run(poll())


def test_a_caller_that_went_away_takes_no_update(place: Place) -> None:
    async def poll() -> None:
        async with over_http(place.world) as bot:
            waiting = asyncio.create_task(bot.get_updates(timeout=30))
            await asyncio.sleep(0.05)
            waiting.cancel()
            await asyncio.wait([waiting])
            await place.world.soon(lambda: place.world.calls[-1].method == "getUpdates")
            place.mere.says("anybody?")
            assert len(await bot.get_updates()) == 1

    asyncio.run(poll())


def test_a_webhook_is_called_until_it_answers(place: Place) -> None:
    got: list[tuple[str, str, int]] = []
    statuses = [500, 200, 200]

    async def hook(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:-2])
        body = json.loads(await reader.readexactly(int(headers["Content-Length"])))
        secret = headers["X-Telegram-Bot-Api-Secret-Token"]
        got.append((secret, head.split()[1], body["update_id"]))
        writer.write(f"HTTP/1.1 {statuses[len(got) - 1]} -\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def act() -> None:
        listener = await asyncio.start_server(hook, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        place.world.roads["https://uka.example"] = f"http://127.0.0.1:{port}"
        async with listener, over_http(place.world) as bot:
            wrong = bot.set_webhook("http://uka.example/hook")
            await refuses(BadRequest, "An HTTPS URL must be provided for webhook", wrong)
            await bot.set_webhook("https://uka.example/hook", secret_token="s3_cret")
            place.mere.says("one")
            place.mere.says("two")
            await place.world.soon(lambda: not place.world.updates or len(got) > 3)
            assert not place.world.updates

    asyncio.run(act())
    ids = [update.id for update in place.world.updates.past]
    assert got == [("s3_cret", "/hook", number) for number in (ids[0], *ids)]


@pytest.mark.parametrize("way", [in_process, over_http])
def test_faults(place: Place, way: Any) -> None:  # noqa: ANN401
    faults, chat = place.world.faults, place.mere.id

    async def act() -> None:
        async with way(place.world) as bot:
            faults.add(Fault("flood", "sendMessage", chat, seconds=7))
            await refuses(RetryAfter, "", bot.send_message(chat, "a"))
            faults.add(Fault("error", code=502))
            await refuses(NetworkError, "Internal Server Error", bot.send_message(chat, "b"))
            faults.add(Fault("drop"))
            await refuses(NetworkError, "httpx", bot.send_message(chat, "c"))
            assert place.mere.private.said_by_bot() == []
            faults.add(Fault("drop", after_effect=True))
            await refuses(NetworkError, "httpx", bot.send_message(chat, "d"))
            faults.add(Fault("slow", seconds=5, after_effect=True))
            await refuses(TimedOut, "", bot.send_message(chat, "e", read_timeout=0.05))
            faults.add(Fault("slow", seconds=5))
            await refuses(TimedOut, "", bot.send_message(chat, "f", read_timeout=0.05))
            faults.add(Fault("drop", "deleteMessage"))
            await bot.send_message(chat, "g")

    asyncio.run(act())
    assert [message.text for message in place.mere.private.said_by_bot()] == ["d", "e", "g"]
    met = [call.fault for call in place.world.calls if call.method == "sendMessage"]
    assert met == ["flood", "error", "drop", "drop", "slow", "slow", None]


def test_the_profile(place: Place) -> None:
    async def act(bot: Bot) -> None:
        await bot.set_my_commands([BotCommand("uka", "Play")])
        await bot.set_my_commands([BotCommand("uka", "Spela")], language_code="sv")
        scope = BotCommandScopeChat(place.group.id)
        await bot.set_my_commands([BotCommand("stop", "Stop")], scope=scope)
        assert [c.description for c in await bot.get_my_commands()] == ["Play"]
        assert [c.command for c in await bot.get_my_commands(scope=scope)] == ["stop"]
        await bot.delete_my_commands(scope=scope)
        assert await bot.get_my_commands(scope=scope) == ()
        upper = bot.set_my_commands([BotCommand("Uka", "Play")])
        await refuses(BadRequest, "BOT_COMMAND_INVALID", upper)
        many = bot.set_my_commands([BotCommand(f"c{i}", "Play") for i in range(101)])
        await refuses(BadRequest, "BOT_COMMANDS_TOO_MUCH", many)
        await bot.set_my_description("Cards")
        assert (await bot.get_my_description("mi")).description == "Cards"
        await bot.set_my_short_description("Cards")
        await refuses(BadRequest, "expected 0 to 64", bot.set_my_name("a" * 65))
        rights = ChatAdministratorRights.no_rights()
        assert await bot.set_my_default_administrator_rights(rights)
        pin = bot.pin_chat_message(place.group.id, 1)
        await refuses(BadRequest, "Not enough rights to manage pinned messages", pin)
        sent = await bot.send_message(place.mere.id, "pin me")
        await bot.pin_chat_message(place.mere.id, sent.message_id)
        pinned = (await bot.get_chat(place.mere.id)).pinned_message
        assert pinned is not None
        assert pinned.text == "pin me"
        await bot.unpin_chat_message(place.mere.id)
        await bot.send_chat_action(place.mere.id, "typing")

    through(place.world, act)


def test_a_name_of_a_group_that_is_taken_by_nobody(place: Place) -> None:
    place.forum.username = "uka_club"

    async def act(bot: Bot) -> None:
        assert (await bot.get_chat("@uka_club")).id == place.forum.id
        await refuses(BadRequest, "Chat not found", bot.get_chat("@other"))

    through(place.world, act)
