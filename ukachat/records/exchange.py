"""What the dealer did with the turn-up, where a record does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.calling import may_say_alone
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.settling import may_leave
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
    """

    taken: bool
    thrown: Card | None


NO_EXCHANGE = Exchange(taken=False, thrown=None)


def was_due(rules: Ruleset, deal: RecordedDeal) -> bool:
    """Whether the record goes on past the dealer's exchange, written down or not."""
    asked_before = is_forced(rules, deal) and may_say_alone(rules, forced=True)
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
        return [Exchange(taken=True, thrown=deal.exchange)]
    untouched: list[Exchange] = []
    if may_leave(rules, deal.dealer, trumps.caller):
        untouched.append(NO_EXCHANGE)
    elif rules.round1.may_discard_turn_up:
        untouched.append(Exchange(taken=True, thrown=deal.turn_up))
    played = [each.card for each in plays(rules, deal, trumps) if each.seat == deal.dealer]
    turn_up_played = deal.turn_up in played
    if not turn_up_played and len(played) == rules.deal.cards and untouched:
        return untouched
    dealt = deal.hands[deal.dealer]
    known = {*dealt, *played} - {deal.turn_up}
    thrown: list[Card | None] = [card for card in dealt if card not in played]
    if len(known) < rules.deal.cards:
        thrown.insert(0, None)
    taken = [Exchange(taken=True, thrown=card) for card in thrown]
    if turn_up_played or not untouched:
        return taken or [Exchange(taken=True, thrown=None)]
    return taken + untouched
