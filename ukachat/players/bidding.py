"""What to call, and when to go alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.engine.actions import Declare, Name, OrderUp, Pass
from ukachat.engine.trumps import TRUMP_TABLES
from ukachat.players.counting import after_throwing, best_throw, trump_worth, worth

if TYPE_CHECKING:
    from ukachat.engine.actions import Call, SeatAction
    from ukachat.engine.cards import Hand, Suit
    from ukachat.engine.views import DealView, View
    from ukachat.players.thresholds import Thresholds

_FIVE: Final = 5
"""The cards of the hands for which the thresholds are."""
_BOLDER: Final = 3
"""By how much a call may be worth less when the other side is about to win, or must be worth more
when being euchred would end the game."""


class Bid(NamedTuple):
    """A way to make trumps, and what the hand is worth then."""

    call: OrderUp | Name
    worth: int


def choose_call(view: View, thresholds: Thresholds) -> Call:
    """The call that a club player makes, in either round."""
    passes = [each for each in view.legal_actions if isinstance(each, Pass)]
    bid = best_bid(view)
    if bid is None:
        return passes[0]
    lone = lone_call(view, bid.call)
    if lone is not None:
        hand, trump = _hand_of_call(view, lone)
        if goes_alone(view, hand, trump, worth_of_call(view, lone), thresholds):
            return lone
    if passes and not _calls(view, bid, thresholds):
        return passes[0]
    return bid.call


def best_bid(view: View) -> Bid | None:
    """The strongest call that is allowed, with the partner where that is possible."""
    calls = [each for each in view.legal_actions if isinstance(each, OrderUp | Name)]
    with_partner = [each for each in calls if not each.alone]
    bids = [Bid(each, worth_of_call(view, each)) for each in with_partner or calls]
    return max(bids, key=lambda bid: bid.worth, default=None)


def _calls(view: View, bid: Bid, thresholds: Thresholds) -> bool:
    """Whether a call that need not be made is good enough."""
    if bid.call.alone or not any(view.ruleset.scoring.pair_vs_pair.makers.values()):
        return False
    deal = _deal(view)
    place = view.ruleset.seating.after[deal.dealer].index(bid.call.seat)
    is_first = len(deal.calls) < view.ruleset.seats
    least = (thresholds.first if is_first else thresholds.second)[place]
    return _standard(view, bid.worth) >= least + score_shift(view)


def lone_call(view: View, call: OrderUp | Name) -> OrderUp | Name | None:
    """The same call made alone, where that is allowed."""
    wanted = (
        OrderUp(call.seat, alone=True)
        if isinstance(call, OrderUp)
        else Name(call.seat, call.suit, alone=True)
    )
    return wanted if wanted in view.legal_actions else None


def worth_of_call(view: View, call: OrderUp | Name) -> int:
    """What the caller's hand is worth, with the turn-up in mind."""
    deal = _deal(view)
    hand, trump = _hand_of_call(view, call)
    own = worth(hand, trump)
    if isinstance(call, Name) or call.seat == deal.dealer:
        return own
    turn_up = trump_worth(deal.turn_up, trump) // 2
    if deal.dealer not in view.ruleset.seating.partners[call.seat]:
        return own - turn_up
    return own if call.alone else own + turn_up


def _hand_of_call(view: View, call: OrderUp | Name) -> tuple[Hand, Suit]:
    """The hand with which the caller will play, and its trumps."""
    deal = _deal(view)
    if isinstance(call, Name):
        return deal.hand, call.suit
    hand = _exchanged(view, deal) if call.seat == deal.dealer else deal.hand
    return hand, deal.turn_up.suit


def _exchanged(view: View, deal: DealView) -> Hand:
    """The dealer's hand as it will be after the exchange."""
    own = (deal.turn_up,) if view.ruleset.round1.may_discard_turn_up else ()
    thrown = best_throw(deal.hand, deal.turn_up, (*deal.hand, *own))
    return after_throwing(deal.hand, deal.turn_up, thrown)


def score_shift(view: View) -> int:
    """By how much the score makes a player more careful, or bolder where it is negative."""
    game, scoring = view.ruleset.game, view.ruleset.scoring.pair_vs_pair
    if game.deals or view.seat is None:
        return 0
    side = view.ruleset.seating.side[view.seat]
    theirs = max(points for each, points in enumerate(view.score) if each != side)
    wanted = game.target - theirs
    if wanted <= scoring.makers[scoring.needed]:
        return -_BOLDER  # They win with any call of theirs that they make.
    if wanted <= scoring.points(scoring.needed - 1)[1]:
        return _BOLDER
    return 0


def goes_alone(view: View, hand: Hand, trump: Suit, count: int, thresholds: Thresholds) -> bool:
    """Whether it pays to play alone as a maker with this hand of this worth."""
    good = _standard(view, count) >= thresholds.alone
    return (good or sure_tricks(view, hand, trump) == len(hand)) and _alone_can_pay(view)


def _alone_can_pay(view: View) -> bool:
    """Whether all tricks alone bring the side further than all tricks with the partner."""
    rules = view.ruleset
    lone, every = rules.scoring.lone_vs_pair, rules.deal.cards
    if lone is None or view.seat is None:
        return False
    missing = rules.game.target - view.score[rules.seating.side[view.seat]]
    most = max(lone.makers[every], 1) if rules.game.deals else missing
    return min(lone.makers[every], most) > min(rules.scoring.pair_vs_pair.makers[every], most)


def answer(view: View, thresholds: Thresholds) -> SeatAction:
    """Says whether a seat that is asked plays alone."""
    alone = _defends_alone(view) if _defends(view) else _makes_alone(view, thresholds)
    return next(
        each for each in view.legal_actions if isinstance(each, Declare) and each.alone is alone
    )


def _defends(view: View) -> bool:
    trumps = _deal(view).trumps
    side = view.ruleset.seating.side
    return trumps is not None and view.seat is not None and side[trumps.caller] != side[view.seat]


def _makes_alone(view: View, thresholds: Thresholds) -> bool:
    deal = _deal(view)
    if deal.trumps is None:  # a dealer who has to take the turn-up
        hand, trump = _exchanged(view, deal), deal.turn_up.suit
    else:
        hand, trump = deal.hand, deal.trumps.suit
    return goes_alone(view, hand, trump, worth(hand, trump), thresholds)


def _defends_alone(view: View) -> bool:
    """Whether the sure tricks of a defender score more without the partner than with."""
    deal, rules = _deal(view), view.ruleset
    assert deal.trumps is not None
    against_lone = bool(deal.trumps.alone)
    makers = rules.deal.cards - sure_tricks(view, deal.hand, deal.trumps.suit)
    alone = rules.scoring.pairing(lone_maker=against_lone, lone_defender=True)
    together = rules.scoring.pairing(lone_maker=against_lone, lone_defender=False)
    return alone.points(makers)[1] > together.points(makers)[1]


def sure_tricks(view: View, hand: Hand, trump: Suit) -> int:
    """How many trumps a hand has from the top without a gap."""
    table = TRUMP_TABLES[trump]
    strength = table.strength[trump]
    trumps = table.follows(view.ruleset.pack, trump)
    in_order = sorted(trumps, key=lambda card: strength[card.index], reverse=True)
    return next((n for n, card in enumerate(in_order) if card not in hand), len(in_order))


def _standard(view: View, count: int) -> float:
    """The worth as of a hand of five cards, for which the thresholds are."""
    return count * _FIVE / view.ruleset.deal.cards


def _deal(view: View) -> DealView:
    assert view.deal is not None
    return view.deal
