"""From an update to what somebody said: who, where and what, and what is not for us at all."""

from __future__ import annotations

import pytest
from telegram import Update

from tests.bot.listening import BOT, Listener
from tests.bot.office import to
from tests.telegram.fake.chats import Member
from tests.telegram.fake.world import ANONYMOUS
from ukachat.bot.addresses import Chat
from ukachat.bot.hearing import Anonymous, Heard, link_of
from ukachat.chat.messages import Setting, Text


@pytest.fixture
def town() -> Listener:
    return Listener()


def test_somebody_writes_in_private(town: Listener) -> None:
    message = town.mere.says("pick it up")
    news = town.heard()
    assert isinstance(news, Heard)
    incoming = news.incoming
    assert incoming.account == incoming.place.address == to(town.mere.private)
    assert (incoming.place.setting, incoming.place.circle) == (Setting.PRIVATE, "")
    assert incoming.place.link == link_of("uka_test_bot") == "https://t.me/uka_test_bot?start="
    assert (incoming.name, incoming.language) == ("Mere", "en")
    assert incoming.said == Text("pick it up")
    assert (news.chat, news.user, news.message) == (Chat(town.mere.id), town.mere.id, message.id)


def test_every_update_has_an_id_of_its_own_and_keeps_it(town: Listener) -> None:
    """So what comes twice is answered once."""
    town.mere.says("one")
    first, again = town.heard(), town.heard()
    town.mere.says("one")
    second = town.heard()
    assert isinstance(first, Heard)
    assert isinstance(second, Heard)
    assert first == again
    assert first.incoming.id != second.incoming.id


def test_a_group_is_a_circle_and_so_is_each_topic(town: Listener) -> None:
    town.mere.says("/uka", town.group)
    news = town.heard()
    assert isinstance(news, Heard)
    place = news.incoming.place
    assert (place.address, place.circle) == (to(town.group), to(town.group))
    assert place.setting is Setting.GROUP
    town.mere.says("/uka", town.club, topic=town.topics[0])
    news = town.heard()
    assert isinstance(news, Heard)
    assert news.incoming.place.address == to(town.club, town.topics[0])
    assert news.incoming.place.circle == to(town.club, town.topics[0])
    town.mere.says("/uka", town.club)
    news = town.heard()
    assert isinstance(news, Heard)
    assert news.incoming.place.address == to(town.club), "the general topic is the group itself"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("/uka", "/uka"),
        ("/UKA", "/UKA"),
        ("/uka@uka_test_bot", "/uka"),
        ("/uka@Uka_Test_BOT na", "/uka na"),
        ("/play@uka_test_bot\njh", "/play jh"),
        ("/play\n\njack of hearts", "/play jack of hearts"),
        ("/ruels@uka_test_bot", "/ruels"),
    ],
)
def test_commands_to_us(town: Listener, typed: str, text: str) -> None:
    town.mere.says(typed, town.group)
    assert town.said() == Text(text, to_us=True)
    town.mere.says(typed)
    assert town.said() == Text(text), "and the same in private"


@pytest.mark.parametrize("typed", ["/uka@other_bot", "/ruels", "/", "/ uka", "/uka@uka_test_bot2"])
def test_commands_of_other_bots_are_left_to_them(town: Listener, typed: str) -> None:
    town.mere.says(typed, town.group)
    assert town.heard() is None


def test_a_command_that_nobody_knows_is_heard_in_private(town: Listener) -> None:
    town.mere.says("/ruels nz")
    assert town.said() == Text("/ruels nz")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("@uka_test_bot jh", "jh"),
        ("jh @Uka_Test_Bot", "jh"),
        ("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE} @uka_test_bot jh", "\u0130   jh"),
    ],
)
def test_a_mention_is_to_us(town: Listener, typed: str, text: str) -> None:
    town.mere.says(typed, town.group)
    assert town.said() == Text(text, to_us=True)


@pytest.mark.parametrize("typed", ["@uka_test_bot2 jh", "mere@uka_test_bot jh"])
def test_a_mention_of_something_like_our_name_is_not(town: Listener, typed: str) -> None:
    town.mere.says(typed, town.group)
    assert town.said() == Text(typed)


def test_a_reply_to_us_is_to_us(town: Listener) -> None:
    table = town.world.new_message(town.group, town.world.me, text="Tama to play.")
    asked = town.ana.says("whose turn?", town.group)
    town.mere.says("jh", town.group, reply_to=table)
    assert town.said() == Text("jh", to_us=True)
    town.mere.says("yours", town.group, reply_to=asked)
    assert town.said() == Text("yours"), "a reply to somebody else"
    town.mere.says("jh", town.group)
    assert town.said() == Text("jh"), "and no reply at all"


