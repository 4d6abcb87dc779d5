"""What the admins of a group settle for it, and what outsiders cannot do there."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.playing import names_of, play_on
from tests.chat.talking import GROUP, Conversation, buttons, run, texts
from ukachat.chat.messages import BUTTON_BYTES, Edit, Place, Press, Reply, Say, Setting, Text
from ukachat.chat.pace import Pace
from ukachat.chat.table import Computer, Human, Nobody, Stage
from ukachat.engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from ukachat.chat.messages import Button

FOUR = ("Mere", "Ana", "Hemi", "Tama")
REFUSED = "That is for the admins of this group to choose. /settings shows what is so."


def _group(seed: int = 0) -> Conversation:
    """Mere administers the group."""
    conversation = Conversation(seed)
    conversation.admins.add("Mere")
    return conversation


def _seated(*people: str, rules: str = "nz target=1", seed: int = 0) -> Conversation:
    """People who sit at the group's table, in which no game has begun; Mere need not."""
    conversation = _group(seed)
    conversation.say(people[0], f"/uka {rules}", group=True)
    for who in people[1:]:
        conversation.say(who, "/join", group=True)
    assert set(names_of(conversation, conversation.table).values()) == set(people)
    return conversation


# --- who may choose ---


@pytest.mark.parametrize(
    "words",
    [
        "computers off",
        "stop admins",
        "rules na",
        "rules",
        "pace slow",
        "pace",
        "RULES nz target=5",
    ],
)
def test_only_admins_choose_for_the_group(words: str) -> None:
    conversation = _group()
    assert texts(conversation.say("Ana", f"/settings {words}", group=True)) == [REFUSED]
    sent = conversation.press("Ana", f"/settings {words}", group=True)
    assert [post for post in sent if isinstance(post, Reply)] == sent
    assert texts(sent) == [REFUSED]
    assert conversation.store.settings_at == {}
    told = texts(conversation.say("Mere", f"/settings {words}", group=True))
    assert told
    assert told != [REFUSED]


def test_every_button_of_the_settings_does_what_can_be_typed() -> None:
    chat = _group()
    shown = chat.say("Mere", "/settings", group=True)
    data = {button.data for button in buttons(shown, GROUP)}
    assert {"/settings computers off", "/settings stop admins"} <= data
    for each in sorted(data):
        assert len(each.encode()) <= BUTTON_BYTES
        assert "I do not know" not in "".join(texts(chat.press("Mere", each, group=True))), each
    for each in ("/settings rules", "/settings pace"):
        asked = chat.press("Mere", each, group=True)
        chosen = buttons(asked, GROUP)[-1].data
        assert chosen.startswith(each)
        chat.press("Mere", chosen, group=True)
    shown = chat.say("Ana", "/settings", group=True)
    assert {"/settings computers on", "/settings stop players"} <= {
        button.data for button in buttons(shown, GROUP)
    }
    (told,) = texts(shown)
    assert "Computer players may not sit" in told
    assert "Only the admins of this group stop a table." in told
    assert f"Their pace is {Pace.OFF.words}." in told


def test_new_tables_of_the_group_are_as_its_admins_chose() -> None:
    conversation = _group()
    conversation.say("Mere", "/settings rules na target=5", group=True)
    conversation.say("Mere", "/settings pace live", group=True)
    conversation.say("Ana", "/uka", group=True)
    table = conversation.table
    assert (table.name, table.rules.game.target, table.pace) == ("na", 5, Pace.LIVE)
    conversation.say("Ana", "/play", group=False)
    assert (conversation.table.name, conversation.table.pace) == ("nz", Pace.RELAXED)


def test_a_wrong_value_is_answered_by_the_right_ones() -> None:
    conversation = _group()
    (told,) = texts(conversation.say("Mere", "/settings pace hasty", group=True))
    assert told.startswith('I know no pace "hasty".')
    assert all(f"/settings pace {pace.value}" in told for pace in Pace)
    (told,) = texts(conversation.say("Mere", "/settings rules nonsuch", group=True))
    assert "nonsuch" in told
    (told,) = texts(conversation.say("Mere", "/settings computers maybe", group=True))
    assert told.startswith('I do not know the setting "computers maybe".')
    assert conversation.store.settings_at == {}


