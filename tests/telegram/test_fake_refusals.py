"""What the fake refuses, in the words of Telegram, and what it takes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeChat,
    ChatAdministratorRights,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter

from tests.telegram.fake import membership
from tests.telegram.fake.checking import VERSION, check
from tests.telegram.fake.people import Person
from tests.telegram.meeting import (
    Place,
    buttons,
    raw,
    refuses,
    seconds_told,
    through,
    transport_bot,
)

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat


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
        place.clock.move(39.75)  # there is room, but the bot was told to wait longer
        await refuses(RetryAfter, "", bot.send_message(forum.id, "early"))
        place.clock.move(0.25)
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


def test_a_group_is_found_by_its_name(place: Place) -> None:
    place.forum.username = "uka_club"

    async def act(bot: Bot) -> None:
        assert (await bot.get_chat("@uka_club")).id == place.forum.id
        await refuses(BadRequest, "Chat not found", bot.get_chat("@other"))

    through(place.world, act)
