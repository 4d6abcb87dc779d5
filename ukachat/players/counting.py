"""How much a hand is worth under a trump suit, counted in tenths of a trick.

The weights were measured: see `thresholds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.engine.cards import Rank, Suit
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower, is_right_bower

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.engine.cards import Card, Hand

_RIGHT: Final = 11
_LEFT: Final = 7
_TRUMPS: Final = {Rank.ACE: 6, Rank.KING: 5, Rank.QUEEN: 5}
_LOW_TRUMP: Final = 4
_SIDE_ACE: Final = 4
_SIDE_KING: Final = 1
_VOID: Final = 2
"""For each plain suit that the hand has no card of, if it has a trump to use there."""


def trump_worth(card: Card, trump: Suit) -> int:
    """What a trump is worth; the left bower is one."""
    if is_right_bower(card, trump):
        return _RIGHT
    if is_left_bower(card, trump):
        return _LEFT
    return _TRUMPS.get(card.rank, _LOW_TRUMP)


def worth(hand: Iterable[Card], trump: Suit) -> int:
    """What a hand is worth under a trump suit."""
    suit_of = TRUMP_TABLES[trump].suit
    total, suits = 0, set[Suit]()
    for card in hand:
        suit = suit_of[card.index]
        suits.add(suit)
        if suit is trump:
            total += trump_worth(card, trump)
        elif card.rank is Rank.ACE:
            total += _SIDE_ACE
        elif card.rank is Rank.KING:
            total += _SIDE_KING
    if trump in suits:
        total += _VOID * (len(Suit) - len(suits))
    return total


def after_throwing(hand: Hand, turn_up: Card, thrown: Card) -> Hand:
    """The dealer's hand once this card is thrown for the turn-up, which it may be itself."""
    return tuple(card for card in (*hand, turn_up) if card is not thrown)


def best_throw(hand: Hand, turn_up: Card, throwable: Iterable[Card]) -> Card:
    """The card by whose loss the dealer keeps most, the turn-up's suit being trumps.

    Among equals it is the lowest, out of the shortest suit.
    """
    trump = turn_up.suit
    suit_of = TRUMP_TABLES[trump].suit

    def kept(thrown: Card) -> tuple[int, int, int]:
        left = after_throwing(hand, turn_up, thrown)
        suit = suit_of[thrown.index]
        company = sum(suit_of[card.index] is suit for card in left)
        return worth(left, trump), -thrown.rank, -company

    return max(throwable, key=kept)
