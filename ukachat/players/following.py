"""Which card to play to a trick that somebody else led."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ukachat.engine.cards import Card
    from ukachat.players.situation import Situation


def follow(situation: Situation, allowed: list[Card]) -> Card:
    """The card that a club player adds to the trick.

    Args:
        situation: The trick.
        allowed: The cards that may be played, at least one.
    """
    led = situation.suit(situation.deal.trick[0])
    if situation.suit(allowed[0]) is led:
        return _in_suit(situation, allowed)
    if situation.is_partners:
        return throw(situation, allowed)
    trumping = [card for card in situation.trumps if situation.beats(card)]
    return trumping[-1] if trumping else throw(situation, allowed)


def _in_suit(situation: Situation, allowed: list[Card]) -> Card:
    """Follows suit: takes the trick where that makes sense, with no more than it needs."""
    ordered = sorted(allowed, key=situation.strength)
    winning = [card for card in ordered if situation.beats(card)]
    if not winning:
        return ordered[0]
    if situation.is_last:
        return ordered[0] if situation.is_partners else winning[0]
    best = winning[-1]
    if best is situation.left_in_danger and len(ordered) > 1:
        return ordered[0]
    if situation.is_partners:
        sure = situation.is_highest(situation.winning) or not situation.is_highest(best)
        return ordered[0] if sure else best
    return best


def throw(situation: Situation, allowed: list[Card]) -> Card:
    """Gets rid of a card: out of the shortest plain suit, but no highest one and no trump."""
    lengths = Counter(map(situation.suit, situation.hand))

    def keeping(card: Card) -> tuple[bool, bool, int, int]:
        return (
            situation.is_trump(card),
            situation.is_highest(card),
            lengths[situation.suit(card)] if situation.trumps else 0,
            situation.strength(card),
        )

    return min(allowed, key=keeping)
