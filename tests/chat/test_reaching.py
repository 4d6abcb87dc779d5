"""Who cannot be reached, and what becomes of their tables; and coming back after being away."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.playing import names_of, next_move
from tests.chat.talking import GROUP, Conversation, run
from ukachat.chat.decisions import Nudged, Waited, WentAway, from_text
from ukachat.chat.messages import Edit, Press, Reply, Say, Text, Tone, Way
from ukachat.chat.pace import LOBBY_SECONDS, OVER_SECONDS, Pace
from ukachat.chat.publishing import HAND
from ukachat.chat.scene import HELLO
from ukachat.chat.table import Stage

if TYPE_CHECKING:
    from ukachat.chat.decisions import Decision
    from ukachat.chat.messages import Outgoing

PEOPLE = ("Mere", "Ana", "Hemi", "Tama")
LIMIT = Pace.RELAXED.limit or 0


def _private(*people: str) -> Conversation:
    """A private table of some people at which it is somebody's turn."""
    conversation = Conversation(3, network="telegram")
    conversation.say(people[0], "/play nz target=3")
    for who in people[1:]:
        conversation.say(who, f"/join {conversation.table.id}")
    conversation.say(people[0], "/start")
    return _until_a_turn(conversation)


def _group() -> Conversation:
    """A group's table of four at which it is somebody's turn."""
    conversation = Conversation(3, network="telegram")
    conversation.say("Mere", "/uka nz target=3", group=True)
    for who in PEOPLE[1:]:
        conversation.say(who, "/join", group=True)
    conversation.say("Mere", "/start", group=True)
    return _until_a_turn(conversation, group=True)


def _until_a_turn(conversation: Conversation, *, group: bool = False) -> Conversation:
    while conversation.table.game is None or conversation.table.game.deals == 0:
        _move(conversation, group=group)
    return conversation


def _move(conversation: Conversation, *, group: bool = False) -> list[Outgoing]:
    move = next_move(conversation, Random(1))
    assert move is not None
    return conversation.say(*move, group=group)


def _awaited(conversation: Conversation) -> str:
    table = conversation.table
    return names_of(conversation, table)[table.waits_for[0]]


def _other(conversation: Conversation, people: tuple[str, ...] = PEOPLE) -> str:
    awaited = _awaited(conversation)
    return next(who for who in people if who != awaited)


def _lose(conversation: Conversation, who: str, *, is_awaited: bool = False) -> list[Outgoing]:
    account = f"telegram:{who.lower()}"
    run(conversation.service.lost(account, conversation.now, is_awaited=is_awaited))
    return conversation.drain()


def _remove(conversation: Conversation) -> list[Outgoing]:
    run(conversation.service.removed(GROUP, conversation.now))
    return conversation.drain()


def _to(sent: list[Outgoing], who: str) -> list[str]:
    """The texts that somebody was sent in private, but for answers to presses."""
    address = f"telegram:{who.lower()}"
    return [post.text for post in sent if post.to == address and not isinstance(post, Reply)]


def _present(conversation: Conversation) -> set[str]:
    """Who plays for themselves."""
    names = names_of(conversation, conversation.table)
    return {names[seat] for seat in conversation.table.present}


def _decided(conversation: Conversation, since: int) -> list[Decision]:
    entries = conversation.store.entries[conversation.table.id]
    return [from_text(entry.text) for entry in entries[since:]]


# --- a private chat that is closed, at a private table ---


def test_the_game_goes_on_without_somebody_who_cannot_be_reached() -> None:
    conversation = _private("Mere", "Ana")
    lost = _awaited(conversation)
    other = _other(conversation)
    sent = _lose(conversation, lost)
    (told,) = _to(sent, other)
    assert told.startswith(f"{lost} is away; the computer plays until {lost} is back.")
    assert _to(sent, lost) == []
    assert _present(conversation) == {other}


def test_nothing_more_is_sent_to_somebody_who_cannot_be_reached() -> None:
    conversation = _private("Mere", "Ana")
    lost = _awaited(conversation)
    _lose(conversation, lost)
    for _ in range(5):
        assert _to(_move(conversation), lost) == []
    assert _to(conversation.wait(LIMIT / 2), lost) == []


