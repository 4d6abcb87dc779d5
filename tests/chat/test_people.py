"""Several tables, several people, and people who want to be forgotten."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.chat.leaks import cards_named
from tests.chat.playing import next_move, play_on
from tests.chat.talking import GROUP, Conversation, account_of, buttons, run, texts
from ukachat.chat.messages import Press, Text
from ukachat.chat.table import Computer, Stage


def _two_tables() -> Conversation:
    """Ana sits at a table of Mere's and at one of Hemi's, and both games have begun."""
    conversation = Conversation(4)
    for owner in ("Mere", "Hemi"):
        conversation.say(owner, "/play nz target=1")
        conversation.say("Ana", f"/join {conversation.table.id}")
        conversation.say(owner, "/start")
    return conversation


def test_what_is_typed_goes_to_the_table_that_waits() -> None:
    conversation = _two_tables()
    waiting = [
        table
        for table in conversation.tables
        if any(table.people[seat].person == _id(conversation, "Ana") for seat in table.waits_for)
    ]
    before = {table.id: table.version for table in conversation.tables}
    conversation.say("Ana", "deal")
    changed = [table.id for table in conversation.tables if table.version != before[table.id]]
    if len(waiting) == 1:
        assert changed == [waiting[0].id]
    else:
        assert changed == []


def _id(conversation: Conversation, who: str) -> str:
    return next(each.id for each in conversation.store.persons.values() if each.name == who)


def test_if_two_tables_wait_the_question_is_asked_and_the_answer_counts() -> None:
    for seed in range(40):
        conversation = Conversation(seed)
        for owner in ("Mere", "Hemi"):
            conversation.say(owner, "/play nz target=1")
            conversation.say("Ana", f"/join {conversation.table.id}")
            conversation.say(owner, "/start")
        ana = _id(conversation, "Ana")
        if all(table.seat_of(ana) in table.waits_for for table in conversation.tables):
            break
    else:
        raise AssertionError("no two tables wait for Ana")
    versions = [table.version for table in conversation.tables]
    sent = conversation.say("Ana", "deal")
    assert texts(sent, "Ana")[0].startswith("Which table do you mean?")
    assert [table.version for table in conversation.tables] == versions
    conversation.press("Ana", buttons(sent, "Ana")[1].data)
    conversation.say("Ana", "deal")
    first, second = conversation.tables
    assert first.version == versions[0]
    assert second.version > versions[1]


def test_the_same_message_twice_is_answered_once() -> None:
    conversation = Conversation()
    assert conversation.do("Mere", Text("/play"), id_="one")
    assert conversation.do("Mere", Text("/play"), id_="one") == []
    assert len(conversation.tables) == 1


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Te\n\u202eRangi", "Te Rangi"),
        ("x" * 10_000, "x" * 40),
        ("\ud800", "?"),
        (" \n ", "Somebody"),
    ],
)
def test_a_name_from_anywhere_can_be_said_in_a_sentence(name: str, called: str) -> None:
    conversation = Conversation()
    incoming = replace(conversation.incoming("Mere", Text("/play")), name=name)
    run(conversation.service.handle(incoming, conversation.now))
    assert any(f"{called} sits South." in text for text in texts(conversation.drain()))


def test_buttons_that_nobody_made_are_refused() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/play")
    table = conversation.table.id
    for data in (
        "t:",
        "t:x:y",
        "t:x:1:/deal",
        f"t:{table}:-1:/deal",
        f"t:{table}:1:plays ZZ",
        "zz",
    ):
        sent = conversation.do("Mere", Press(data))
        assert texts(sent, "Mere"), data
    version = conversation.table.version
    conversation.do("Mere", Press(f"t:{table}:{version}:draw 9C"))
    assert conversation.table.version == version


def test_whoever_is_forgotten_in_a_game_leaves_a_computer_and_no_name() -> None:
    conversation = Conversation(2)
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Ana", "/join")
    conversation.say("Mere", "/start")
    conversation.say("Mere", "/deal")
    conversation.say("Ana", "/deal")
    assert "/forget me" in texts(conversation.say("Ana", "/forget"))[0]
    sent = conversation.say("Ana", "/forget me")
    assert texts(sent, "Ana") == [
        "I have forgotten who you are. Whenever you speak to me again, we start afresh."
    ]
    assert all("Ana" not in text for text in texts(sent, "Mere"))
    assert conversation.table.holders[0] == Computer("club")
    assert "Ana" not in repr(conversation.store.persons)
    assert "Ana" not in repr(conversation.store.entries)
    for _ in play_on(conversation, Random(2)):
        pass
    assert conversation.table.stage is Stage.OVER
    store = conversation.store
    kept = repr([store.persons, store.entries, store.rows, store.games])
    assert "Ana" not in kept
    assert account_of("Ana") not in kept


def test_in_stored_games_the_seats_name_stands_for_the_forgotten() -> None:
    conversation = Conversation(2)
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Ana", "/join")
    conversation.say("Mere", "/start")
    for _ in play_on(conversation, Random(2)):
        pass
    game = next(iter(conversation.store.games))
    assert "Ana" in texts(conversation.say("Mere", f"/replay {game}"), "Mere")[0]
    conversation.say("Ana", "/forget me")
    told = texts(conversation.say("Mere", f"/replay {game}"), "Mere")[0]
    assert "Ana" not in told
    assert "Mere" in told


def test_of_a_finished_game_others_know_nothing() -> None:
    conversation = Conversation(2)
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Mere", "/start")
    while (move := next_move(conversation, Random(2))) is not None:
        conversation.say(*move)
    assert texts(conversation.say("Hemi", "/replay"))[0].startswith("No game has been played")


def test_in_a_group_questions_and_refusals_about_cards_are_private() -> None:
    asked = refused = 0
    for seed in range(12):
        conversation = Conversation(seed)
        conversation.say("Mere", "/uka", group=True)
        conversation.say("Mere", "/start", group=True)
        rng = Random(seed)
        while (move := next_move(conversation, rng)) is not None and (not asked or not refused):
            for said in ("lowest", "spade", "heart", "jack", "ace of spades", "seven of hearts"):
                before = conversation.table
                sent = conversation.say("Mere", said, group=True)
                if conversation.table != before:
                    break
                answers = [text for post in sent if post.to == GROUP for text in texts([post])]
                assert not any(cards_named(text) for text in answers), answers
                told = " ".join(texts(sent, "Mere"))
                asked += "can be" in told
                refused += "were led and you hold" in told or "You do not hold" in told
            else:
                conversation.say(*move, group=True)
    assert asked
    assert refused


def test_who_only_talks_in_a_group_is_not_remembered() -> None:
    conversation = Conversation()
    conversation.say("Mere", "/uka", group=True)
    assert conversation.say("Rangi", "did anybody see the rugby", group=True) == []
    assert run(conversation.store.known(account_of("Rangi"))) is None
    conversation.do("Rangi", Text("jh", to_us=True), group=True)
    assert run(conversation.store.known(account_of("Rangi"))) is not None


@pytest.mark.parametrize("said", ["/table", "/nonsense"])
def test_who_says_a_command_in_a_group_has_spoken_to_us(said: str) -> None:
    conversation = Conversation()
    assert conversation.say("Rangi", said, group=True)
    assert run(conversation.store.known(account_of("Rangi"))) is not None
