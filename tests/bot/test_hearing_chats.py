"""Presses, names, and chats that open, close and move, as updates tell of them."""

from __future__ import annotations

import pytest
from telegram import Document, Update

from tests.bot.listening import BOT, Listener
from tests.bot.office import to
from tests.telegram.fake import membership
from tests.telegram.fake.world import ANONYMOUS
from ukachat.bot.addresses import Chat
from ukachat.bot.hearing import Closed, Heard, Moved, is_too_large
from ukachat.chat.messages import Press, Text
from ukachat.chat.saving import UPLOAD_BYTES


@pytest.fixture
def town() -> Listener:
    return Listener()


def test_a_press_is_heard_where_the_button_is(town: Listener) -> None:
    table = town.world.new_message(town.club, town.world.me, thread=town.topics[0], text="Table")
    table.show_buttons([[{"text": "1", "callback_data": "t:abc:3:1"}]])
    pressed = town.ana.presses("1", table)
    news = town.heard()
    assert isinstance(news, Heard)
    assert news.incoming.said == Press("t:abc:3:1")
    assert news.incoming.id == f"press:{pressed.id}"
    assert news.incoming.account == to(town.ana.private)
    assert news.chat == Chat(town.club.id, town.topics[0])
    assert news.message == table.id


def test_a_press_on_a_message_too_old_for_telegram_is_answered(town: Listener) -> None:
    table = town.world.new_message(town.group, town.world.me, text="Table")
    table.show_buttons([[{"text": "1", "callback_data": "t:abc:3:1"}]])
    town.ana.presses("1", table)
    old = {"message_id": table.id, "date": 0, "chat": town.group.json()}
    news = town.heard(message=old)
    assert isinstance(news, Heard)
    assert news.chat == Chat(town.group.id)
    assert news.incoming.said == Press("t:abc:3:1")


def test_a_press_on_what_is_not_ours_is_not_heard(town: Listener) -> None:
    """As on a message that was sent through a bot elsewhere, or on a game of Telegram's own."""
    table = town.world.new_message(town.group, town.world.me, text="Table")
    table.show_buttons([[{"text": "1", "callback_data": "t:abc:3:1"}]])
    town.ana.presses("1", table)
    assert town.heard(message=None, inline_message_id="7") is None
    assert town.heard(data=None, game_short_name="uka") is None


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("Mere", "Mere"),
        ("@mere_k", "mere_k"),
        ("uka.example/join", "uka. example join"),
        ("https://uka.example", "https:  uka. example"),
        ("/stop", " stop"),
        ("#1 $UKA", "1 UKA"),
        ("J. R. Tama", "J. R. Tama"),
    ],
)
def test_a_name_makes_no_link_where_it_is_said(town: Listener, name: str, spoken: str) -> None:
    """Nobody can make the bot post a link, or call a person, by what they call themselves."""
    town.mere.first_name = name
    town.mere.says("/uka", town.group)
    news = town.heard()
    assert isinstance(news, Heard)
    assert news.incoming.name == spoken


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", "Somebody"),
        ("//", "Somebody"),
        ("Me\nre", "Me re"),
        ("\u202eMere", "Mere"),
        ("M" * 200, "M" * 40),
    ],
)
def test_any_name_can_be_said_at_a_table(town: Listener, name: str, kept: str) -> None:
    async def act() -> None:
        town.mere.first_name = name
        town.mere.says("/uka", town.group)
        await town.receive()
        (person,) = town.store.persons.values()
        assert person.name == kept

    town.through(act)


def test_topics_of_a_private_chat_are_one_place(town: Listener) -> None:
    """The address of a private chat is the person's account, or their hand would go nowhere."""
    town.mere.says("/hand")
    news = town.heard(message_thread_id=12, is_topic_message=True)
    assert isinstance(news, Heard)
    assert news.incoming.place.address == news.incoming.account


def test_a_group_that_takes_the_bot_in_is_told_what_it_is_for(town: Listener) -> None:
    group = town.world.group("New", [town.mere, town.ana], bot=False)
    town.ana.adds_bot(group)
    news = [town.ear.hear(Update.de_json(each.json(), BOT)) for each in town.world.updates.past]
    (heard,) = [each for each in news if each is not None]
    assert isinstance(heard, Heard)
    assert heard.incoming.said == Text("/start")
    assert heard.incoming.place.address == to(group)
    assert heard.incoming.account == to(town.ana.private)


def test_a_promotion_is_no_news(town: Listener) -> None:
    town.mere.promotes_bot(town.club)
    assert town.heard() is None


def test_a_group_that_throws_the_bot_out_is_closed(town: Listener) -> None:
    town.mere.removes_bot(town.club)
    assert town.heard() == Closed(Chat(town.club.id))


def test_a_person_who_blocks_the_bot_is_closed_and_comes_back_by_a_word(town: Listener) -> None:
    town.mere.blocks()
    assert town.heard() == Closed(Chat(town.mere.id))
    town.mere.unblocks()
    assert town.heard() is None


RESTRICTED = dict.fromkeys(
    (
        "can_change_info",
        "can_invite_users",
        "can_pin_messages",
        "can_manage_topics",
        "can_send_messages",
        "can_send_audios",
        "can_send_documents",
        "can_send_photos",
        "can_send_videos",
        "can_send_video_notes",
        "can_send_voice_notes",
        "can_send_polls",
        "can_send_other_messages",
        "can_add_web_page_previews",
        "can_edit_tag",
        "can_react_to_messages",
    ),
    True,
) | {"status": "restricted", "until_date": 0}


def test_a_bot_that_may_do_less_is_still_there(town: Listener) -> None:
    town.mere.promotes_bot(town.club)
    me = {"user": town.world.me.json()}
    inside = RESTRICTED | me | {"is_member": True}
    assert town.heard(new_chat_member=inside) is None
    outside = RESTRICTED | me | {"is_member": False}
    assert town.heard(new_chat_member=outside) == Closed(Chat(town.club.id))
    back = town.heard(old_chat_member=outside, new_chat_member=me | {"status": "member"})
    assert isinstance(back, Heard)


def test_a_channel_is_no_group(town: Listener) -> None:
    town.mere.promotes_bot(town.club)
    channel = {"id": -1003, "type": "channel", "title": "News"}
    me = {"user": town.world.me.json()}
    left = me | {"status": "left"}
    assert town.heard(chat=channel, old_chat_member=left) is None


def test_an_admin_who_hides_may_bring_the_bot(town: Listener) -> None:
    town.mere.promotes_bot(town.club)
    left = {"user": town.world.me.json(), "status": "left"}
    assert town.heard(old_chat_member=left, **{"from": ANONYMOUS.json()}) is None


def test_a_group_that_becomes_a_supergroup_has_moved(town: Listener) -> None:
    """Both chats tell of it, and either is enough."""
    new = membership.upgrade(town.world, town.group)
    news = [town.ear.hear(Update.de_json(each.json(), BOT)) for each in town.world.updates.past]
    assert news == [Moved(Chat(town.group.id), Chat(new.id))] * 2


def test_an_update_of_another_kind_is_no_news(town: Listener) -> None:
    assert town.ear.hear(Update(1)) is None


@pytest.mark.parametrize(
    ("size", "is_too_long"), [(None, False), (UPLOAD_BYTES, False), (UPLOAD_BYTES + 1, True)]
)
def test_no_document_is_fetched_that_is_no_saved_game(size: int | None, is_too_long: bool) -> None:
    assert is_too_large(Document("id", "unique", file_size=size)) is is_too_long
