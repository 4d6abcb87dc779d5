"""Taking actions back, alone and with others."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.chat.leaks import cards_named
from tests.chat.playing import next_move
from tests.chat.talking import Conversation, buttons, texts
from ukachat.chat.table import Mover
from ukachat.engine.state import Discarding, Over
from ukachat.records import fingerprint, parse_games

if TYPE_CHECKING:
    from ukachat.chat.messages import Button


def _begun(people: tuple[str, ...], seed: int = 0) -> Conversation:
    conversation = Conversation(seed)
    conversation.say(people[0], "/play nz target=1")
    for person in people[1:]:
        conversation.say(person, "/join")
    conversation.say(people[0], "/start")
    return conversation


def _play_until_cards(conversation: Conversation, cards: int) -> str:
    """Everybody plays until somebody has just played so many cards; their name."""
    rng = Random(0)
    played = 0
    while True:
        move = next_move(conversation, rng)
        assert move is not None
        turn = conversation.table.turn
        conversation.say(*move)
        game = conversation.table.game
        assert game is not None
        if turn is not None and any(
            taken.by is Mover.PERSON and "Play" in type(taken.action).__name__
            for taken in game.taken[-12:]
        ):
            played += 1
        if played == cards:
            return move[0]


def test_alone_with_computers_any_action_of_the_deal_can_be_taken_back() -> None:
    conversation = _begun(("Mere",))
    _play_until_cards(conversation, 2)
    before = conversation.table
    assert before.game is not None
    conversation.say("Mere", "/undo")
    conversation.say("Mere", "/undo")
    after = conversation.table.game
    assert after is not None
    assert len(after.taken) < len(before.game.taken)
    assert after.undone
    assert conversation.table.turn == before.seat_of(next(iter(conversation.store.persons)))


def test_what_was_taken_back_is_marked_and_the_fingerprint_covers_what_was_kept() -> None:
    conversation = _begun(("Mere",))
    _play_until_cards(conversation, 1)
    conversation.say("Mere", "/undo")
    rng = Random(0)
    while (move := next_move(conversation, rng)) is not None:
        conversation.say(*move)
    (row,) = conversation.store.games.values()
    assert "undone:" in row.document
    game = parse_games(row.document, source="kept")[0]
    kept = row.document.replace("undone:", "undone_:")
    assert kept != row.document
    assert any(deal.undone for deal in game.deals)
    assert len(fingerprint(game)) == 64


def test_nothing_to_take_back_before_the_first_action() -> None:
    conversation = _begun(("Mere",))
    assert "nothing" in texts(conversation.say("Mere", "/undo"))[0]
    conversation.say("Mere", "/deal")
    assert "nothing" in texts(conversation.say("Mere", "/undo"))[0]


def test_a_call_that_nobody_followed_is_free_and_a_card_takes_consent() -> None:
    people = ("Mere", "Ana", "Hemi", "Tama")
    conversation = _begun(people)
    rng = Random(0)
    while conversation.table.turn is None or not _deals(conversation):
        conversation.say(*_move(conversation, rng))
    who, what = _move(conversation, rng)
    conversation.say(who, what)
    sent = conversation.say(who, "/undo")
    assert any("takes back" in text for text in texts(sent, who))
    who = _play_until_cards(conversation, 1)
    sent = conversation.say(who, "/undo")
    others = [person for person in people if person != who]
    assert all(any("asks to take back" in text for text in texts(sent, each)) for each in others)
    game = conversation.table.game
    assert game is not None
    count = len(game.taken)
    for each in others[:2]:
        assert buttons(sent, each)[0].label == "Agree"
        conversation.press(each, buttons(sent, each)[0].data)
        after = conversation.table.game
        assert after is not None
        assert len(after.taken) == count
    conversation.say(others[2], "yes")
    after = conversation.table.game
    assert after is not None
    assert len(after.taken) == count - 1


def test_a_question_to_whoever_is_at_turn_leaves_the_numbers_of_their_choices() -> None:
    conversation = _begun(("Mere", "Ana"))
    who = _play_until_cards(conversation, 1)
    other = "Ana" if who == "Mere" else "Mere"
    asked: list[Button] = []
    while not asked or asked[0].label == "Deal":
        asked = buttons(conversation.say(other, "/table"), other)
        move = next_move(conversation, Random(0))
        assert move is not None
        if move[0] != other:
            conversation.say(*move)
            asked = []
    sent = conversation.say(who, "/stop")
    assert [each.label for each in buttons(sent, other)] == [
        *(each.label for each in asked),
        "Agree",
        "Decline",
    ]


def test_one_who_declines_ends_the_question() -> None:
    people = ("Mere", "Ana", "Hemi", "Tama")
    conversation = _begun(people)
    who = _play_until_cards(conversation, 1)
    conversation.say(who, "/undo")
    other = next(person for person in people if person != who)
    sent = conversation.say(other, "/decline")
    assert any("does not agree" in text for text in texts(sent, who))
    assert conversation.table.asking is None


def test_nobody_else_hears_which_card_was_thrown_and_taken_back() -> None:
    for seed in range(60):
        conversation = _begun(("Mere", "Ana", "Hemi", "Tama"), seed)
        rng = Random(seed)
        while not isinstance(_phase(conversation), Discarding | Over):
            conversation.say(*_move(conversation, rng))
        if isinstance(_phase(conversation), Discarding):
            who, what = _move(conversation, rng)
            conversation.say(who, what)
            sent = conversation.say(who, "/undo")
            others = [
                text
                for each in ("Mere", "Ana", "Hemi", "Tama")
                if each != who
                for text in texts(sent, each)
            ]
            assert any(f"{who} takes back the discard." in text for text in others)
            assert not any(cards_named(text) for text in others)
            return
    raise AssertionError("nobody ever threw a card")


def _phase(conversation: Conversation) -> object:
    game = conversation.table.game
    assert game is not None
    return game.state.phase


def test_while_one_of_those_who_are_asked_is_away_nothing_is_taken_back() -> None:
    people = ("Mere", "Ana", "Hemi", "Tama")
    conversation = _begun(people)
    who = _play_until_cards(conversation, 1)
    conversation.say(who, "/undo")
    first, second, third = (person for person in people if person != who)
    waiting = conversation.table.waits_for
    away = next(
        each
        for each in (first, second, third)
        if conversation.table.seat_of(_id(conversation, each)) not in waiting
    )
    conversation.say(away, "/away")
    for each in (first, second, third):
        if each != away:
            conversation.say(each, "/agree")
    game = conversation.table.game
    assert game is not None
    assert not game.undone
    conversation.say(away, "/agree")
    game = conversation.table.game
    assert game is not None
    assert game.undone


def _id(conversation: Conversation, who: str) -> str:
    return next(each.id for each in conversation.store.persons.values() if each.name == who)


def test_once_another_card_was_played_it_stays() -> None:
    conversation = _begun(("Mere", "Ana", "Hemi", "Tama"))
    first = _play_until_cards(conversation, 1)
    conversation.say(*_move(conversation, Random(0)))
    assert "another card has been played" in texts(conversation.say(first, "/undo"))[0]


def _deals(conversation: Conversation) -> int:
    game = conversation.table.game
    return 0 if game is None else game.deals


def _move(conversation: Conversation, rng: Random) -> tuple[str, str]:
    move = next_move(conversation, rng)
    assert move is not None
    return move