def test_what_is_said_in_a_topic_is_no_reply_to_whoever_made_it(town: Listener) -> None:
    """Telegram says that it replies to the message by which the topic began, even of ours."""
    begun = town.club.messages[town.topics[0]]
    begun.sender = town.world.me
    town.club.members[town.world.me.id] = Member(town.world.me, "administrator")
    town.ana.says("hello", town.club, topic=town.topics[0])
    assert town.said() == Text("hello")
    table = town.world.new_message(town.club, town.world.me, thread=town.topics[0], text="Table")
    town.ana.says("jh", town.club, topic=town.topics[0], reply_to=table)
    assert town.said() == Text("jh", to_us=True)


FORWARD = {"type": "hidden_user", "date": 1, "sender_user_name": "Rangi"}


@pytest.mark.parametrize("typed", ["/stop", "@uka_test_bot jh", "jh"])
def test_what_somebody_forwards_to_a_group_they_have_not_said(town: Listener, typed: str) -> None:
    town.mere.says(typed, town.group)
    assert town.heard(forward_origin=FORWARD) is None


def test_an_invitation_may_be_forwarded_in_private(town: Listener) -> None:
    town.mere.says("/start abc")
    assert town.said(forward_origin=FORWARD) == Text("/start abc")


def test_an_edited_message_says_nothing_new(town: Listener) -> None:
    town.mere.edits(town.mere.says("jh"), "jd")
    assert town.world.updates.past[-1].kind == "edited_message"
    assert town.heard() is None


def test_a_sticker_in_private_says_something(town: Listener) -> None:
    """Whoever sends one is told what is understood."""
    town.mere.sends_document("wave.webp", b"")
    assert town.said() == Text("")


def test_a_document_is_to_be_fetched(town: Listener) -> None:
    town.mere.sends_document("game.yaml", b"game")
    news = town.heard()
    assert isinstance(news, Heard)
    assert news.document is not None
    assert news.document.file_name == "game.yaml"


def test_in_a_group_a_document_is_only_for_us_where_somebody_says_so(town: Listener) -> None:
    table = town.world.new_message(town.group, town.world.me, text="Tama to play.")
    town.mere.sends_document("minutes.pdf", b"x", town.group)
    assert town.heard() is None
    town.mere.sends_document("minutes.pdf", b"x", town.group, caption="for Tuesday")
    assert town.heard() is None
    town.mere.sends_document("game.yaml", b"x", town.group, reply_to=table)
    assert town.said() == Text("", to_us=True)
    town.mere.sends_document("game.yaml", b"x", town.group, caption="/replay")
    assert town.said() == Text("/replay", to_us=True)


def test_channel_posts_in_a_group_are_not_for_us(town: Listener) -> None:
    """A channel's posts come into its group by Telegram itself, whatever they say."""
    town.mere.says("/uka", town.group)
    sender = {"id": 777000, "first_name": "Telegram", "is_bot": False}
    channel = {"id": -1003, "type": "channel", "title": "News"}
    changes = {"from": sender, "sender_chat": channel, "is_automatic_forward": True}
    assert town.heard(**changes) is None


def test_somebody_who_hides_behind_a_group_or_channel_is_told_so(town: Listener) -> None:
    super_ = town.world.supergroup("Open", [town.mere], admins=[town.mere])
    town.mere.says("/uka", super_, anonymously=True)
    news = town.heard()
    assert isinstance(news, Anonymous)
    assert news.chat == Chat(super_.id)
    town.ana.says("/uka", town.group)
    channel_bot = {"id": 136817688, "first_name": "Channel", "is_bot": True}
    channel = {"id": -1003, "type": "channel", "title": "Ana's channel"}
    assert isinstance(town.heard(**{"from": channel_bot, "sender_chat": channel}), Anonymous)


def test_an_admin_who_hides_may_chat_with_the_others(town: Listener) -> None:
    town.mere.says("hello all", town.group)
    assert town.heard(**{"from": ANONYMOUS.json(), "sender_chat": town.group.json()}) is None


def test_other_bots_are_not_answered(town: Listener) -> None:
    town.mere.says("/uka", town.group)
    robot = {"id": 99, "first_name": "Robot", "is_bot": True}
    assert town.heard(**{"from": robot}) is None


def test_a_channel_without_a_sender_is_not_answered(town: Listener) -> None:
    update = Update.de_json(
        {
            "update_id": 1,
            "message": {
                "message_id": 1,
                "date": 1,
                "chat": {"id": -1003, "type": "channel", "title": "News"},
                "text": "/uka",
            },
        },
        BOT,
    )
    assert town.ear.hear(update) is None


@pytest.mark.parametrize(
    "service",
    [
        {"group_chat_created": True},
        {"delete_chat_photo": True},
        {"new_chat_title": "Us"},
        {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": -501, "type": "group"}}},
    ],
)
def test_what_telegram_tells_of_a_chat_is_not_answered(
    town: Listener, service: dict[str, object]
) -> None:
    town.mere.says("x", town.group)
    assert town.heard(text=None, **service) is None
    town.mere.says("x")
    assert town.heard(text=None, **service) is None