def test_in_private_one_chooses_for_ones_own_tables() -> None:
    conversation = _group()
    conversation.say("Ana", "/settings rules na")
    conversation.say("Ana", "/settings pace slow")
    conversation.say("Ana", "/play")
    assert (conversation.table.name, conversation.table.pace) == ("na", Pace.SLOW)
    for words in ("computers off", "stop admins"):
        (told,) = texts(conversation.say("Ana", f"/settings {words}"))
        assert told.startswith("That is chosen in a group")
    assert "computers" not in repr(conversation.store.settings_at)


def test_rules_without_a_table_open_the_question_and_choose_nothing_for_the_group() -> None:
    conversation = _group()
    for who in ("Mere", "Ana"):
        sent = conversation.say(who, "/rules na target=5", group=True)
        assert texts(sent)[0].startswith("There is no table here yet. /play na target=5 opens one")
        assert conversation.store.settings_at == {}
    shown = conversation.sent
    conversation.press("Ana", buttons(shown, GROUP)[0].data, group=True)
    assert (conversation.table.name, conversation.table.rules.game.target) == ("na", 5)


def test_a_topic_has_settings_of_its_own() -> None:
    conversation = _group()
    conversation.say("Mere", "/settings rules na", group=True)
    topic = f"{GROUP}/7"
    incoming = conversation.incoming("Mere", Text("/uka"), group=True)
    incoming = replace(incoming, place=Place(topic, Setting.GROUP, topic))
    run(conversation.service.handle(incoming, conversation.now))
    assert (conversation.table.home, conversation.table.name) == (topic, "nz")


# --- when it is asked who an admin is ---


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        (Text("/settings"), True),
        (Text("/settings@some_bot computers off"), True),
        (Text("/stop"), True),
        (Press("t:abc:3:/stop now"), True),
        (Press("/settings stop admins"), True),
        (Text("stop"), False),
        (Text("/start"), False),
        (Text("/stopp"), False),
        (Text("hearts"), False),
        (Press("t:abc:3:plays JH"), False),
        (Press("t:abc:3:2"), False),
        (Press(""), False),
    ],
)
def test_the_transport_is_asked_for_admins_only_where_it_matters(
    said: Text | Press, asks: bool
) -> None:
    conversation = Conversation()
    there = conversation.incoming("Mere", said, group=True)
    assert conversation.service.asks_for_admin(there) is asks
    private = conversation.incoming("Mere", said)
    assert not conversation.service.asks_for_admin(private)


# --- stopping ---


@pytest.mark.parametrize("people", [("Ana", "Hemi"), ("Ana", "Mere"), ("Ana",)])
def test_an_admin_stops_a_game_at_once_seated_or_not(people: tuple[str, ...]) -> None:
    conversation = _seated(*people)
    conversation.say("Ana", "/start", group=True)
    sent = conversation.say("Mere", "/stop", group=True)
    assert "/stop now ends it" in texts(sent, GROUP)[0]
    assert not conversation.table.closed
    assert conversation.table.asking is None
    sent = conversation.press("Mere", buttons(sent, GROUP)[0].data, group=True)
    assert conversation.table.stage is Stage.CLOSED
    assert any("Mere, an admin of this group, has ended the game" in each for each in texts(sent))
    assert len(conversation.store.games) == 1


def test_an_admin_closes_a_lobby_and_a_finished_table_at_once() -> None:
    conversation = _seated("Ana", "Hemi")
    sent = conversation.say("Mere", "/stop", group=True)
    assert any("Mere has closed" in each for each in texts(sent))
    assert conversation.table.stage is Stage.CLOSED
    conversation = _seated("Ana", seed=1)
    conversation.say("Ana", "/start", group=True)
    for _ in play_on(conversation, Random(1), group=True):
        pass
    assert not conversation.table.closed
    conversation.say("Mere", "/stop", group=True)
    assert conversation.table.closed


