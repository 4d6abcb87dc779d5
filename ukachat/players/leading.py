"""Which card to lead."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ukachat.engine.cards import Card
    from ukachat.players.situation import Situation


def lead(situation: Situation) -> Card:
    """The card that a club player leads."""
    draws = _draws_trumps(situation)
    if draws is not None:
        return draws
    plain = [card for card in situation.hand if not situation.is_trump(card)]
    top = _sure_plain_card(situation, plain)
    if top is not None:
        return top
    if not plain:
        return _trump(situation)
    if (
        situation.trumps
        and not situation.rivals_may_hold_trumps
        and not _partner_has_trumps(situation)
    ):
        return situation.trumps[0]
    return _from_short_suit(situation, plain)


def _draws_trumps(situation: Situation) -> Card | None:
    """A trump, for a maker while the other side may have some; None where it is better kept."""
    trumps = situation.trumps
    if not (situation.is_maker and trumps and situation.rivals_may_hold_trumps):
        return None
    if situation.is_highest(trumps[0]):
        return trumps[0]
    if situation.left_in_danger is not None:
        # One of three draws the right bower; with fewer, the left would lose its guard.
        return trumps[-1] if len(trumps) > 2 else None
    trumps_made = situation.deal.trumps
    is_caller = trumps_made is not None and trumps_made.caller == situation.seat
    # A caller short of trumps needs them to trump with; a partner's serve the caller best.
    return None if is_caller and len(trumps) < 3 else trumps[0]


def _sure_plain_card(situation: Situation, plain: list[Card]) -> Card | None:
    """The highest card of a plain suit, of the suit that is least likely to be trumped."""
    sure = [
        card
        for card in plain
        if situation.is_highest(card) and not situation.may_be_trumped(situation.suit(card))
    ]
    out = Counter(map(situation.suit, situation.unseen))
    return max(sure, key=lambda card: out[situation.suit(card)], default=None)


def _partner_has_trumps(situation: Situation) -> bool:
    """Whether a partner may have one of the trumps that are out."""
    return any(situation.is_trump(card) for card in situation.unseen) and any(
        not situation.is_void(seat, situation.trump) for seat in situation.partners
    )


def _trump(situation: Situation) -> Card:
    """From a hand of trumps alone: the highest if nothing beats it, else the lowest."""
    trumps = situation.trumps
    return trumps[0] if situation.is_highest(trumps[0]) else trumps[-1]


def _from_short_suit(situation: Situation, plain: list[Card]) -> Card:
    """The lowest card of the shortest plain suit."""
    lengths = Counter(map(situation.suit, plain))
    return min(plain, key=lambda card: (lengths[situation.suit(card)], card.rank))
