"""The two rounds of calls.

Source: the order of calls and the forced take are the Uka text's; ordering up, assisting and
passing out the Euchre text's; the limits on the dealer's partner are Canadian (Alberta 55+).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.actions import Call, Declare, Name, OrderUp, Pass
from ukachat.engine.cards import CARDS, Suit
from ukachat.engine.errors import (
    MalformedAction,
    MayNotGoAlone,
    MayNotOrderUp,
    MayNotPass,
    MustGoAlone,
    MustHoldSuit,
    NotNow,
    Refusal,
    SuitTurnedDown,
)
from ukachat.engine.events import (
    DealerForced,
    Declared,
    Event,
    Named,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
)
from ukachat.engine.options import AfterPasses, DealerLast, DealerPartner, MustHold, TurnedSuit
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.seats import Seat
from ukachat.engine.settling import after_call
from ukachat.engine.state import (
    AwaitingDeal,
    FirstRound,
    GameState,
    Made,
    Phase,
    SecondRound,
    Step,
    TakingTurnUp,
)
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower

if TYPE_CHECKING:
    from ukachat.engine.cards import Hand

Round = FirstRound | SecondRound

_SEATS = tuple(Seat(number) for number in range(6))
_ORDER_UP = tuple(tuple(OrderUp(seat, alone) for alone in (False, True)) for seat in _SEATS)
_DECLARE = tuple(tuple(Declare(seat, alone) for alone in (False, True)) for seat in _SEATS)


def _conceivable(seat: Seat, *, first: bool, alone: bool) -> tuple[Call, ...]:
    ways = (False, True) if alone else (False,)
    order_up = (OrderUp(seat, way) for way in ways)
    names = () if first else (Name(seat, suit, way) for suit in Suit for way in ways)
    return (Pass(seat), *order_up, *names)


# By round, by whether "alone" can be part of a call, and by seat: every call there is.
_CONCEIVABLE = {
    phase: tuple(
        tuple(_conceivable(seat, first=phase is FirstRound, alone=alone) for seat in _SEATS)
        for alone in (False, True)
    )
    for phase in (FirstRound, SecondRound)
}


def calls(state: GameState, phase: Round) -> tuple[Call, ...]:
    """The calls that the seat may make."""
    conceivable = _CONCEIVABLE[type(phase)][state.ruleset.alone_is_said_with_call]
    return tuple(
        [call for call in conceivable[phase.turn] if refuse_call(state, phase, call) is None]
    )


def open_calls(state: GameState, phase: Round) -> tuple[Call, ...]:
    """The calls that the seat could make with any hand it may hold, as far as onlookers know.

    They follow from the rules and the calls before alone, so that showing them tells no card.
    """
    conceivable = _CONCEIVABLE[type(phase)][state.ruleset.alone_is_said_with_call]
    return tuple(
        call
        for call in conceivable[phase.turn]
        if refuse_call(state, phase, call, hand=CARDS) is None
    )


def answers(seat: Seat) -> tuple[Declare, ...]:
    """The two answers of a seat that is asked whether it goes alone."""
    return _DECLARE[seat]


def refuse_call(
    state: GameState, phase: Round, call: Call, hand: Hand | None = None
) -> Refusal | None:
    """Why the seat whose turn it is may not make this call; None where it may.

    Args:
        state: The game.
        phase: Its phase.
        call: The call.
        hand: What the seat holds; None for the hand that it was dealt.
    """
    rules = state.ruleset
    first = isinstance(phase, FirstRound)
    is_dealer = phase.turn == phase.dealer
    if isinstance(call, Pass):
        must_call = not first and is_dealer and rules.dealer_is_forced
        return MayNotPass() if must_call else None
    if type(call.alone) is not bool:
        raise MalformedAction(f"expected True or False for alone, got {call.alone!r}")
    suit = call.suit if isinstance(call, Name) else phase.deal.turn_up.suit
    refusal = _refuse_suit(rules, phase, call)
    if refusal is not None:
        return refusal
    # A dealer who takes the turn-up in the second round needs no card of its suit (Uka text).
    must_hold = rules.round1.must_hold if first else rules.round2.must_hold
    if must_hold is not MustHold.NONE and (first or isinstance(call, Name)):
        bound = must_hold is MustHold.ALL or not is_dealer
        held = phase.deal.hands[phase.turn] if hand is None else hand
        if bound and not holds(rules, held, suit):
            return MustHoldSuit(suit)
    partner = rules.round1.dealer_partner
    limited = first and partner is not DealerPartner.NORMAL
    if limited and phase.turn in rules.seating.partners[phase.dealer]:
        if partner is DealerPartner.FORBIDDEN:
            return MayNotOrderUp()
        if not call.alone:
            return MustGoAlone()
    if call.alone and not may_say_alone(rules, forced=not first and is_dealer):
        return MayNotGoAlone()
    return None


def _refuse_suit(rules: Ruleset, phase: Round, call: OrderUp | Name) -> Refusal | None:
    """Why trumps may not be made in this way in this round."""
    first = isinstance(phase, FirstRound)
    if isinstance(call, OrderUp):
        last = rules.round2.dealer
        if first or (phase.turn == phase.dealer and last is DealerLast.TURN_UP_OR_NAME):
            return None
        return NotNow("ordering up", "suits are named")
    if type(call.suit) is not Suit:  # a bare number is equal to one
        raise MalformedAction(f"expected a suit to name, got {call.suit!r}")
    if first:
        return NotNow("naming a suit", "the turn-up is offered")
    turned_down = call.suit is phase.deal.turn_up.suit
    if turned_down and rules.round2.turned_suit is TurnedSuit.FORBIDDEN:
        return SuitTurnedDown(call.suit)
    return None


def holds(rules: Ruleset, hand: Hand, suit: Suit) -> bool:
    """Whether the hand has what must-hold asks for: a natural card of the suit."""
    left_counts = rules.round1.left_bower_holds
    return any(card.suit is suit or (left_counts and is_left_bower(card, suit)) for card in hand)


def may_say_alone(rules: Ruleset, *, forced: bool) -> bool:
    """Whether "alone" can be part of a call, or of the forced dealer's take."""
    if not rules.alone_is_said_with_call:
        return False
    return rules.alone.forced_dealer or not (forced and rules.dealer_is_forced)