def test_the_admins_button_stops_nothing_for_an_outsider() -> None:
    conversation = _seated("Ana", "Hemi")
    conversation.say("Ana", "/start", group=True)
    sent = conversation.say("Mere", "/stop", group=True)
    before = conversation.table
    told = texts(conversation.press("Rangi", buttons(sent, GROUP)[0].data, group=True))
    assert told[0].startswith("You do not sit at this table.")
    assert conversation.table == before


def test_an_admin_of_one_group_stops_no_table_of_another() -> None:
    conversation = _seated("Ana", "Hemi")
    table = conversation.table
    elsewhere = Place("group:other", Setting.GROUP, "group:other")
    for place in (elsewhere, Place("chat:mere", Setting.PRIVATE, GROUP)):
        said = Press(f"t:{table.id}:{table.version}:/stop now")
        incoming = replace(conversation.incoming("Mere", said), place=place, is_admin=True)
        run(conversation.service.handle(incoming, conversation.now))
        assert texts(conversation.drain())[0].startswith("You do not sit at this table.")
        assert conversation.table == table


def test_where_only_admins_stop_a_player_is_told_so() -> None:
    conversation = _seated("Ana", "Hemi")
    conversation.say("Mere", "/settings stop admins", group=True)
    conversation.say("Ana", "/start", group=True)
    before = conversation.table
    for group in (True, False):
        told = texts(conversation.say("Ana", "/stop now", group=group))
        assert told == ["Only the admins of this group stop a table. /leave gives your seat up."]
    assert conversation.table == before
    conversation.say("Mere", "/settings stop players", group=True)
    conversation.say("Ana", "/stop", group=True)
    assert conversation.table.asking is not None


def test_who_sits_in_private_stops_their_own_table_whatever_the_group_says() -> None:
    conversation = _group()
    conversation.say("Mere", "/settings stop admins", group=True)
    conversation.say("Mere", "/settings computers off", group=True)
    conversation.say("Ana", "/play nz target=1")
    conversation.say("Ana", "/computer")
    conversation.say("Ana", "/start")
    conversation.say("Ana", "/stop now")
    assert conversation.table.stage is Stage.CLOSED
    assert conversation.store.games


# --- computers ---


@pytest.mark.parametrize("group", [True, False])
def test_without_computers_empty_seats_wait_for_people(group: bool) -> None:
    conversation = _seated("Ana", "Hemi")
    conversation.say("Mere", "/settings computers off", group=True)
    before = conversation.table
    for text in ("/computer", "/computer beginner", "/start"):
        told = texts(conversation.say("Ana", text, group=group))
        assert told == [
            "Computer players may not sit at the tables of this group, and 2 seats are empty. "
            "/join takes one."
        ]
        assert conversation.table == before
    conversation.say("Tama", "/join", group=True)
    (one_left,) = texts(conversation.say("Ana", "/start", group=group))
    assert "1 seat is empty" in one_left
    conversation.say("Rangi", "/join", group=True)
    conversation.say("Ana", "/start", group=group)
    assert conversation.table.stage is Stage.PLAYING


def test_computers_get_up_where_they_may_sit_no_longer_but_not_from_a_game() -> None:
    conversation = _seated("Ana")
    conversation.say("Ana", "/computer", group=True)
    sent = conversation.say("Mere", "/settings computers off", group=True)
    assert "The computer players have got up." in " ".join(texts(sent, GROUP))
    kinds = [type(holder) for holder in conversation.table.holders]
    assert (kinds.count(Human), kinds.count(Nobody)) == (1, 3)
    conversation.say("Mere", "/settings computers on", group=True)
    conversation.say("Ana", "/start", group=True)
    conversation.say("Mere", "/settings computers off", group=True)
    assert [type(holder) for holder in conversation.table.holders].count(Computer) == 3
    assert texts(conversation.say("Ana", "/computer beginner", group=True)) == [
        "Computer players may not sit at the tables of this group."
    ]


