"""Why something cannot be done, kindly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.table import NoGame, OutOfDate, TableError
from ukachat.chat.telling.asking import lacking, number_words, pass_words
from ukachat.chat.telling.hands import follower, led_words
from ukachat.engine import view
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
from ukachat.text import English
from ukachat.text.words import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.table import Table
    from ukachat.engine.cards import Hand
    from ukachat.engine.seats import Seat
    from ukachat.text import Style


_SENTENCES: Final[dict[type[Refusal | TableError], str]] = {
    OutOfDate: "That is from an older moment: the table has moved on.",
    NoGame: "No game is on. /play opens a table.",
    GameIsOver: "This game is over. /rematch begins another.",
    NotNow: "That has no place just now. /table shows where the game stands.",
    MayNotOrderUp: "The dealer's partner may not call in this round.",
    MustGoAlone: "The dealer's partner may only call here by going alone.",
    MayNotGoAlone: "You may not go alone here.",
    MustTakeTurnUp: "You must take the turn-up; say which card you throw.",
}


def not_your_turn(table: Table, names: Sequence[str]) -> str:
    """It is somebody else's turn."""
    turn = table.turn
    if turn is None:
        return "It is nobody's turn: the cards are not dealt yet."
    name = English(table.rules, names).names[turn]
    return f"It is {name}'s turn. You can look at your cards: /hand."


def refused(
    refusal: Refusal | TableError, table: Table, seat: Seat, names: Sequence[str], style: Style
) -> str:
    """A refusal as a sentence for the one who was refused.

    Args:
        refusal: The refusal.
        table: The table.
        seat: Whose action was refused.
        names: By seat, what its holder is called.
        style: How cards are shown.
    """
    fixed = _SENTENCES.get(type(refusal))
    if fixed is not None:
        return fixed
    words = English(table.rules, names, style=style)
    match refusal:
        case NotYourTurn():
            return not_your_turn(table, names)
        case MayNotPass():
            return f"You cannot say {pass_words(words)} here: the dealer must make trumps."
        case MustHoldSuit(suit=suit):
            none = lacking(_hand(table, seat), suit)
            return f"{none}, so you cannot make {suit.word} trumps."
        case SuitTurnedDown(suit=suit):
            return f"{suit.word.capitalize()} were turned down and cannot be named now."
        case NotInHand(card=card):
            return f"You do not hold {words.card(card)}."
        case MustKeepTurnUp(turn_up=turn_up):
            return f"You must keep {words.card(turn_up)}; throw another card."
        case MustFollow():
            return _must_follow(refusal, table, seat)
        case NotOfYourSide():
            return f"The dealer is one of your side: {_side(words, seat)}."
        case _:
            return str(refusal)


def _hand(table: Table, seat: Seat) -> Hand:
    deal = None if table.game is None else view(table.game.state, seat).deal
    return () if deal is None else deal.hand


def _must_follow(refusal: MustFollow, table: Table, seat: Seat) -> str:
    assert table.game is not None
    deal = view(table.game.state, seat).deal
    assert deal is not None
    assert deal.trumps is not None
    cards = sorted(refusal.playable, key=lambda card: card.index, reverse=True)
    choice = either([follower(card, deal.trumps.suit) for card in cards])
    return f"{led_words(deal)} and you hold {number_words(len(cards))}: {choice}."


def _side(words: English, seat: Seat) -> str:
    members = words.table.members(words.table.side[seat])
    return either([words.names[each] for each in members])
