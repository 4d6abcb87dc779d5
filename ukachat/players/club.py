"""Somebody who plays by rules of thumb, as one learns them at a club.

A club player counts trumps, aces and voids before a call (`counting`, `thresholds`, `bidding`),
draws trumps as maker (`leading`), leaves a partner's trick alone and keeps the left bower guarded
(`following`), and remembers who did not follow what (`situation`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.actions import ChooseDealer, Declare, Discard, LeaveTurnUp, Play
from ukachat.players.bidding import answer, choose_call
from ukachat.players.counting import after_throwing, best_throw, worth
from ukachat.players.following import follow
from ukachat.players.leading import lead
from ukachat.players.situation import Situation
from ukachat.players.thresholds import thresholds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from ukachat.engine.actions import SeatAction
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.views import View
    from ukachat.players.thresholds import Thresholds


class Club:
    """Plays by rules of thumb; chance has no part in it.

    Args:
        thresholds_of: By ruleset, what a hand must be worth for each call; measuring tries others
            than the usual ones.
    """

    name = "club"

    def __init__(self, thresholds_of: Callable[[Ruleset], Thresholds] = thresholds) -> None:
        self._thresholds_of = thresholds_of

    def choose(self, view: View, rng: Random) -> SeatAction:
        """As `Player.choose`."""
        del rng
        actions = view.legal_actions
        match actions[0]:
            case Play():
                return actions[0] if len(actions) == 1 else _play(view, actions)
            case Discard() | LeaveTurnUp():
                return _exchange(view, actions)
            case Declare():
                return answer(view, self._thresholds_of(view.ruleset))
            case ChooseDealer():
                return _deals_itself(actions)
            case _:
                return choose_call(view, self._thresholds_of(view.ruleset))


def _play(view: View, actions: Sequence[SeatAction]) -> Play:
    plays = {each.card: each for each in actions if isinstance(each, Play)}
    situation = Situation(view)
    if situation.deal.trick:
        return plays[follow(situation, list(plays))]
    return plays[lead(situation)]


def _exchange(view: View, actions: Sequence[SeatAction]) -> SeatAction:
    """Takes the turn-up for the card that is missed least, unless the hand is better as it is."""
    deal = view.deal
    assert deal is not None
    discards = {each.card: each for each in actions if isinstance(each, Discard)}
    thrown = best_throw(deal.hand, deal.turn_up, discards)
    trump = deal.turn_up.suit
    leaving = [each for each in actions if isinstance(each, LeaveTurnUp)]
    taken = after_throwing(deal.hand, deal.turn_up, thrown)
    if leaving and worth(deal.hand, trump) > worth(taken, trump):
        return leaving[0]
    return discards[thrown]


def _deals_itself(actions: Sequence[SeatAction]) -> SeatAction:
    """The dealer's side is the same either way, and the dealer sees the turn-up in its hand."""
    return next(
        each for each in actions if isinstance(each, ChooseDealer) and each.dealer == each.seat
    )