def test_the_game_of_somebody_alone_rests() -> None:
    conversation = _private("Mere")
    assert _lose(conversation, "Mere") == []
    assert _present(conversation) == set()
    version = conversation.table.version
    assert conversation.wait(LIMIT) == []
    assert conversation.table.version == version


def test_losing_the_same_person_again_changes_nothing() -> None:
    conversation = _private("Mere", "Ana")
    _lose(conversation, "Mere")
    conversation.say("Ana", "/away")
    conversation.say("Ana", "/back")
    version = conversation.table.version
    assert _lose(conversation, "Mere") == []
    assert _lose(conversation, "Mere", is_awaited=True) == []
    assert conversation.table.version == version


def test_losing_somebody_who_never_spoke_changes_nothing() -> None:
    assert _lose(Conversation(network="telegram"), "Rangi") == []


def test_a_lobby_keeps_the_seat_of_somebody_who_cannot_be_reached() -> None:
    conversation = Conversation(3, network="telegram")
    conversation.say("Mere", "/play nz")
    assert _lose(conversation, "Mere") == []
    assert conversation.table.people


def test_whoever_speaks_in_private_again_is_reached_again_and_comes_back_by_acting() -> None:
    conversation = _private("Mere", "Ana")
    lost, other = _awaited(conversation), _other(conversation)
    _lose(conversation, lost)
    (shown,) = _to(conversation.say(lost, "/start"), lost)
    assert f"Away: {lost}; a computer plays until they are back.\n/back takes" in shown
    sent = conversation.say(lost, "/back")
    assert any(text.startswith(f"Welcome back, {lost}.") for text in _to(sent, lost))
    assert _present(conversation) == {lost, other}
    reached = [_to(_move(conversation), lost) for _ in range(4)]
    assert all(reached)


def test_the_game_that_rests_is_taken_up_by_any_choice() -> None:
    conversation = _private("Mere")
    _lose(conversation, "Mere")
    version = conversation.table.version
    move = next_move(conversation, Random(1))
    assert move == ("Mere", "/back")
    conversation.say(*move)
    assert conversation.table.version > version
    _lose(conversation, "Mere")
    conversation.press("Mere", f"t:{conversation.table.id}:{conversation.table.version}:/wait")
    assert _present(conversation) == {"Mere"}


# --- a private chat that is closed, at a group's table ---


def test_a_group_hears_by_name_who_cannot_be_written_to_and_plays_on() -> None:
    conversation = _group()
    (said,) = _lose(conversation, "Ana")
    assert isinstance(said, Say)
    assert said.to == GROUP
    assert said.text.startswith("Ana, I cannot write to you in private.")
    ((button,),) = said.buttons
    assert (button.way, button.data) == (Way.OPEN, f"{HAND}{conversation.table.id}")
    assert _present(conversation) == set(PEOPLE)


def test_a_group_hears_it_again_only_when_something_was_asked_for() -> None:
    conversation = _group()
    assert _lose(conversation, "Ana")
    assert _lose(conversation, "Ana") == []
    (said,) = _lose(conversation, "Ana", is_awaited=True)
    assert said.to == GROUP


def test_whoever_presses_in_the_group_gets_answers_and_stays_out_of_reach() -> None:
    conversation = _group()
    _lose(conversation, "Ana")
    data = f"t:{conversation.table.id}:{conversation.table.version}:/hand"
    (replied,) = conversation.press("Ana", data, group=True)
    assert isinstance(replied, Reply)
    assert replied.text.startswith("1 ")
    for _ in range(10):
        assert _to(_move(conversation, group=True), "Ana") == []


def test_whoever_opens_the_chat_is_shown_their_cards_and_is_asked_there_again() -> None:
    conversation = _group()
    _lose(conversation, "Ana")
    (shown,) = _to(conversation.say("Ana", f"/start {HAND}{conversation.table.id}"), "Ana")
    assert "Your cards: " in shown
    reached = [text for _ in range(5) for text in _to(_move(conversation, group=True), "Ana")]
    assert any("Your turn, Ana." in text for text in reached)