def call(state: GameState, phase: Round, action: Call) -> Step:
    """Goes on after a call."""
    if isinstance(action, Pass):
        return _pass(state, phase)
    dealer, deal = phase.dealer, phase.deal
    called_in = 1 if isinstance(phase, FirstRound) else 2
    active = state.ruleset.seating.active[(action.seat,) if action.alone else ()]
    event: Event
    if isinstance(action, OrderUp):
        trump = deal.turn_up.suit
        event = OrderedUp(action.seat, dealer, trump, action.alone)
    else:
        trump = action.suit
        event = Named(action.seat, trump, action.alone)
    made = Made(dealer, deal, action, called_in, TRUMP_TABLES[trump], (), active)
    return state.step(after_call(state.ruleset, made), event)


def _pass(state: GameState, phase: Round) -> Step:
    rules, dealer, deal, seat = state.ruleset, phase.dealer, phase.deal, phase.turn
    following = rules.seating.left(seat)
    if isinstance(phase, FirstRound):
        passed = Passed(seat, deal.turn_up, turned_down=seat == dealer)
        if seat == dealer:
            return state.step(SecondRound(dealer, deal, following), passed)
        return state.step(FirstRound(dealer, deal, following), passed)
    passed = Passed(seat, deal.turn_up, turned_down=False)
    if seat == dealer:
        again = rules.passed_out is AfterPasses.SAME_DEALER
        following = dealer if again else following
        return state.step(AwaitingDeal(following), passed, PassedOut(dealer), NextDealer(following))
    if following == dealer and rules.round2.dealer is DealerLast.TAKES_TURN_UP:
        taking = TakingTurnUp(dealer, deal)
        asked = may_say_alone(rules, forced=True)
        after = taking if asked else _forced_take(rules, taking, ())
        return state.step(after, passed, DealerForced(dealer, deal.turn_up))
    return state.step(SecondRound(dealer, deal, following), passed)


def take_turn_up(state: GameState, phase: TakingTurnUp, action: Declare) -> Step:
    """The forced dealer has said whether they go alone."""
    after = _forced_take(state.ruleset, phase, (action,))
    return state.step(after, Declared(phase.dealer, action.alone))


def _forced_take(rules: Ruleset, phase: TakingTurnUp, answers: tuple[Declare, ...]) -> Phase:
    dealer, deal = phase.dealer, phase.deal
    made = Made(
        dealer,
        deal,
        call=_ORDER_UP[dealer][False],
        called_in=2,
        table=TRUMP_TABLES[deal.turn_up.suit],
        answers=answers,
        active=rules.seating.active[tuple(each.seat for each in answers if each.alone)],
    )
    return after_call(rules, made)
