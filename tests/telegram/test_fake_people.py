"""What people do in the fake, as the bot hears of it."""

from __future__ import annotations

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest

from tests.telegram.meeting import Place, buttons, message_in, refuses, through


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


def test_an_admin_that_asks_hears_of_members(place: Place) -> None:
    async def act(bot: Bot) -> None:
        place.mere.promotes_bot(place.group)
        place.hemi.joins(place.group)
        assert [u.kind for u in place.world.updates.past] == ["my_chat_member", "message"]
        offset = place.world.updates.past[-1].id + 1
        await bot.get_updates(offset=offset, allowed_updates=["chat_member"])
        place.hemi.leaves(place.group)
        (update,) = await bot.get_updates()
        assert update.chat_member is not None
        assert update.chat_member.difference()["status"] == ("member", "left")

    through(place.world, act)


def test_a_link_ends_before_a_full_stop(place: Place) -> None:
    said = place.ana.opens("Sit down (https://t.me/uka_test_bot?start=ab-1).")
    assert said.text == "/start ab-1"