@pytest.mark.parametrize("command", ["/hand", "/save"])
def test_what_is_for_ones_own_eyes_is_not_said_in_the_group(command: str) -> None:
    conversation = _group()
    _lose(conversation, "Ana")
    (said,) = conversation.say("Ana", command, group=True)
    assert isinstance(said, Say)
    assert said.to == GROUP
    assert said.text == "That is for your eyes alone. Open the chat with me first."
    assert [(button.way, button.data) for (button,) in said.buttons] == [(Way.OPEN, HELLO)]


def test_the_group_reminds_by_name_whoever_cannot_be_written_to() -> None:
    conversation = _group()
    who = _awaited(conversation)
    _lose(conversation, who)
    (said,) = conversation.wait(LIMIT / 2 + 1)
    assert said == Say(GROUP, f"{who}, the table is waiting for you.", Tone.NUDGE)
    conversation.wait(LIMIT / 2 + 1)
    assert who not in _present(conversation)


def test_a_reminder_in_private_brings_the_table_below_it_and_edits_nothing_else() -> None:
    conversation = _group()
    who = _awaited(conversation)
    (said,) = conversation.wait(LIMIT / 2 + 1)
    assert isinstance(said, Say)
    assert (said.to, said.tone) == (f"telegram:{who.lower()}", Tone.NUDGE)
    opening, shown, asks = said.text.split("\n\n")
    assert opening == f"The table is waiting for you, {who}."
    assert shown.startswith("Uka ")
    assert asks.startswith(f"Your turn, {who}.")


# --- a group that we were removed from ---


def test_the_game_of_a_group_that_we_were_removed_from_rests() -> None:
    conversation = _group()
    _remove(conversation)
    version = conversation.table.version
    assert _present(conversation) == set()
    assert conversation.wait(10 * LIMIT) == []
    assert _remove(conversation) == []
    assert conversation.table.version == version


@pytest.mark.parametrize("said", ["/back", "/deal", "the turn's own choice"])
def test_it_is_taken_up_by_whoever_acts(said: str) -> None:
    conversation = _group()
    who = _awaited(conversation)
    move = next_move(conversation, Random(1))
    assert move is not None
    _remove(conversation)
    conversation.say(who, said if said.startswith("/") else move[1], group=True)
    assert _present(conversation) == {who}
    others = [other for other in PEOPLE if other != who]
    for other in others:
        conversation.say(other, "/back", group=True)
    assert _present(conversation) == set(PEOPLE)


def test_a_lobby_of_a_group_that_we_were_removed_from_stays() -> None:
    conversation = Conversation(3, network="telegram")
    conversation.say("Mere", "/uka", group=True)
    assert _remove(conversation) == []
    assert conversation.table.stage is Stage.LOBBY
    assert len(conversation.table.people) == 1


# --- we ourselves were away ---


def _sleep(conversation: Conversation, seconds: float) -> list[Outgoing]:
    """We are away for so long, and come back."""
    since = conversation.now
    conversation.now += seconds
    run(conversation.service.resume(conversation.now, since))
    return conversation.drain()


def test_after_a_short_absence_nothing_is_said() -> None:
    conversation = _private("Mere", "Ana")
    conversation.now += LIMIT
    version = conversation.table.version
    assert _sleep(conversation, 100) == []
    assert conversation.table.version == version


@pytest.mark.parametrize("is_group", [False, True], ids=["private", "group"])
@pytest.mark.parametrize("away", [LIMIT / 2 + 1, 100 * LIMIT])
def test_after_a_long_absence_clocks_that_ran_out_start_anew(
    away: float, *, is_group: bool
) -> None:
    conversation = _group() if is_group else _private("Mere", "Ana")
    version = conversation.table.version
    sent = _sleep(conversation, away)
    told = "I was away for a while and am back. The game goes on where it was."
    readers = [post.to for post in sent if told in post.text]
    assert readers.count(GROUP) == is_group
    assert is_group or readers == ["telegram:ana", "telegram:mere"]
    assert all(isinstance(post, Edit) for post in sent if post.to != GROUP)  # No phone rings.
    assert _decided(conversation, version) == [Waited()]
    assert conversation.wait(0) == []
    assert conversation.wait(LIMIT / 2 - 1) == []
    conversation.wait(2)
    assert _decided(conversation, version) == [Waited(), Nudged()]
    conversation.wait(LIMIT / 2)
    assert any(isinstance(each, WentAway) for each in _decided(conversation, version))


