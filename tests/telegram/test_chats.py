"""The real process among people: who block it, upgrade a group, throw it out, and take it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.telegram.fake import membership
from tests.telegram.pressing import Presser, play

if TYPE_CHECKING:
    from tests.telegram.fake.chats import Chat
    from tests.telegram.fake.people import Person
    from tests.telegram.process import Host

CANNOT_WRITE = "I cannot write to you in private"


def in_group(host: Host, group: Chat, *people: Person, rules: str = "nz target=2") -> list[Presser]:
    """Friends at a game that has just begun in their group; computers have the other seats."""
    host.says(people[0], f"/uka {rules}", group)
    for each in people[1:]:
        each.says("/join", group)
    host.settles()
    people[0].says("/start", group)
    players = [Presser(host, each, group) for each in people]
    host.until(lambda: any(each.options for each in players))
    host.settles()
    return players


def has_acted(host: Host, by: str) -> bool:
    return any(each.kind == "Acted" and each.fields["by"] == by for each in host.decided())


# --- private chats ---


def test_who_blocks_the_bot_has_the_seat_again_afterwards(host: Host) -> None:
    host.starts()
    mere, ana = (Presser(host, host.person(name)) for name in ("Mere", "Ana"))
    host.says(mere.person, "/play nz target=5")
    ana.person.opens(host.says(mere.person, "/invite"))
    host.until(lambda: "Start" in (ana.table.labels if ana.table else ()))
    host.says(mere.person, "/start")
    play(host, mere, ana, until=lambda: "Trick 1" in mere.text)
    ana.person.blocks()
    play(host, mere, until=lambda: has_acted(host, "caretaker"))
    host.settles()
    missed = len(ana.chat.said_by_bot())
    ana.person.unblocks()
    host.settles()
    assert len(ana.chat.said_by_bot()) == missed, "whoever comes back speaks first"
    host.says(ana.person, "/back")
    play(host, mere, ana)
    host.settles()
    assert [each.kind for each in host.decided() if each.kind in {"WentAway", "CameBack"}] == [
        "WentAway",
        "CameBack",
    ]
    for call in host.world.refused():
        assert call.chat == ana.person.id
        assert call.refusal is not None
        assert call.refusal.code == 403


@pytest.mark.long
def test_who_cannot_be_written_to_is_told_once_in_the_group(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana", started=False)
    group = host.world.group("Whanau", [mere, ana], admins=[mere])
    players = in_group(host, group, mere, ana)

    def told() -> list[str]:
        return [str(each.text) for each in group.said_by_bot() if CANNOT_WRITE in str(each.text)]

    def is_bidding() -> bool:
        return "Deal 1" in players[1].text and bool(players[1].options)

    play(host, *players, until=lambda: told() and is_bidding())
    host.settles()
    (sentence,) = told()
    assert sentence.startswith("Ana, ")
    link = next(each for each in group.said_by_bot() if CANNOT_WRITE in str(each.text))
    ana.opens(link, "Open the chat")
    host.until(lambda: "Your cards" in str(ana.private.said_by_bot()[-1:]))
    privately = Presser(host, ana)
    looked = players[0].text
    privately.acts()
    host.until(lambda: players[0].text != looked)
    play(host, *players)
    assert len(told()) == 1


# --- groups ---


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(True, id="the upgrade is told first"),
        pytest.param(False, id="a refusal tells it first", marks=pytest.mark.long),
    ],
)
def test_a_game_goes_on_where_its_group_becomes_a_supergroup(host: Host, told: bool) -> None:
    bot = host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    group = host.world.group("Whanau", [mere, ana], admins=[mere])
    host.says(mere, "/settings stop admins", group)
    players = in_group(host, group, mere, ana)
    play(host, *players, until=lambda: "Deal 1" in players[1].text and players[1].options)
    host.settles()
    host.world.updates.dropping = 0 if told else 2
    club = membership.upgrade(host.world, group)
    privately = Presser(host, ana)
    privately.acts()
    host.until(club.said_by_bot)
    play(host, *(Presser(host, each, club) for each in (mere, ana)))
    assert "Only the admins of this group stop a table" in host.says(ana, "/settings", club)
    host.settles()
    assert len({each.table for each in host.decided()}) == 1
    migrated = [call for call in host.world.refused() if "upgraded" in str(call.refusal)]
    assert len(migrated) == (0 if told else 1)
    assert "[error" not in bot.log


@pytest.mark.long
def test_a_game_rests_while_the_bot_is_not_in_the_group(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    group = host.world.group("Whanau", [mere, ana], admins=[mere])
    players = in_group(host, group, mere, ana)
    play(host, *players, until=lambda: "Trick 1" in players[0].text)
    mere.removes_bot(group)
    host.settles()
    assert len([each for each in host.decided() if each.kind == "WentAway"]) == 2
    decided = len(host.decided())
    mere.adds_bot(group)
    host.until(lambda: "away" in players[0].text)
    host.settles()
    assert len(host.decided()) == decided
    for each in (mere, ana):
        each.says("/back", group)
    host.settles()
    play(host, *players)
    assert len({each.table for each in host.decided()}) == 1


def test_an_anonymous_admin_can_press_and_not_type(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    club = host.world.supergroup("Club", [mere, ana], admins=[mere])
    mere.says("/uka", club, anonymously=True)
    host.until(club.said_by_bot)
    (told,) = club.said_by_bot()
    assert "I cannot tell who you are" in str(told.text)
    host.says(ana, "/uka", club)
    press = mere.presses("Sit North", club.said_by_bot()[-1])
    host.until(lambda: press.answered)
    host.until(lambda: "North: Mere" in str(club.said_by_bot()[-1].text))


@pytest.mark.long
def test_a_game_rests_where_its_topic_is_deleted(host: Host) -> None:
    host.starts()
    mere = host.person("Mere")
    club = host.world.supergroup("Club", [mere], admins=[mere], forum=True)
    topic = host.world.topic(club, "Uka")
    mere.says("/uka nz now", club, topic=topic)
    host.until(lambda: club.said_by_bot(topic))
    host.settles()
    with host.world.lock:
        del club.topics[topic]
        for each in club.messages.values():
            each.deleted = True
    mere.says("/deal")
    host.until(lambda: any(each.kind == "WentAway" for each in host.decided()))
    host.settles()
    # A table elsewhere can be opened all the same.
    assert "/start begins" in host.says(mere, "/uka", club)


# --- who decides ---


@pytest.mark.long
def test_the_admins_of_a_group_decide(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    group = host.world.group("Whanau", [mere, ana], admins=[mere])
    refused = host.says(ana, "/settings computers off", group)
    assert refused.startswith("That is for the admins of this group to choose.")
    assert host.says(mere, "/settings computers off", group).startswith("Computer players may not")
    host.says(ana, "/uka", group)
    assert "Computer players may not sit" in host.says(ana, "/start", group)
    asked = [call for call in host.world.calls if call.method == "getChatMember"]
    assert {call.params["user_id"] for call in asked} == {mere.id, ana.id}


def test_hosts_speak_to_all_tables_and_stop_new_ones(host: Host) -> None:
    mere, ana = host.person("Mere"), host.person("Ana")
    host.starts(hosts=mere.id)
    group = host.world.group("Whanau", [ana])
    host.says(ana, "/uka", group)
    assert host.says(ana, "/announce Goodbye").startswith("I do not know /announce.")
    assert host.says(mere, "/announce We stop at nine.") == "Told at 1 table."
    host.until(lambda: "host of this bot: We stop at nine." in str(group.said_by_bot()[-1].text))
    assert host.says(mere, "/drain on").startswith("No new table can be opened.")
    assert "the bot is about to be updated" in host.says(ana, "/play")
    assert host.says(mere, "/drain off").startswith("New tables can be opened.")
    assert "/start begins" in host.says(ana, "/play")
    commands = host.world.profile.commands
    assert any(dict(scope).get("chat_id") == mere.id for scope in commands)


# --- documents ---


@pytest.mark.long
def test_a_game_is_saved_sent_back_and_stepped_through(host: Host) -> None:
    host.starts()
    mere, ana = host.person("Mere"), host.person("Ana")
    group = host.world.group("Whanau", [mere])
    (player,) = in_group(host, group, mere, rules="nz target=1")
    play(host, player)
    host.says(mere, "/save", group)
    document = group.said_by_bot()[-1].document
    assert document is not None
    assert document["file_name"].endswith(".yaml")
    content = host.world.files[document["file_id"]].content
    ana.sends_document(document["file_name"], content)
    host.until(ana.private.said_by_bot)
    summary = ana.private.said_by_bot()[-1]
    assert "Step through" in summary.labels
    press = ana.presses("Step through", summary)
    host.until(lambda: press.answered and len(ana.private.said_by_bot()) == 2)
    step = ana.private.said_by_bot()[-1]
    before = step.text
    forward = next(label for label in step.labels if "ext" in label)
    press = ana.presses(forward, step)
    host.until(lambda: press.answered and step.text != before)


@pytest.mark.long
def test_a_game_that_is_on_is_saved_for_the_asker_alone(host: Host) -> None:
    host.starts()
    mere = host.person("Mere")
    group = host.world.group("Whanau", [mere])
    in_group(host, group, mere)
    mere.says("/save", group)
    host.until(lambda: any(each.document for each in mere.private.said_by_bot()))
    host.settles()
    assert not any(each.document for each in group.said_by_bot())


def test_what_is_no_saved_game_is_answered_with_a_sentence(host: Host) -> None:
    host.starts()
    told = {
        b"x" * 200_001: "is too long: expected a saved game of at most 200,000 bytes",
        b"It was a fine game.": "line 1",
        b"\x00\xff": "game.yaml",
    }
    for content, sentence in told.items():
        mere = host.person("Mere")
        mere.sends_document("game.yaml", content)
        host.until(mere.private.said_by_bot)
        assert sentence in str(mere.private.said_by_bot()[-1].text)
    fetched = [call for call in host.world.calls if call.method == "getFile"]
    assert len(fetched) == 2, "what is too long is not fetched"


@pytest.mark.parametrize(
    "kind",
    [
        "voice",
        pytest.param("sticker", marks=pytest.mark.long),
        pytest.param("photo", marks=pytest.mark.long),
    ],
)
def test_what_is_neither_word_nor_game_is_answered_too(host: Host, kind: str) -> None:
    host.starts()
    mere = host.person("Mere")
    file = {"file_id": "f", "file_unique_id": "u"}
    size = {"width": 512, "height": 512}
    sticker = {"type": "regular", "is_animated": False, "is_video": False}
    shown: dict[str, object] = {
        "voice": file | {"duration": 3},
        "sticker": file | size | sticker,
        "photo": [file | size],
    }
    message = host.world.new_message(mere.private, mere, service={kind: shown[kind]})
    host.world.updates.put("message", message.json())
    host.until(mere.private.said_by_bot)
    (told,) = mere.private.said_by_bot()
    assert str(told.text).startswith("I understand words, buttons and saved games")
