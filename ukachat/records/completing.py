"""Completing a deal whose hands are not all known.

The engine always plays with full hands, and records often miss some. Here the missing cards are
dealt in a fixed way under which every recorded step is legal: a seat that once did not follow a
suit gets none of it, and a caller who needed a card of trumps gets one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.actions import Deal
from ukachat.engine.calling import holds
from ukachat.engine.options import MustHold
from ukachat.engine.ruleset import Ruleset
from ukachat.records.course import Played, Trumps, plays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.seats import Seat
    from ukachat.records.exchange import Exchange
    from ukachat.records.model import RecordedDeal


class Completed(NamedTuple):
    """A deal with nothing missing.

    Attributes:
        deal: For the engine.
        hands: By seat, the cards as dealt that are known.
        kitty: The cards left face down that are known.
        assumed: All other cards.
        thrown: What the dealer threw for the turn-up; None where it was not taken.
        thrown_is_known: Whether that card is certain, given that the exchange is.
    """

    deal: Deal
    hands: tuple[Hand, ...]
    kitty: Hand
    assumed: frozenset[Card]
    thrown: Card | None
    thrown_is_known: bool


class _Slot(NamedTuple):
    """A missing card: whose it is, and which cards it may be."""

    seat: Seat
    allowed: tuple[Card, ...]


def complete(
    rules: Ruleset,
    deal: RecordedDeal,
    trumps: Trumps | None,
    exchange: Exchange,
    *,
    by_the_rules: bool = True,
) -> Completed | None:
    """Deals the missing cards.

    Args:
        rules: The variant.
        deal: The record.
        trumps: Its trumps; None where nobody made them.
        exchange: What is known of the dealer's exchange.
        by_the_rules: False for a deal with faults, whose missing cards then may be any.

    Returns:
        The complete deal; None where no cards fit.
    """
    played = list(plays(rules, deal, trumps)) if trumps else []
    known = _known_hands(rules, deal, exchange, played)
    if by_the_rules and any(len(hand) > rules.deal.cards for hand in known):
        return None
    known = [hand[: rules.deal.cards] for hand in known]
    located = {card for hand in known for card in hand} | {deal.turn_up, *deal.kitty}
    pool = tuple(card for card in rules.pack if card not in located)
    thrown_is_missing = exchange.taken and exchange.thrown is None
    slots: list[_Slot] = []
    for seat in rules.seating.seats:
        count = rules.deal.cards - len(known[seat])
        free = thrown_is_missing and seat == deal.dealer
        slots += _slots(pool, seat, count, free, trumps, played if by_the_rules else [])
    if trumps is not None:
        _let_caller_hold(rules, deal, trumps, known[trumps.caller], slots)
    filled = _fill(slots)
    if filled is None:
        return None
    rest = tuple(card for card in pool if card not in filled)
    shown = {each.card for each in played}
    # Where all the missing cards lie in one place, they are known after all.
    places = {slot.seat for slot in slots}
    certain = len(places) + (len(deal.kitty) < rules.kitty_size) <= 1
    hands = [list(hand) for hand in known]
    for slot, card in zip(slots, filled, strict=True):
        hands[slot.seat].append(card)
    full = tuple(map(tuple, hands))
    thrown = exchange.thrown
    if thrown_is_missing:
        # The dealer's first slot is the free one.
        own = [card for slot, card in zip(slots, filled, strict=True) if slot.seat == deal.dealer]
        # A deal with faults may have no card missing; then one that was played must do.
        thrown = own[0] if own else full[deal.dealer][-1]
    dealers = sum(slot.seat == deal.dealer for slot in slots)
    return Completed(
        deal=Deal(full, deal.turn_up, deal.kitty + rest),
        hands=full if certain else tuple(map(tuple, known)),
        kitty=deal.kitty + rest if certain else deal.kitty,
        assumed=frozenset() if certain else frozenset({*filled, *rest} - shown),
        thrown=thrown,
        thrown_is_known=not thrown_is_missing or (certain and dealers == 1),
    )


def _known_hands(
    rules: Ruleset, deal: RecordedDeal, exchange: Exchange, played: list[Played]
) -> list[list[Card]]:
    """By seat, the cards as dealt: written down, played, or thrown for the turn-up."""
    known = [list(hand) for hand in deal.hands]
    located = {deal.turn_up, *deal.kitty, *(card for hand in known for card in hand)}
    # The thrown card comes first, so that the dealer of a deal with faults surely has it to throw.
    shown = [] if exchange.thrown is None else [(deal.dealer, exchange.thrown)]
    shown += [(each.seat, each.card) for each in played]
    for seat, card in shown:
        if card not in located and card in rules.pack_as_set:
            located.add(card)
            known[seat].append(card)
    return known


def _slots(
    pool: tuple[Card, ...],
    seat: Seat,
    count: int,
    free: bool,
    trumps: Trumps | None,
    played: Iterable[Played],
) -> list[_Slot]:
    """The missing cards of a seat; with `free` the first may be any, as it was thrown unseen."""
    allowed = pool
    if trumps is not None:
        suit = trumps.table.suit
        void_of = {
            suit[each.led.index]
            for each in played
            if each.seat == seat and suit[each.card.index] is not suit[each.led.index]
        }
        allowed = tuple(card for card in pool if suit[card.index] not in void_of)
    return [_Slot(seat, pool if free and number == 0 else allowed) for number in range(count)]


def _let_caller_hold(
    rules: Ruleset, deal: RecordedDeal, trumps: Trumps, hand: list[Card], slots: list[_Slot]
) -> None:
    """Makes sure that a caller who needed a card of trumps has one, if a card is missing."""
    in_second = len(deal.calls) > rules.seats
    must_hold = (rules.round2 if in_second else rules.round1).must_hold
    is_dealer = trumps.caller == deal.dealer
    if must_hold is MustHold.NONE or (is_dealer and must_hold is MustHold.NON_DEALER):
        return
    suit = trumps.table.trump
    if holds(rules, tuple(hand), suit):
        return
    for number, slot in enumerate(slots):
        if slot.seat == trumps.caller:
            allowed = tuple(card for card in slot.allowed if holds(rules, (card,), suit))
            slots[number] = _Slot(slot.seat, allowed)
            return


def _fill(slots: list[_Slot]) -> list[Card] | None:
    """A different card for each slot (Kuhn's matching), the same for the same record."""
    owner: dict[Card, int] = {}

    def place(number: int, tried: set[Card]) -> bool:
        for card in slots[number].allowed:
            if card not in tried:
                tried.add(card)
                if card not in owner or place(owner[card], tried):
                    owner[card] = number
                    return True
        return False

    if not all(place(number, set()) for number in range(len(slots))):
        return None
    card_of = {number: card for card, number in owner.items()}
    return [card_of[number] for number in range(len(slots))]