def test_who_is_away_has_a_caretaker_all_the_same() -> None:
    conversation = _seated(*FOUR)
    conversation.say("Mere", "/settings computers off", group=True)
    conversation.say("Ana", "/start", group=True)
    conversation.say("Ana", "/away", group=True)
    for _ in play_on(conversation, Random(3), group=True):
        pass
    assert conversation.table.stage is Stage.OVER


def test_a_rematch_is_without_the_computers_that_may_sit_no_longer() -> None:
    conversation = _seated("Ana", seed=2)
    conversation.say("Ana", "/start", group=True)
    for _ in play_on(conversation, Random(2), group=True):
        pass
    conversation.say("Mere", "/settings computers off", group=True)
    conversation.say("Ana", "/rematch", group=True)
    assert conversation.table.stage is Stage.LOBBY
    assert len(conversation.table.empty) == 3


# --- outsiders ---

ALWAYS = (
    "start",
    "stop",
    "deal",
    "computer",
    "swap",
    "rematch",
    "pace off",
    "rules na",
    "cut three blind mice",
    "sit north",
    "undo",
    "agree",
    "decline",
    "away",
    "back",
    "wait",
    "kick",
    "leave",
    "stop now",
    "leave now",
    "computer off",
    "settings reveal deal",
    "play jh",
)


def _lobby() -> Conversation:
    return _seated(*FOUR)


def _window() -> Conversation:
    conversation = _lobby()
    conversation.say("Mere", "/start", group=True)
    return conversation


def _asked() -> Conversation:
    conversation = _window()
    conversation.say("Ana", "/stop", group=True)
    return conversation


def _playing() -> Conversation:
    conversation = _window()
    for number, _ in enumerate(play_on(conversation, Random(1), group=True)):
        if number == 6:
            break
    return conversation


def _over() -> Conversation:
    conversation = _window()
    for _ in play_on(conversation, Random(1), group=True):
        pass
    return conversation


@pytest.mark.parametrize("stage", [_lobby, _window, _asked, _playing, _over])
@pytest.mark.parametrize("pressed", [False, True], ids=["typed", "pressed"])
def test_outsiders_are_refused_at_a_groups_table(
    stage: Callable[[], Conversation], pressed: bool
) -> None:
    conversation = stage()
    table = conversation.table
    for words in ALWAYS:
        if words == "play jh" and table.stage is Stage.OVER:
            continue  # Between two games everybody may open a table.
        if pressed:
            data = f"t:{table.id}:{table.version}:/{words}"
            told = texts(conversation.press("Rangi", data, group=True))
        else:
            told = texts(conversation.say("Rangi", f"/{words}", group=True))
        assert len(told) == 1, words
        assert len(told[0]) > 15
        assert told[0].endswith((".", "?")), (words, told)
        assert conversation.tables == [table], words


@pytest.mark.parametrize("stage", [_lobby, _window, _asked, _playing, _over])
def test_no_button_of_a_groups_table_changes_anything_for_outsiders(
    stage: Callable[[], Conversation],
) -> None:
    conversation = stage()
    table = conversation.table
    offered = {button.data for each in _shown(conversation) for button in each}
    assert offered
    for data in sorted(offered):
        assert texts(conversation.press("Rangi", data, group=True)), data
        assert conversation.tables == [table], data


def _shown(conversation: Conversation) -> list[tuple[Button, ...]]:
    """The rows of buttons that the group was ever shown."""
    says = [post for post in conversation.sent if isinstance(post, Say | Edit)]
    return [row for post in says for row in post.buttons if post.to == GROUP]


def test_outsiders_stay_outside_in_private_too() -> None:
    conversation = _playing()
    table = conversation.table
    for words in sorted(ALWAYS):
        conversation.press("Rangi", f"t:{table.id}:{table.version}:/{words}")
        assert conversation.table == table, words


def test_a_seat_is_kept_for_whoever_holds_it() -> None:
    conversation = _lobby()
    south = conversation.table.rules.seating.names.index("South")
    holder = names_of(conversation, conversation.table)[Seat(south)]
    (told,) = texts(conversation.say("Rangi", "/sit south", group=True))
    assert told == f"South is {holder}'s. No seat is empty."
