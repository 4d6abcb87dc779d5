"""What is said, of the table and what happens, word for word."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.chat.saved_tables import new_table
from tests.chat.telling.tables import (
    A_DEAL,
    ANA,
    HANDS,
    HEMI,
    MERE,
    NAMES,
    PLAYED,
    TAMA,
    act,
    laid,
    moments,
    nz,
)
from tests.strategies import RULESETS
from ukachat.chat import telling
from ukachat.chat.table import (
    Asking,
    Computer,
    Human,
    Mover,
    Nobody,
    NoGame,
    OutOfDate,
    Reveal,
    TableError,
    Wish,
)
from ukachat.engine.cards import Suit, card
from ukachat.engine.errors import (
    GameIsOver,
    MayNotGoAlone,
    MayNotOrderUp,
    MayNotPass,
    MustFollow,
    MustGoAlone,
    MustHoldSuit,
    MustKeepTurnUp,
    MustTakeTurnUp,
    NotInHand,
    NotNow,
    NotOfYourSide,
    NotYourTurn,
    Refusal,
    SuitTurnedDown,
)
from ukachat.text import Style

if TYPE_CHECKING:
    pass


# --- what happened ---


def test_one_event_one_sentence_in_order() -> None:
    moment = act(
        nz(*PLAYED[:2]), "3 order up", "0 discards 7D", "1 plays 9D", "2 plays AD", "3 plays KD"
    )
    assert telling.news(moment.before, moment.effects, TAMA, NAMES, Style.WORDS) == [
        "Tama says pick it up: hearts are trumps, and Mere, the dealer, takes the queen of hearts.",
        "Mere discards a card face down.",
        "Trick 1. Hemi leads the nine of diamonds.",
        "Ana plays the ace of diamonds. Ana is winning.",
        "Tama plays the king of diamonds.",
    ]
    assert telling.news(moment.before, moment.effects, MERE, NAMES, Style.SIGNS)[1] == (
        "Mere discards the seven of diamonds 7♦."
    )


def test_the_end_of_a_deal_and_the_kitty_where_the_table_wants_it() -> None:
    table = nz(*PLAYED, *A_DEAL[:-1])
    moment = act(table, A_DEAL[-1])
    told = telling.news(moment.before, moment.effects, None, NAMES, Style.WORDS)
    assert told == [
        "Ana throws the ten of diamonds.",
        "Tama takes trick 5. Tricks: Red 1, White 4.",
        "Hemi and Tama made hearts: 4 tricks, 1 point. Red 0, White 1.",
        "Hemi deals next.",
    ]
    assert telling.results(moment.before, moment.effects, NAMES, Style.WORDS) == told[2:3]
    moment = act(replace(table, reveal=Reveal.DEAL), A_DEAL[-1])
    told = telling.news(moment.before, moment.effects, None, NAMES, Style.SIGNS)
    assert told[3].startswith("In the kitty: king, queen and jack of spades K♠ Q♠ J♠, ")


def test_the_end_of_the_game_has_the_score_sheet() -> None:
    rules = replace(RULESETS["nz"], game=replace(RULESETS["nz"].game, target=1))
    table = laid(rules, "QH", *HANDS, said=(*PLAYED, *A_DEAL[:-1]))
    moment = act(table, A_DEAL[-1])
    assert telling.news(moment.before, moment.effects, MERE, NAMES, Style.WORDS)[2:] == [
        "Hemi and Tama made hearts: 4 tricks, 1 point. Red 0, White 1.",
        "White (Hemi and Tama) wins the game: Red 0, White 1.",
        "Deal 1: Hemi and Tama made hearts: 4 tricks, 1 point. Red 0, White 1.",
        "The game is over. /rematch begins another, /save keeps this one.",
    ]
    assert telling.hand(moment.after, MERE, Style.WORDS) == "The game is over."
    assert telling.table_message(moment.after, NAMES, Style.WORDS).splitlines()[-2:] == [
        "White (Hemi and Tama) wins the game: Red 0, White 1.",
        "The game is over. /rematch begins another, /save keeps this one.",
    ]


# --- the table ---


def test_the_table_in_the_middle_of_a_trick() -> None:
    table = nz(*PLAYED, *A_DEAL[:6])
    assert telling.table_message(table, NAMES, Style.SIGNS) == (
        "Uka (NZ clubs / Tainui Games), to 10.\n"
        "Red (Mere and Ana) 0.\n"
        "White (Hemi and Tama) 0.\n"
        "Deal 1, dealt by Mere.\n"
        "Hearts are trumps, made by Tama for White.\n"
        "Trick 2: Mere K♥, Hemi 8♦. Mere is winning.\n"
        "Tricks: Red 1 (Mere 1), White 0.\n"
        "Before: Trick 1: Hemi 9♦, Ana A♦, Tama K♦, Mere Q♥. Mere took it.\n"
        "Ana is next."
    )
    assert telling.last_trick(table, NAMES, Style.WORDS) == (
        "Trick 1: Hemi nine of diamonds, Ana ace of diamonds, Tama king of diamonds, "
        "Mere queen of hearts. Mere took it."
    )


def test_the_table_tells_what_was_asked_and_of_whom() -> None:
    table = replace(nz(), asking=Asking(Wish.STOP, MERE, (MERE, ANA), asked=1))
    assert telling.table_message(table, NAMES, Style.WORDS).splitlines()[-1] == (
        "Mere asks to end this game. Hemi and Tama: /agree or /decline?"
    )


def test_who_plays_alone_and_who_is_away() -> None:
    table = nz("1 pass", "2 pass", "3 order up alone")
    table = replace(table, holders=(*table.holders[:2], Human("p3", away=True), table.holders[3]))
    shown = telling.table_message(table, NAMES, Style.WORDS).splitlines()
    assert "Tama plays alone, without Hemi." in shown
    assert "Away: Ana; a computer plays until they are back." in shown


def test_a_resting_table() -> None:
    table = nz()
    table = replace(table, holders=tuple(Human(f"p{n}", away=True) for n in range(1, 5)))
    assert telling.table_message(table, NAMES, Style.WORDS).splitlines()[-1] == (
        "Everybody is away: the game rests. /back takes it up again."
    )
    assert telling.gone_away(table, TAMA, NAMES) == (
        "Tama is away. The game rests until somebody is back. The seat stays Tama's."
    )
    assert telling.waiting(table, NAMES, TAMA) == "The game rests"


def test_a_lobby_and_its_empty_seats() -> None:
    table = new_table(RULESETS["nz"], Random(0), reveal=Reveal.GAME).table
    table = replace(table, holders=(*table.holders[:2], Nobody(), Computer("beginner")), seal=None)
    assert telling.table_message(table, ("Mere", "Hemi", "", ""), Style.WORDS) == (
        "Uka (NZ clubs / Tainui Games), to 10.\n"
        "North: Mere.\n"
        "East: Hemi.\n"
        "South: empty.\n"
        "West: computer, beginner.\n"
        "The pace is relaxed: ten minutes for each turn.\n"
        "/start begins; computer players take the empty seats.\n"
        "/invite asks friends to join."
    )
    alone = replace(table, holders=(table.holders[0], *[Computer("club")] * 3))
    assert "pace" not in telling.table_message(alone, NAMES, Style.WORDS)
    assert telling.waiting(table, NAMES, MERE) == "Start?"
    assert telling.welcome_back(table, MERE, NAMES) == "Welcome back, Mere."
    closed = telling.table_message(replace(table, closed=True), NAMES, Style.WORDS)
    assert closed.splitlines()[1:] == ["The table is closed."]


def test_the_score_of_a_long_game_is_that_of_its_last_deals() -> None:
    rules = replace(RULESETS["nz"], game=replace(RULESETS["nz"].game, target=100))
    *_, last = moments(rules, Random(1), deals=23)
    lines = telling.score(last.after, NAMES).splitlines()
    assert lines[1] == "The 3 deals before: /save has them."
    assert lines[2].startswith("Deal 4: ")
    assert len(lines) == 22


def test_whom_the_table_waits_for() -> None:
    table = nz()
    assert telling.waiting(table, NAMES, HEMI) == "Your turn"
    assert telling.waiting(table, NAMES, ANA) == "Hemi's turn"
    asked = replace(table, asking=Asking(Wish.UNDO, MERE, (MERE,), asked=1))
    assert telling.waiting(asked, NAMES, ANA) == "Agree?"
    assert telling.waiting(replace(table, closed=True), NAMES, ANA) == ""


# --- absence ---


def test_who_is_back_hears_what_was_chosen_for_them() -> None:
    table = nz("1 pass", "2 pass", "3 order up", "0 discards 7D", "1 plays 9D", by=Mover.CARETAKER)
    assert telling.welcome_back(table, MERE, NAMES) == (
        "Welcome back, Mere. In this deal the computer chose for you: throw the seven of diamonds."
    )
    assert telling.welcome_back(table, HEMI, NAMES) == (
        "Welcome back, Hemi. In this deal the computer chose for you: away; nine of diamonds."
    )
    assert telling.welcome_back(nz("1 pass"), HEMI, NAMES) == "Welcome back, Hemi."
    assert telling.gone_away(table, TAMA, NAMES) == (
        "Tama is away; the computer plays until Tama is back. The seat stays Tama's."
    )


# --- refusals ---

REFUSALS: dict[Refusal | TableError, str] = {
    OutOfDate(): "That is from an older moment: the table has moved on.",
    NoGame(): "No game is on. /play opens a table.",
    GameIsOver(): "This game is over. /rematch begins another.",
    NotYourTurn(TAMA, ANA): "It is Ana's turn. You can look at your cards: /hand.",
    NotNow("passing", "a card is played"): (
        "That has no place just now. /table shows where the game stands."
    ),
    MayNotPass(): "You cannot say away here: the dealer must make trumps.",
    MayNotOrderUp(): "The dealer's partner may not call in this round.",
    MustHoldSuit(Suit.CLUBS): "You hold no club, so you cannot make clubs trumps.",
    SuitTurnedDown(Suit.HEARTS): "Hearts were turned down and cannot be named now.",
    MayNotGoAlone(): "You may not go alone here.",
    MustGoAlone(): "The dealer's partner may only call here by going alone.",
    NotInHand(card("AC")): "You do not hold the ace of clubs A♣.",
    MustKeepTurnUp(card("QH")): "You must keep the queen of hearts Q♥; throw another card.",
    MustTakeTurnUp(): "You must take the turn-up; say which card you throw.",
    MustFollow(card("AH"), card("9D"), (card("TD"), card("AD"))): (
        "Diamonds were led and you hold two: ace of diamonds or ten of diamonds."
    ),
    NotOfYourSide(): "The dealer is one of your side: Mere or Ana.",
}


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: type(refusal).__name__)
def test_a_refusal_is_a_kind_sentence(refusal: Refusal | TableError) -> None:
    table = nz(*PLAYED, "1 plays 9D")
    assert telling.refused(refusal, table, ANA, NAMES, Style.SIGNS) == REFUSALS[refusal]


def test_there_is_a_sentence_for_every_kind_of_refusal() -> None:
    kinds = {type(refusal) for refusal in REFUSALS}
    assert kinds == {*_below(Refusal), OutOfDate, NoGame}


def _below(kind: type[Exception]) -> set[type[Exception]]:
    return {each for sub in kind.__subclasses__() for each in (sub, *_below(sub))}


def test_nobodys_turn_while_the_cards_are_to_be_dealt() -> None:
    table = nz(*PLAYED, *A_DEAL)
    assert telling.not_your_turn(table, NAMES) == (
        "It is nobody's turn: the cards are not dealt yet."
    )
    assert telling.waiting(table, NAMES, HEMI) == "Deal?"
    assert telling.waiting(table, NAMES, MERE) == "Hemi's turn"
