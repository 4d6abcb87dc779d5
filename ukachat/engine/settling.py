"""From the call to the first lead: the dealer's exchange and the declarations of going alone.

Source: exchange, the Uka text (the turn-up is kept) and the Euchre text (a dealer who is ordered up
may leave it); declarations until the first lead, the Euchre text; against a lone hand the lead is
the Euchre text's (left of the lone player) or Bicycle's (left of the dealer).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.actions import Declare, Discard, LeaveTurnUp, OrderUp
from ukachat.engine.cards import CARDS
from ukachat.engine.errors import MustKeepTurnUp, MustTakeTurnUp, NotInHand, Refusal
from ukachat.engine.events import Declared, TurnUpLeft, TurnUpTaken
from ukachat.engine.options import BothAloneLead, FirstLead, WhoAlone
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.seats import Active, Seat
from ukachat.engine.state import Discarding, GameState, GoingAlone, Made, Phase, Playing, Step

if TYPE_CHECKING:
    from ukachat.engine.cards import Card, Hand


_DISCARD = tuple(tuple(Discard(Seat(seat), card) for card in CARDS) for seat in range(6))


def after_call(rules: Ruleset, made: Made) -> Phase:
    """The phase after trumps are made.

    A dealer whose partner said alone with the call is out of the deal and asked nothing; the
    turn-up then stays out of play.
    """
    if made.dealer not in made.active.out and isinstance(made.call, OrderUp):
        return Discarding(made)
    return _before_lead(rules, made, None, made.deal.hands)


def exchanges(state: GameState, phase: Discarding) -> tuple[Discard | LeaveTurnUp, ...]:
    """What the dealer may do with the turn-up."""
    made, rules = phase.made, state.ruleset
    discards = _DISCARD[made.dealer]
    thrown = [discards[card.index] for card in made.deal.hands[made.dealer]]
    if rules.round1.may_discard_turn_up:
        thrown.append(discards[made.deal.turn_up.index])
    leaves = may_leave(rules, made.dealer, made.caller)
    return (*thrown, LeaveTurnUp(made.dealer)) if leaves else tuple(thrown)


def refuse_exchange(
    state: GameState, phase: Discarding, action: Discard | LeaveTurnUp
) -> Refusal | None:
    """Why the dealer may not do this with the turn-up; None where it is allowed."""
    made, rules = phase.made, state.ruleset
    if isinstance(action, LeaveTurnUp):
        return None if may_leave(rules, made.dealer, made.caller) else MustTakeTurnUp()
    if action.card is made.deal.turn_up:
        return None if rules.round1.may_discard_turn_up else MustKeepTurnUp(action.card)
    return None if action.card in made.deal.hands[made.dealer] else NotInHand(action.card)


def may_leave(rules: Ruleset, dealer: Seat, caller: Seat) -> bool:
    """Whether the turn-up may stay on the kitty: accepting it oneself is taking it."""
    return rules.dealer_may_leave_turn_up and caller != dealer


def exchange(state: GameState, phase: Discarding, action: Discard | LeaveTurnUp) -> Step:
    """Takes or leaves the turn-up. It takes the place in the hand of the card thrown for it."""
    made = phase.made
    dealer, hands, turn_up = made.dealer, made.deal.hands, made.deal.turn_up
    if isinstance(action, LeaveTurnUp):
        following = _before_lead(state.ruleset, made, None, hands)
        return state.step(following, TurnUpLeft(dealer, turn_up))
    hand = hands[dealer]
    if action.card is not turn_up:
        place = hand.index(action.card)
        hand = (*hand[:place], turn_up, *hand[place + 1 :])
    hands = (*hands[:dealer], hand, *hands[dealer + 1 :])
    following = _before_lead(state.ruleset, made, action.card, hands)
    return state.step(following, TurnUpTaken(dealer, turn_up, action.card))


def declare(state: GameState, phase: GoingAlone, action: Declare) -> Step:
    """Notes the answer and asks the next seat that may declare."""
    before = phase.made
    active = before.active
    if action.alone:
        active = state.ruleset.seating.active[(*active.alone, phase.turn)]
    made = Made(
        before.dealer,
        before.deal,
        before.call,
        before.called_in,
        before.table,
        answers=(*before.answers, action),
        active=active,
    )
    following = _before_lead(state.ruleset, made, phase.discard, phase.hands)
    return state.step(following, Declared(phase.turn, action.alone))


def _before_lead(
    rules: Ruleset, made: Made, discard: Card | None, hands: tuple[Hand, ...]
) -> Phase:
    """Asks the next seat that may go alone, or comes to the first lead."""
    asked = _next_asked(rules, made)
    if asked is not None:
        return GoingAlone(made, discard, hands, asked)
    leader = first_leader(rules, made.dealer, made.active)
    return Playing(made, discard, hands, (), leader, (), leader)


def _next_asked(rules: Ruleset, made: Made) -> Seat | None:
    """The next seat that is asked whether it goes alone: makers first, then defenders.

    A seat whose side has a lone player is not asked, nor is one that has answered.
    """
    alone, table, caller = made.active.alone, rules.seating, made.caller
    answered = [answer.seat for answer in made.answers] if made.answers else []
    if rules.makers_are_asked and not alone:
        if caller not in answered and (
            rules.alone.forced_dealer or not caller_is_forced(rules, made)
        ):
            return caller
        if rules.alone.who is WhoAlone.MAKER_SIDE:
            for seat in table.partners[caller]:
                if seat not in answered:
                    return seat
    if rules.defenders_are_asked[bool(alone)]:
        makers = table.side[caller]
        lone_defenders = [seat for seat in alone if table.side[seat] != makers]
        if not lone_defenders:
            for seat in table.after[made.dealer]:
                if seat not in answered and table.side[seat] != makers:
                    return seat
    return None


def caller_is_forced(rules: Ruleset, made: Made) -> bool:
    """Whether trumps were made by a dealer who had to make them."""
    return rules.dealer_is_forced and made.called_in == 2 and made.caller == made.dealer


def first_leader(rules: Ruleset, dealer: Seat, active: Active) -> Seat:
    """Who leads to the first trick."""
    alone, following = active.alone, active.following
    if len(alone) == 2 and rules.play.both_alone_lead is BothAloneLead.LONE_DEFENDER:
        return alone[1]
    if len(alone) == 1 and rules.play.first_lead is FirstLead.LEFT_OF_LONER:
        return following[alone[0]]
    return following[dealer]
