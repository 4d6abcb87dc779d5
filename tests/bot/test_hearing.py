"""From an update to what somebody said: who, where and what, and what is not for us at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from telegram import Bot, Document, Update

from tests.bot.office import Office, to
from tests.telegram.fake import membership
from tests.telegram.fake.chats import Member
from tests.telegram.fake.world import ANONYMOUS, TOKEN
from ukachat.bot.addresses import Chat
from ukachat.bot.hearing import Anonymous, Closed, Ear, Heard, Moved, is_too_large, link_of
from ukachat.chat.messages import Press, Setting, Text
from ukachat.chat.saving import UPLOAD_BYTES

if TYPE_CHECKING:
    from ukachat.bot.hearing import News

BOT = Bot(TOKEN)


class Listener(Office):
    """Hears what people in a small world do, the latest thing first."""

    def __init__(self) -> None:
        super().__init__()
        self.ear = Ear(self.world.me.id, "uka_test_bot")
        self.world.chats[self.group.id].members[self.world.me.id] = Member(
            self.world.me, "administrator"
        )  # so that it gets to hear everything

    def heard(self, **changes: Any) -> News | None:  # noqa: ANN401 - fields of a message
        """The news of the latest update; fields of its message may be changed before."""
        update = self.world.updates.past[-1].json()
        (payload,) = (value for key, value in update.items() if key != "update_id")
        payload |= changes
        return self.ear.hear(Update.de_json(update, BOT))

    def said(self, **changes: Any) -> Text | None:  # noqa: ANN401 - fields of a message
        """What was said by the latest update."""
        news = self.heard(**changes)
        if news is None:
            return None
        assert isinstance(news, Heard)
        assert isinstance(news.incoming.said, Text)
        return news.incoming.said


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
