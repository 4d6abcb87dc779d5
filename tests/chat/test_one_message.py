"""Where the network can edit: one message shows the table, and rings only when it has to."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.leaks import cards_named, cards_seen
from tests.chat.playing import next_move, play_on, says
from tests.chat.talking import GROUP, Conversation, run
from ukachat.chat.messages import (
    Edit,
    Incoming,
    Place,
    Reply,
    Say,
    Setting,
    Text,
    Tone,
    Way,
)
from ukachat.chat.table import Stage
from ukachat.engine.state import FirstRound, Playing

if TYPE_CHECKING:
    from ukachat.chat.messages import Outgoing

LINK = "https://example.org/start="


def _conversation(seed: int = 1) -> Conversation:
    return Conversation(seed, network="telegram")


def _to(sent: list[Outgoing], who: str) -> list[Outgoing]:
    return [post for post in sent if post.to == f"telegram:{who.lower()}"]


def _choices(sent: list[Outgoing], who: str) -> dict[str, str]:
    return {
        button.label: button.data
        for post in sent
        if post.to in {f"telegram:{who.lower()}", who} and isinstance(post, Say | Edit)
        for row in post.buttons
        for button in row
    }


def test_a_press_edits_the_message_that_was_pressed() -> None:
    conversation = _conversation()
    (opened,) = conversation.say("Mere", "/play nz")
    assert isinstance(opened, Say)
    assert opened.key
    replied, edited = conversation.press("Mere", _choices([opened], "Mere")["Start"])
    assert replied == Reply("telegram:mere", replied.press, "")  # type: ignore[union-attr]
    assert isinstance(edited, Edit)
    assert edited.key == opened.key


def test_a_whole_game_by_presses_is_one_message() -> None:
    conversation = _conversation()
    sent = conversation.say("Mere", "/play nz target=3 now")
    news = 0
    for _ in range(400):
        if conversation.table.stage is Stage.OVER:
            break
        move = next_move(conversation, Random(1))
        assert move is not None
        said = "Deal" if move[1] == "/deal" else move[1]
        choices = _choices(sent, "Mere")
        (data,) = [choices[label] for label in choices if says(label, said)]
        sent = conversation.press("Mere", data)
        news += sum(isinstance(post, Say) for post in _to(sent, "Mere"))
    assert conversation.table.stage is Stage.OVER
    assert news == 0
    (last,) = [post for post in sent if isinstance(post, Edit)]
    assert "The game is over." in last.text


def test_what_is_typed_brings_the_message_below_it() -> None:
    conversation = _conversation()
    conversation.say("Mere", "/play nz now")
    (told,) = conversation.say("Mere", "/deal")
    assert isinstance(told, Say)
    assert told.key


def _two_cousins() -> Conversation:
    conversation = _conversation()
    conversation.say("Mere", "/play nz target=3")
    conversation.say("Ana", f"/start {conversation.table.id}")
    conversation.say("Mere", "/start")
    return conversation


def test_it_rings_for_a_turn_and_stays_quiet_for_news() -> None:
    conversation = _two_cousins()
    rang = quiet = 0
    for _ in range(60):
        move = next_move(conversation, Random(2))
        if move is None:
            break
        who, said = move
        other = "Ana" if who == "Mere" else "Mere"
        for post in _to(conversation.say(who, said), other):
            assert isinstance(post, Say | Edit)
            asked = conversation.table.turn is not None and "Your turn" in post.text
            if isinstance(post, Say):
                assert post.tone is Tone.TURN
                rang += 1
            else:
                assert post.tone is Tone.NEWS
                assert not asked
                quiet += 1
    assert rang > 5
    assert quiet > 5


def test_the_message_shows_the_table_and_the_own_hand_and_no_other() -> None:
    conversation = _two_cousins()
    for sent in play_on(conversation, Random(3)):
        for post in sent:
            person = run(conversation.store.known(post.to))
            assert person is not None
            assert isinstance(post, Say | Edit)
            labels = " ".join(button.label for row in post.buttons for button in row)
            seen = cards_seen(conversation.table, person.id)
            assert cards_named(f"{post.text} {labels}") <= seen, post.text


def test_a_stale_press_brings_the_message_up_to_date() -> None:
    conversation = _two_cousins()
    sent = conversation.say("Mere", "/table")
    old = _choices(sent, "Mere")
    for _, _sent in zip(range(12), play_on(conversation, Random(1)), strict=False):
        pass
    data = f"t:{conversation.table.id}:3:1"
    replied, edited = conversation.press("Mere", old.get("My cards", data))
    assert isinstance(replied, Reply)
    assert "older moment" in replied.text
    assert isinstance(edited, Edit)


def test_the_table_and_the_question_stand_apart_and_nothing_is_said_twice() -> None:
    conversation = _two_cousins()
    asked = ended = 0
    for sent in play_on(conversation, Random(4)):
        for post in sent:
            lines = [line for line in post.text.splitlines() if line]
            assert len(set(lines)) == len(lines), post.text
            assert post.text.count(" are trumps") <= 1
            if "Your turn, " in post.text:
                assert "\n\nYour turn, " in post.text
                asked += 1
            if " deals. " in post.text:
                assert " deals next." not in post.text
                ended += 1
    assert asked > 20
    assert ended > 2


# --- in a group ---


def test_a_lobby_promises_no_computers_where_they_may_not_sit() -> None:
    conversation = _conversation()
    conversation.admins.add("Mere")
    conversation.say("Mere", "/settings computers off", group=True)
    (shown,) = conversation.say("Mere", "/uka", group=True)
    assert "\n/start begins once every seat is taken.\n" in shown.text
    assert "Computers" not in _choices([shown], GROUP)
    conversation.say("Mere", "/settings computers on", group=True)
    (shown,) = conversation.say("Mere", "/table", group=True)
    assert "\n/start begins; computer players take the empty seats.\n" in shown.text
    assert "Computers" in _choices([shown], GROUP)


def _group(target: str = "target=3") -> Conversation:
    conversation = _conversation(3)
    conversation.say("Mere", f"/uka nz {target}", group=True)
    for who in ("Ana", "Hemi", "Tama"):
        conversation.say(who, "/join", group=True)
    conversation.say("Mere", "/start", group=True)
    return conversation


def _group_choices(conversation: Conversation) -> dict[str, str]:
    return _choices(conversation.say("Mere", "/table", group=True), GROUP)


def test_the_lobby_of_a_group_offers_its_seats() -> None:
    conversation = _conversation()
    choices = _choices(conversation.say("Mere", "/uka", group=True), GROUP)
    assert list(choices) == ["Sit North", "Sit East", "Sit West", "Computers", "Start", "Rules"]
    sent = conversation.press("Ana", choices["Sit West"], group=True)
    assert "West: Ana." in next(post.text for post in sent if post.to == GROUP)
    sent = conversation.press("Mere", choices["Computers"], group=True)
    assert "Sit North" not in _choices(sent, GROUP)


def test_calls_and_cards_can_be_pressed_in_the_group_alone() -> None:
    conversation = _group()
    kinds: set[type] = set()
    for _ in range(200):
        move = next_move(conversation, Random(1))
        if move is None:
            break
        who, said = move
        choices = _group_choices(conversation)
        table = conversation.table
        assert table.game is not None
        if table.turn is None:
            conversation.press(who, choices["Deal"], group=True)
            continue
        kinds.add(type(table.game.state.phase))
        if said in choices:
            conversation.press(who, choices[said], group=True)
            assert conversation.table.version > table.version
            continue
        (replied,) = conversation.press(who, choices["My cards"], group=True)
        assert isinstance(replied, Reply)
        numbers = [each for each in "123456" if each in choices]
        for number in numbers:
            conversation.press(who, choices[number], group=True)
            if conversation.table.version > table.version:
                break
        assert conversation.table.version > table.version, replied.text
    assert conversation.table.stage is Stage.OVER
    assert {FirstRound, Playing} <= kinds


def test_the_calls_that_a_group_is_shown_do_not_depend_on_the_hand() -> None:
    seen: dict[str, set[tuple[str, ...]]] = {}
    for seed in range(12):
        conversation = _conversation(seed)
        conversation.say("Mere", "/uka nz", group=True)
        for who in ("Ana", "Hemi", "Tama"):
            conversation.say(who, "/join", group=True)
        conversation.say("Mere", "/start", group=True)
        for _ in range(3):
            move = next_move(conversation, Random(1))
            assert move is not None
            table = conversation.table
            assert table.game is not None
            if isinstance(table.game.state.phase, FirstRound):
                calls = tuple(_group_choices(conversation))
                seen.setdefault("first", set()).add(calls)
                assert "Pick it up" in calls
                break
            conversation.say(*move, group=True)
    assert len(seen["first"]) == 1


def test_no_group_button_and_no_group_text_names_a_hidden_card() -> None:
    conversation = _group()
    rounds: set[type] = set()
    for sent in play_on(conversation, Random(5), group=True):
        assert conversation.table.game is not None
        rounds.add(type(conversation.table.game.state.phase))
        for post in sent:
            if post.to == GROUP and isinstance(post, Say | Edit):
                labels = " ".join(button.label for row in post.buttons for button in row)
                known = cards_seen(conversation.table, None)
                assert cards_named(f"{post.text} {labels}") <= known
    assert FirstRound in rounds


@pytest.mark.parametrize("who", ["Ana", "Rangi"])
def test_a_press_out_of_turn_gets_one_kind_answer_for_the_presser(who: str) -> None:
    conversation = _group()
    move = next_move(conversation, Random(1))
    while move is not None and conversation.table.turn is None:
        conversation.say(*move, group=True)
        move = next_move(conversation, Random(1))
    assert move is not None
    presser = who if move[0] != who else "Hemi"
    version = conversation.table.version
    action = next(iter(_group_choices(conversation).values()))
    (replied,) = conversation.press(presser, action, group=True)
    assert isinstance(replied, Reply)
    assert ("turn" in replied.text) is (presser != "Rangi")
    assert conversation.table.version == version


def test_who_comes_back_by_a_press_gets_a_single_answer() -> None:
    conversation = _group()
    conversation.say("Ana", "/away", group=True)
    choices = _group_choices(conversation)
    sent = conversation.press("Ana", choices["My cards"], group=True)
    assert sum(isinstance(post, Reply) for post in sent) == 1
    conversation.say("Ana", "/away", group=True)
    data = f"t:{conversation.table.id}:{conversation.table.version}:/wait"
    sent = conversation.press("Ana", data, group=True)
    assert sum(isinstance(post, Reply) for post in sent) == 1


def test_the_private_hand_of_a_group_table_is_shown_to_who_sits_there() -> None:
    conversation = _group()
    while conversation.table.turn is None:
        move = next_move(conversation, Random(1))
        assert move is not None
        conversation.say(*move, group=True)
    button = next(
        button
        for post in conversation.say("Mere", "/table", group=True)
        if isinstance(post, Say)
        for row in post.buttons
        for button in row
        if button.way is Way.OPEN
    )
    (shown,) = conversation.say("Ana", f"/start {button.data}")
    assert shown.to == "telegram:ana"
    assert "Ana" in shown.text
    (refused,) = conversation.say("Rangi", f"/start {button.data}")
    assert "You do not sit at this table." in refused.text
    assert all(human.person for human in conversation.table.people.values())


def test_what_is_said_to_us_in_a_group_is_answered() -> None:
    conversation = _group()
    move = next_move(conversation, Random(1))
    assert move is not None
    other = next(who for who in ("Mere", "Ana", "Hemi", "Tama") if who != move[0])
    assert conversation.say(other, "jh", group=True) == []
    answered = conversation.do(other, Text("jh", to_us=True), group=True)
    assert len(answered) == 1


# --- invitations ---


def _invite(conversation: Conversation, place: Place) -> list[Outgoing]:
    incoming = Incoming(
        str(next(conversation.ids)), "telegram:mere", "Mere", place, Text("/invite")
    )
    run(conversation.service.handle(incoming, conversation.now))
    return conversation.drain()


def test_an_invitation_is_a_link_that_seats_whoever_opens_it() -> None:
    conversation = _conversation()
    place = Place("telegram:mere", Setting.PRIVATE, "", LINK)
    sent = _invite(conversation, place)
    said = next(post for post in sent if LINK in post.text)
    table = conversation.table
    assert f"{LINK}{table.id}" in said.text
    assert isinstance(said, Say)
    ((button,),) = said.buttons
    assert (button.way, button.data) == (Way.SHARE, table.id)
    conversation.say("Ana", f"/start {table.id}")
    assert len(conversation.table.people) == 2


def test_an_invitation_without_links_is_a_table_to_join() -> None:
    conversation = _conversation()
    sent = _invite(conversation, Place("telegram:mere", Setting.PRIVATE))
    assert any(f"/join {conversation.table.id}" in post.text for post in sent)


def test_a_full_table_invites_nobody() -> None:
    conversation = _group()
    place = Place(GROUP, Setting.GROUP, GROUP, LINK)
    (said,) = _invite(conversation, place)
    assert said.text == "Every seat at this table is taken."


def test_play_now_plays_at_once() -> None:
    conversation = _conversation()
    conversation.say("Mere", "/play na now")
    assert conversation.table.name == "na"
    assert conversation.table.stage is Stage.PLAYING
