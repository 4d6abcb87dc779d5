"""Somebody who knows the rules and little more.

A beginner counts cards of a suit and nothing else, never goes alone, plays high to win and low to
lose, and trumps whatever can be trumped, a partner's trick too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.actions import Declare, Discard, LeaveTurnUp, Name, OrderUp, Pass, Play
from ukachat.engine.trumps import TRUMP_TABLES

if TYPE_CHECKING:
    from random import Random

    from ukachat.engine.actions import Call, SeatAction
    from ukachat.engine.views import DealView, View

_ENOUGH = 3
"""With so many cards of a suit a beginner makes it trumps, whatever they are."""


class Beginner:
    """Plays legal cards with little sense."""

    name = "beginner"

    def choose(self, view: View, rng: Random) -> SeatAction:
        """As `Player.choose`."""
        actions, deal = view.legal_actions, view.deal
        if deal is None:
            return rng.choice(actions)
        calls = [each for each in actions if isinstance(each, Pass | OrderUp | Name)]
        if calls:
            return _call(calls, deal, rng)
        plays = [each for each in actions if isinstance(each, Play)]
        if plays:
            return _play(plays, deal)
        answers = [each for each in actions if isinstance(each, Declare) and not each.alone]
        if answers:
            return answers[0]
        discards = [each for each in actions if isinstance(each, Discard)]
        if discards:
            return min(discards, key=lambda each: each.card.rank)
        return next(each for each in actions if isinstance(each, LeaveTurnUp))


def _call(calls: list[Call], deal: DealView, rng: Random) -> Call:
    """Makes a suit trumps that fills the hand, the bower of another suit not counted."""

    def held(call: OrderUp | Name) -> int:
        suit = call.suit if isinstance(call, Name) else deal.turn_up.suit
        return sum(card.suit is suit for card in deal.hand)

    with_partner = [each for each in calls if not isinstance(each, Pass) and not each.alone]
    passes = [each for each in calls if isinstance(each, Pass)]
    enough = [each for each in with_partner if held(each) >= _ENOUGH]
    if passes and not enough:
        return passes[0]
    return rng.choice(enough or with_partner or calls)


def _play(plays: list[Play], deal: DealView) -> Play:
    """Takes the trick with the highest card that can, or gets rid of the lowest."""
    assert deal.trumps is not None  # cards are played once trumps are made
    if not deal.trick:
        return max(plays, key=lambda play: play.card.rank)
    table = TRUMP_TABLES[deal.trumps.suit]
    strength = table.strength[table.suit[deal.trick[0].index]]
    to_beat = max(strength[card.index] for card in deal.trick)
    best = max(plays, key=lambda play: strength[play.card.index])
    if strength[best.card.index] > to_beat:
        return best
    return min(plays, key=lambda play: play.card.rank)
