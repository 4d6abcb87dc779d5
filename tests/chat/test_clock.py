"""What happens when nobody acts, and when somebody comes back."""

from __future__ import annotations

from random import Random

import pytest

from tests.chat.playing import names_of, next_move, play_on
from tests.chat.talking import Conversation, account_of, buttons, texts
from ukachat.chat.messages import Say, Tone
from ukachat.chat.pace import IDLE_SECONDS, Pace
from ukachat.chat.table import Human, Mover, OutOfDate, Stage
from ukachat.engine import legal_actions, view
from ukachat.engine.actions import Declare, Name, OrderUp
from ukachat.engine.errors import NotYourTurn
from ukachat.engine.seats import Seat
from ukachat.players import get_player


def _dealt(*people: str, pace: str = "relaxed") -> Conversation:
    conversation = Conversation(3)
    conversation.say(people[0], "/play nz")
    for person in people[1:]:
        conversation.say(person, "/join")
    conversation.say(people[0], f"/pace {pace}")
    conversation.say(people[0], "/start")
    _say_deal(conversation)
    return conversation


def _say_deal(conversation: Conversation) -> None:
    move = next_move(conversation, Random(0))
    assert move is not None
    conversation.say(*move)


def _awaited(conversation: Conversation) -> str:
    table = conversation.table
    return names_of(conversation, table)[table.waits_for[0]]


@pytest.mark.parametrize("pace", [pace for pace in Pace if pace.limit is not None])
def test_a_reminder_at_half_time_once_and_a_caretaker_after_the_limit(pace: Pace) -> None:
    conversation = _dealt("Mere", "Ana", pace=pace.value)
    limit = pace.limit
    assert limit is not None
    who = _awaited(conversation)
    assert conversation.wait(limit / 2 - 10) == []
    sent = conversation.wait(20)
    assert [(post.to, post.tone) for post in sent if isinstance(post, Say)] == [
        (account_of(who), Tone.NUDGE)
    ]
    assert conversation.wait(limit / 2 - 30) == []
    seat = conversation.table.waits_for[0]
    sent = conversation.wait(30)
    assert conversation.table.holders[seat] == Human(_id(conversation, who), away=True)
    assert any(f"{who} is away" in text for text in texts(sent, who))
    game = conversation.table.game
    assert game is not None
    assert any(taken.by is Mover.CARETAKER for taken in game.taken)


def _id(conversation: Conversation, who: str) -> str:
    return next(each.id for each in conversation.store.persons.values() if each.name == who)


def test_the_seat_is_its_owners_again_as_soon_as_they_act() -> None:
    conversation = _dealt("Mere", "Ana")
    who = _awaited(conversation)
    conversation.say(who, "/away")
    sent = conversation.say(who, "/hand")
    assert texts(sent, who)
    conversation.say(who, "/back")
    table = conversation.table
    assert table.seat_of(_id(conversation, who)) in table.present


def test_a_caretaker_never_goes_alone() -> None:
    alone = 0
    for seed in range(15):
        conversation = Conversation(seed)
        conversation.say("Mere", "/play na target=3")
        conversation.say("Ana", "/join")
        conversation.say("Mere", "/start")
        conversation.say("Ana", "/away")
        rng = Random(seed)
        while (move := next_move(conversation, rng)) is not None:
            conversation.say(*move)
        game = conversation.table.game
        assert game is not None
        moves = [taken for taken in game.taken if taken.by is Mover.CARETAKER]
        assert moves
        for taken in moves:
            if isinstance(taken.action, OrderUp | Name | Declare):
                assert not taken.action.alone
        alone += len(moves)
    assert alone > 100


def test_a_caretaker_with_a_hand_to_go_alone_plays_with_the_partner() -> None:
    conversation = Conversation(0)
    conversation.say("Mere", "/play na32 target=10")
    conversation.say("Ana", "/join")
    conversation.say("Mere", "/start")
    conversation.say("Ana", "/away")
    for _ in play_on(conversation, Random(0)):
        pass
    game = conversation.table.game
    assert game is not None
    answers = [
        (taken.action, get_player("club").choose(view(taken.before, taken.action.seat), Random(0)))
        for taken in game.taken
        if isinstance(taken.action, Declare) and taken.by is Mover.CARETAKER
    ]
    assert any(wanted == Declare(answer.seat, alone=True) for answer, wanted in answers)
    assert not any(answer.alone for answer, _ in answers)


def test_while_everybody_is_away_the_game_rests_and_goes_on_with_the_first_one_back() -> None:
    conversation = _dealt("Mere", "Ana")
    conversation.say("Mere", "/away")
    conversation.say("Ana", "/away")
    version = conversation.table.version
    assert conversation.wait(100_000) == []
    assert conversation.table.version == version
    conversation.say("Ana", "/back")
    assert conversation.table.version > version
    assert "Ana" in names_of(conversation, conversation.table).values()


def test_alone_with_computers_there_is_no_clock() -> None:
    conversation = _dealt("Mere", pace="live")
    assert conversation.wait(24 * 3600) == []
    assert conversation.table.present


