"""What each card counts as under each trump: the only home of bowers.

Two tables, indexed by ``card.index``, say everything: the suit that a card belongs to, and its
strength in a trick once the led suit is known. Rules about bowers, and later the joker and no
trump, are rows of these tables and nowhere an ``if``.

Source: the Uka text and the Euchre text (ranks); Pagat and OpenSpiel (the left bower follows
trumps). The left bower belongs to the trump suit for every purpose.
"""

from __future__ import annotations

from ukachat.engine.cards import CARDS, Card, Rank, Suit

_TRUMP = 100  # Lifts every trump above every plain card, whatever was led.
_RIGHT, _LEFT = _TRUMP + 16, _TRUMP + 15  # Above the ace of trumps, which is 14.


class TrumpTable:
    """The two tables of one trump suit; take it from `TRUMP_TABLES`.

    Attributes:
        trump: The trump suit.
        suit: By card index, the suit that the card belongs to (its effective suit).
        strength: By led suit, then by card index: the higher wins; 0 for a card that cannot win.
    """

    def __init__(self, trump: Suit) -> None:
        self.trump = trump
        self.suit: tuple[Suit, ...] = tuple(_effective_suit(card, trump) for card in CARDS)
        self.strength: tuple[tuple[int, ...], ...] = tuple(
            tuple(_strength(card, trump, led) for card in CARDS) for led in Suit
        )

    def __repr__(self) -> str:
        return f"TRUMP_TABLES[{self.trump!s}]"

    def __reduce__(self) -> tuple[object, ...]:
        # Copies and pickles must give the one object back.
        return _table_of, (self.trump,)

    def follows(self, hand: tuple[Card, ...], led: Suit) -> tuple[Card, ...]:
        """The cards of a hand that follow the suit; empty where the hand is void of it."""
        suit = self.suit
        return tuple([card for card in hand if suit[card.index] is led])

    def winner(self, cards: tuple[Card, ...]) -> int:
        """Which of these cards, in order of play, takes the trick, counted from 0."""
        strength = self.strength[self.suit[cards[0].index]]
        winner = highest = 0
        for place, card in enumerate(cards):
            if strength[card.index] > highest:
                winner, highest = place, strength[card.index]
        return winner


def is_left_bower(card: Card, trump: Suit) -> bool:
    """Whether the card is the jack of the other suit of the trumps' colour."""
    return card.rank is Rank.JACK and card.suit is trump.same_colour


def is_right_bower(card: Card, trump: Suit) -> bool:
    """Whether the card is the jack of trumps."""
    return card.rank is Rank.JACK and card.suit is trump


def _effective_suit(card: Card, trump: Suit) -> Suit:
    return trump if is_left_bower(card, trump) else card.suit


def _strength(card: Card, trump: Suit, led: Suit) -> int:
    if is_right_bower(card, trump):
        return _RIGHT
    if is_left_bower(card, trump):
        return _LEFT
    if card.suit is trump:
        return _TRUMP + card.rank
    return int(card.rank) if card.suit is led else 0


TRUMP_TABLES: tuple[TrumpTable, ...] = tuple(TrumpTable(trump) for trump in Suit)
"""By suit, its tables: ``TRUMP_TABLES[Suit.HEARTS]``."""


def _table_of(trump: Suit) -> TrumpTable:
    return TRUMP_TABLES[trump]
