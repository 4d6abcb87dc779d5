"""What the dealer did with the turn-up, where a record does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.options import PickUp, WhenAlone
from ukachat.engine.ruleset import Ruleset
from ukachat.records.course import Trumps, is_forced, plays
from ukachat.records.model import TurnUp

if TYPE_CHECKING:
    from ukachat.engine.cards import Card
    from ukachat.records.model import RecordedDeal


class Exchange(NamedTuple):
    """One reading of the exchange.

    Attributes:
        taken: Whether the dealer took the turn-up.
        thrown: The card thrown for it; None where it was not taken, or where no card that is known
            was thrown.
        certain: Whether no other reading is possible.
    """

    taken: bool
    thrown: Card | None
    certain: bool


NO_EXCHANGE = Exchange(taken=False, thrown=None, certain=True)


def was_due(rules: Ruleset, deal: RecordedDeal) -> bool:
    """Whether the record goes on past the dealer's exchange, written down or not."""
    asked_before = is_forced(rules, deal) and rules.alone.when is WhenAlone.WITH_CALL
    recorded = deal.exchange is not TurnUp.NOT_RECORDED
    return recorded or bool(deal.tricks) or len(deal.answers) > asked_before


def readings(rules: Ruleset, deal: RecordedDeal, trumps: Trumps) -> list[Exchange]:
    """Every reading of the exchange that the cards leave open, the likeliest first.

    A dealer who plays five cards without the turn-up left it where that is allowed, and else threw
    it.
    """
    if not trumps.turn_up_offered or not was_due(rules, deal):
        return [NO_EXCHANGE]
    if deal.exchange is TurnUp.LEFT:
        return [NO_EXCHANGE]
    if not isinstance(deal.exchange, TurnUp):
        return [Exchange(taken=True, thrown=deal.exchange, certain=True)]
    may_leave = rules.round1.pick_up is PickUp.OPTIONAL and trumps.caller != deal.dealer
    untouched = [
        NO_EXCHANGE if may_leave else Exchange(taken=True, thrown=deal.turn_up, certain=True)
    ]
    played = [each.card for each in plays(rules, deal, trumps) if each.seat == deal.dealer]
    turn_up_played = deal.turn_up in played
    if not turn_up_played and len(played) == rules.deal.cards:
        return untouched
    dealt = deal.hands[deal.dealer]
    known = {*dealt, *played} - {deal.turn_up}
    thrown: list[Card | None] = [card for card in dealt if card not in played]
    if len(known) < rules.deal.cards:
        thrown.insert(0, None)
    taken = [Exchange(taken=True, thrown=card, certain=len(thrown) == 1) for card in thrown]
    return taken if turn_up_played and taken else taken + untouched