def test_off_means_no_clock_but_not_for_ever() -> None:
    conversation = _dealt("Mere", "Ana", pace="off")
    assert conversation.wait(7 * 24 * 3600) == []
    conversation.wait(IDLE_SECONDS)
    assert conversation.table.stage is Stage.CLOSED
    assert len(conversation.store.games) == 1


def test_the_window_for_words_closes_by_the_clock() -> None:
    conversation = Conversation(3)
    conversation.say("Mere", "/play")
    conversation.say("Ana", "/join")
    conversation.say("Mere", "/start")
    assert conversation.table.dealer_to_deal is not None
    sent = conversation.wait(Pace.RELAXED.deal_limit or 0)
    assert conversation.table.dealer_to_deal is None
    assert any("holds" in text or "Your cards" in text for text in texts(sent, "Ana"))


def test_more_time_on_demand() -> None:
    conversation = _dealt("Mere", "Ana", pace="live")
    who = _awaited(conversation)
    other = "Ana" if who == "Mere" else "Mere"
    conversation.wait(40)
    conversation.say(other, "/wait")
    conversation.wait(25)
    assert conversation.table.holders[conversation.table.waits_for[0]].away is False  # type: ignore[union-attr]


def test_without_a_clock_nothing_starts_again() -> None:
    for conversation in (_dealt("Mere"), _dealt("Mere", "Ana", pace="off")):
        assert "No clock is running" in texts(conversation.say("Mere", "/wait"))[0]


def test_a_pace_that_there_is_not_is_named() -> None:
    conversation = _dealt("Mere")
    assert texts(conversation.say("Mere", "/pace fast"))[0].startswith('I know no pace "fast".')
    assert "know no" not in texts(conversation.say("Mere", "/pace"))[0]


@pytest.mark.parametrize("seat", ["north", "east", "south", "west"])
def test_dealt_cards_are_not_dealt_again_whosever_turn_it_is(seat: str) -> None:
    conversation = Conversation(3)
    for said in ("/play nz", f"/sit {seat}", "/start"):
        conversation.say("Mere", said)
    _say_deal(conversation)
    while conversation.table.dealer_to_deal is not None:
        _say_deal(conversation)
    assert texts(conversation.say("Mere", "/deal")) == ["The cards are dealt already."]


def test_whoever_is_alone_with_computers_hears_that_there_is_nobody_to_kick() -> None:
    told = texts(_dealt("Mere").say("Mere", "/kick Ana"))[0]
    assert told == 'There is no "Ana" here to wait for. The others are computers.'


def test_only_somebody_who_keeps_the_table_waiting_can_be_kicked() -> None:
    conversation = _dealt("Mere", "Ana")
    who = _awaited(conversation)
    other = "Ana" if who == "Mere" else "Mere"
    assert "Give them a little longer" in texts(conversation.say(other, f"/kick {who}"))[0]
    conversation.wait(30)
    assert "not waiting for" in texts(conversation.say(who, f"/kick {other}"))[0]
    sent = conversation.say(other, f"/kick {who}")
    assert any(f"{who} is away" in text for text in texts(sent, other))


def test_the_last_card_goes_by_itself_where_its_owner_wants_it() -> None:
    conversation = Conversation(1)
    conversation.say("Mere", "/settings last play")
    conversation.say("Mere", "/play nz target=1")
    conversation.say("Mere", "/start")
    rng = Random(1)
    while (move := next_move(conversation, rng)) is not None:
        conversation.say(*move)
    game = conversation.table.game
    assert game is not None
    assert any(taken.by is Mover.ITSELF and hasattr(taken.action, "card") for taken in game.taken)


def test_a_button_of_an_earlier_moment_changes_nothing() -> None:
    conversation = Conversation(3)
    conversation.say("Mere", "/play")
    conversation.say("Mere", "/start")
    sent = conversation.say("Mere", "/deal")
    old = buttons(sent, "Mere")
    conversation.press("Mere", old[0].data)
    version = conversation.table.version
    sent = conversation.press("Mere", old[-1].data)
    assert "older moment" in texts(sent, "Mere")[0]
    assert conversation.table.version == version


def test_once_everybody_is_away_no_computer_moves() -> None:
    conversation = _dealt("Mere", "Ana")
    conversation.say("Mere", "/away")
    game = conversation.table.game
    assert game is not None
    before = len(game.taken)
    conversation.say("Ana", "/away")
    game = conversation.table.game
    assert game is not None
    assert len(game.taken) == before


def test_a_table_refuses_a_choice_of_an_earlier_moment() -> None:
    conversation = _dealt("Mere")
    before = conversation.table
    assert before.game is not None
    assert before.turn is not None
    action = legal_actions(before.game.state)[0]
    conversation.say(*_next(conversation))
    with pytest.raises(OutOfDate):
        conversation.table.submit(before.turn, action, before.version)
    with pytest.raises(OutOfDate):
        conversation.table.submit(before.turn, action, conversation.table.version + 1)
    with pytest.raises(NotYourTurn):
        before.submit(Seat((before.turn + 1) % 4), action, before.version)
    assert before.submit(before.turn, action, before.version).events


def _next(conversation: Conversation) -> tuple[str, str]:
    move = next_move(conversation, Random(0))
    assert move is not None
    return move