def test_who_was_reminded_before_is_reminded_anew() -> None:
    conversation = _private("Mere", "Ana")
    conversation.wait(LIMIT / 2 + 1)
    assert conversation.table.nudged
    _sleep(conversation, LIMIT)
    assert not conversation.table.nudged
    assert conversation.table.present


def test_a_table_that_has_time_left_stays_quiet() -> None:
    conversation = _private("Mere", "Ana")
    conversation.say("Mere", "/pace slow")
    version = conversation.table.version
    assert _sleep(conversation, 3600) == []
    assert conversation.table.version == version


def test_a_lobby_that_ran_out_meanwhile_waits_once_more_and_says_nothing() -> None:
    conversation = Conversation(3, network="telegram")
    conversation.say("Mere", "/play nz")
    assert _sleep(conversation, 2 * LOBBY_SECONDS) == []
    assert conversation.wait(LOBBY_SECONDS - 1) == []
    (closed,) = conversation.wait(2)
    assert "the table is closed" in closed.text


def test_a_finished_table_that_ran_out_meanwhile_offers_a_rematch_once_more() -> None:
    conversation = _private("Mere", "Ana")
    while conversation.table.stage is Stage.PLAYING:
        _move(conversation)
    assert _sleep(conversation, 2 * OVER_SECONDS) == []
    conversation.wait(1)
    conversation.say("Mere", "/rematch")
    assert conversation.table.stage is Stage.LOBBY


def test_a_game_that_rests_rests_on() -> None:
    conversation = _private("Mere")
    _lose(conversation, "Mere")
    assert _sleep(conversation, 365 * 24 * 3600) == []
    assert conversation.wait(1) == []
    assert conversation.table.stage is Stage.PLAYING


# --- what could not be answered ---


@pytest.mark.parametrize("said", [Text("/table"), Press("/table")])
def test_an_apology_is_the_one_answer(said: Text | Press) -> None:
    conversation = _private("Mere", "Ana")
    incoming = conversation.incoming("Mere", said)
    sorry = "Something went wrong here. Please try again."
    run(conversation.service.apologise(incoming, conversation.now, sorry))
    run(conversation.service.apologise(incoming, conversation.now, sorry))
    (told,) = conversation.drain()
    if isinstance(said, Press):
        assert told == Reply("telegram:mere", incoming.id, sorry)
    else:
        assert told == Say("telegram:mere", sorry)
    version = conversation.table.version
    run(conversation.service.handle(incoming, conversation.now))
    assert conversation.drain() == []
    assert conversation.table.version == version


def test_no_apology_for_what_was_answered() -> None:
    conversation = _private("Mere", "Ana")
    incoming = conversation.incoming("Mere", Text("/table"))
    run(conversation.service.handle(incoming, conversation.now))
    assert conversation.drain()
    run(conversation.service.apologise(incoming, conversation.now, "Sorry."))
    assert conversation.drain() == []


def test_an_apology_in_a_group_is_said_there() -> None:
    conversation = _group()
    incoming = conversation.incoming("Mere", Text("/table"), group=True)
    run(conversation.service.apologise(incoming, conversation.now, "Sorry."))
    assert conversation.drain() == [Say(GROUP, "Sorry.")]


# --- a clock that fails ---


def test_a_table_whose_clock_fails_keeps_no_other_from_theirs() -> None:
    conversation = Conversation(3, network="telegram")
    tables: list[str] = []
    for who in ("Mere", "Ana", "Hemi"):
        conversation.say(who, "/play nz")
        tables.append(conversation.table.id)
    broken = tables[0]
    entries = conversation.store.entries[broken]
    conversation.store.entries[broken] = [entries[0]._replace(text="{}"), *entries[1:]]
    fresh = Conversation(4, conversation.store, network="telegram")
    fresh.now = conversation.now + LOBBY_SECONDS
    assert run(fresh.store.due(fresh.now))[0] == broken
    with pytest.raises(ValueError, match="expected a decision of a table"):
        run(fresh.service.tick(fresh.now))
    closed = [table for table in tables if not fresh.store.rows[table].open]
    assert closed == tables[1:]
    assert {type(post) for post in fresh.drain()} == {Edit}
