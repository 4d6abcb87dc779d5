"""What those who run the bot can say: one line to all tables, and no new tables for a while."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.chat.playing import play_on
from tests.chat.talking import GROUP, Conversation, account_of, buttons, run, texts
from ukachat.chat.commands import COMMANDS, HOST_COMMANDS, menu
from ukachat.chat.messages import Place, Say, Setting, Text, Tone
from ukachat.chat.service import Service
from ukachat.chat.table import Stage

HOST = "Rangi"
NO_TABLE = "No new table can be opened just now"


def _conversation(seed: int = 0) -> Conversation:
    return Conversation(seed, hosts=(HOST,))


def _three_tables() -> Conversation:
    """A game in a group, and two private tables; Ana sits at both of those, Mere everywhere."""
    conversation = _conversation()
    conversation.say("Mere", "/uka nz target=1", group=True)
    conversation.say("Mere", "/start", group=True)
    for owner in ("Mere", "Hemi"):
        conversation.say(owner, "/play nz target=1")
        conversation.say("Ana", f"/join {conversation.table.id}")
    assert len(conversation.tables) == 3
    return conversation


# --- announcing ---


def test_every_open_table_hears_the_line_and_nobody_twice() -> None:
    conversation = _three_tables()
    sent = conversation.say(HOST, "/announce We stop\n at nine.")
    line = "From the host of this bot: We stop at nine."
    heard = [post.to for post in sent if isinstance(post, Say) and post.text == line]
    assert sorted(heard) == sorted([GROUP, *map(account_of, ("Ana", "Hemi", "Mere"))])
    assert all(post.tone is Tone.NEWS for post in sent[:-1] if isinstance(post, Say))
    assert texts(sent, HOST) == ["Told at 3 tables."]


def test_a_closed_table_hears_nothing() -> None:
    conversation = _conversation()
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/stop")
    assert texts(conversation.say(HOST, "/announce Kia ora")) == [
        "No table is open, so nobody was told."
    ]


def test_whoever_is_forgotten_hears_nothing() -> None:
    conversation = _three_tables()
    conversation.say("Ana", "/forget me")
    sent = conversation.say(HOST, "/announce Kia ora")
    assert account_of("Ana") not in {post.to for post in sent}
    assert texts(sent, HOST) == ["Told at 3 tables."]


@pytest.mark.parametrize("words", ["", "  ", "x" * 301])
def test_a_line_of_no_words_or_of_too_many_is_not_told(words: str) -> None:
    conversation = _three_tables()
    sent = conversation.say(HOST, f"/announce {words}")
    assert [post.to for post in sent] == [account_of(HOST)]


def test_the_same_announcement_twice_is_told_once() -> None:
    conversation = _three_tables()
    assert conversation.do(HOST, Text("/announce Kia ora"), id_="one")
    assert conversation.do(HOST, Text("/announce Kia ora"), id_="one") == []


# --- draining ---


def test_while_it_is_drained_games_go_on_and_no_table_is_opened() -> None:
    conversation = _three_tables()
    conversation.say("Hemi", "/start")
    (told,) = texts(conversation.say(HOST, "/drain on"))
    assert told.startswith("No new table can be opened. /drain off")
    tables = conversation.tables
    for who, said, group in (
        ("Tama", "/play", False),
        ("Tama", "play", False),
        ("Tama", "/uka na", False),
        ("Rangi", "/play", False),
    ):
        told = texts(conversation.say(who, said, group=group))[0]
        assert told.startswith(NO_TABLE), said
    assert conversation.tables == tables
    for _ in play_on(conversation, Random(1)):
        pass
    assert conversation.table.stage is Stage.OVER


@pytest.mark.parametrize("said", ["/play", "/rematch", "/start", "/swap", "rematch"])
def test_while_it_is_drained_a_finished_table_stays_for_a_later_rematch(said: str) -> None:
    conversation = _conversation()
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Mere", "/start")
    for _ in play_on(conversation, Random(1)):
        pass
    conversation.say(HOST, "/drain on")
    over = conversation.table
    assert over.stage is Stage.OVER
    assert texts(conversation.say("Mere", said))[0].startswith(NO_TABLE)
    assert conversation.tables == [over]
    conversation.say(HOST, "/drain off")
    conversation.say("Mere", said)
    assert len(conversation.tables) == 2


def test_a_group_can_open_no_table_either_while_it_is_drained() -> None:
    conversation = _conversation()
    conversation.say(HOST, "/drain on")
    assert texts(conversation.say("Mere", "/uka", group=True))[0].startswith(NO_TABLE)
    assert conversation.tables == []


def test_it_stays_drained_over_a_restart() -> None:
    conversation = _conversation()
    conversation.say(HOST, "/drain on")
    conversation.service = Service(conversation.store, Random(9).randbytes)
    assert texts(conversation.say("Mere", "/play"))[0].startswith(NO_TABLE)


def test_the_state_and_the_games_are_told() -> None:
    conversation = _three_tables()
    sent = conversation.say(HOST, "/drain")
    assert texts(sent) == [
        "New tables can be opened. /drain on changes that.\n1 game is on, at 3 open tables."
    ]
    conversation.say("Hemi", "/start")
    (told,) = texts(conversation.press(HOST, buttons(sent, HOST)[0].data), HOST)[1:]
    assert told == (
        "No new table can be opened. /drain off changes that.\n2 games are on, at 3 open tables."
    )
    assert told in texts(conversation.say(HOST, "/drain"))
    (told,) = texts(conversation.say(HOST, "/drain perhaps"))
    assert told.startswith('I do not know "/drain perhaps".')
    assert texts(conversation.say(HOST, "/drain"))[0].startswith("No new table can be opened.")


# --- for whom ---


@pytest.mark.parametrize("command", ["drain", "announce"])
def test_for_everybody_else_the_commands_do_not_exist(command: str) -> None:
    conversation = _three_tables()
    store = conversation.store
    for who, group in (("Mere", False), ("Mere", True), (HOST, True)):
        conversation.admins.add(who)
        for said in (f"/{command} on", f"/help {command}", f"/{command}x"):
            told = texts(conversation.say(who, said, group=group))
            assert len(told) == 1
            assert told[0].startswith("I do not know /")
            assert f"Did you mean /{command}" not in told[0]
        told = texts(conversation.press(who, f"/{command} on", group=group))
        assert told[0].startswith(f"I do not know /{command}.")
        assert f"/{command}" not in "".join(texts(conversation.say(who, "/help", group=group)))
        assert "host" not in store.settings_at
    assert command not in COMMANDS


def test_an_account_counts_and_not_a_name() -> None:
    conversation = _conversation()
    incoming = replace(
        conversation.incoming("Mere", Text("/drain on")),
        name=HOST,
        place=Place(account_of("Mere"), Setting.PRIVATE),
    )
    run(conversation.service.handle(incoming, conversation.now))
    assert texts(conversation.drain())[0].startswith("I do not know /drain.")


def test_hosts_find_their_commands_in_the_help() -> None:
    conversation = _conversation()
    (told,) = texts(conversation.say(HOST, "/help"))
    for name, command in HOST_COMMANDS.items():
        assert f"{command.usage}: {command.help}." in told
        assert texts(conversation.say(HOST, f"/help {name}")) == [
            f"{command.usage}: {command.help}."
        ]
    told = texts(conversation.say(HOST, "/drian"))[0]
    assert "Did you mean /drain?" in told


def test_menus_are_for_kinds_of_chats_admins_and_hosts() -> None:
    private = dict(_told(Setting.PRIVATE))
    assert not private.keys() & HOST_COMMANDS.keys()
    assert dict(_told(Setting.PRIVATE, for_host=True)).keys() == private.keys() | HOST_COMMANDS
    assert not dict(_told(Setting.GROUP, for_host=True)).keys() & HOST_COMMANDS.keys()
    everybody, admins = dict(_told(Setting.GROUP)), dict(_told(Setting.GROUP, for_admin=True))
    assert everybody.keys() == admins.keys()
    differing = {name for name, does in everybody.items() if admins[name] != does}
    assert differing == {"settings", "stop"}


def _told(
    setting: Setting, *, for_admin: bool = False, for_host: bool = False
) -> list[tuple[str, str]]:
    listed = menu(setting, for_admin=for_admin, for_host=for_host)
    return [(command.name, does) for command, does in listed]
