"""Suits, ranks, the cards and the packs.

There is one object per card, made once on import; two cards are the same card exactly when they are
the same object. Tables about cards are lists indexed by ``card.index``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import TypeAlias


class Suit(IntEnum):
    """One of the four suits; its value is its place in every table."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The capital letter in a card's text: ``"H"``."""
        return self.name[0]

    @property
    def word(self) -> str:
        """The plain English word: ``"hearts"``."""
        return self.name.lower()

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour, whose jack is the left bower."""
        return Suit(3 - self)


class Rank(IntEnum):
    """A rank, by its strength among plain cards, ace high."""

    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The character in a card's text: ``"7"``, ``"T"``, ``"J"``."""
        return str(self.value) if self < Rank.TEN else self.name[0]

    @property
    def word(self) -> str:
        """The plain English word: ``"seven"``, ``"jack"``."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """A playing card. Take it from ``card("JH")`` or a pack; never build one.

    Attributes:
        index: Its place in every table of cards, 0 to 31: suit by suit, from the seven up.
        rank: Its rank.
        suit: The suit printed on it. What it counts as once trumps are made is in `trumps`.
    """

    index: int
    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"card({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # Copies and pickles must give the one object back.
        return card, (str(self),)


Hand: TypeAlias = tuple[Card, ...]

CARDS: tuple[Card, ...] = tuple(
    Card(index, rank, suit)
    for index, (suit, rank) in enumerate((suit, rank) for suit in Suit for rank in Rank)
)
_BY_TEXT = {str(each): each for each in CARDS}


def card(text: str) -> Card:
    """The card with exactly this text: ``card("TS")``.

    Looser spellings are read by `notation.parse_card`.

    Raises:
        KeyError: No card has this text.
    """
    return _BY_TEXT[text]


@cache
def pack(low: Rank) -> tuple[Card, ...]:
    """Every card from rank `low` to the ace, by index: 32 from the seven, 24 from the nine."""
    return tuple(each for each in CARDS if each.rank >= low)
