"""What a seat is shown does not depend on cards that it cannot see."""

from random import Random
from typing import NamedTuple

from hypothesis import assume, event, given
from hypothesis import strategies as st

from tests.engine.walks import one_deal
from tests.strategies import Start, seeds, starts
from ukachat.engine import (
    Action,
    Card,
    Deal,
    Discard,
    Event,
    Play,
    Refusal,
    Ruleset,
    Seat,
    View,
    apply,
    redact,
    start,
    view,
)
from ukachat.engine.cards import Hand

WATCHERS = (None, *map(Seat, range(4)))


class Known(NamedTuple):
    """A deal as far as it went: who dealt, and every action from the deal on."""

    rules: Ruleset
    dealer: Seat
    deal: Deal
    actions: list[Action]

    def told(self, watcher: Seat | None) -> list[tuple[View, list[Event]]]:
        """What this seat, or a watcher, is shown from action to action."""
        state = start(self.rules, dealer=self.dealer)
        shown = []
        for action in (self.deal, *self.actions):
            state, events = apply(state, action)
            shown.append((view(state, watcher), [redact(event, watcher) for event in events]))
        return shown

    def dealt_again(self, watcher: Seat | None, rng: Random) -> "Known":
        """The same actions over other cards, where the watcher cannot see them.

        Raises:
            Refusal: Only when it is played: with these cards the actions were not allowed.
        """
        played = {action.card for action in self.actions if isinstance(action, Play)}
        shuffled = [
            card
            for seat, hand in enumerate(self.deal.hands)
            for card in hand
            if seat != watcher and card not in played
        ]
        shuffled += self.deal.kitty
        rng.shuffle(shuffled)
        again = iter(shuffled)
        hands = tuple(
            hand
            if seat == watcher
            else tuple(card if card in played else next(again) for card in hand)
            for seat, hand in enumerate(self.deal.hands)
        )
        deal = Deal(hands, self.deal.turn_up, tuple(again))
        actions = [
            Discard(self.dealer, self._discard(hands[self.dealer], played, rng))
            if isinstance(action, Discard) and watcher != self.dealer
            else action
            for action in self.actions
        ]
        return Known(self.rules, self.dealer, deal, actions)

    def _discard(self, hand: Hand, played: set[Card], rng: Random) -> Card:
        """A card that the dealer can have thrown."""
        own = [self.deal.turn_up] if self.rules.round1.may_discard_turn_up else []
        return rng.choice([card for card in (*hand, *own) if card not in played])


def known(game: Start, upto: int) -> Known:
    """The first actions of a random deal, short of its last."""
    deal, *actions = [turn.action for turn in one_deal(*game)[:-1]]
    assert isinstance(deal, Deal)
    return Known(game.rules, game.dealer, deal, actions[:upto])


@given(starts(), st.integers(0, 40), st.sampled_from(WATCHERS), seeds)
def test_views_and_events_do_not_show_unseen_cards(
    game: Start, upto: int, watcher: Seat | None, seed: int
) -> None:
    rng = Random(seed)
    one = known(game, upto)
    told = one.told(watcher)
    found = 0
    for _ in range(40):
        other = one.dealt_again(watcher, rng)
        try:
            assert other.told(watcher) == told
        except Refusal:
            continue
        found += other != one
        if found == 3:
            break
    event(f"dealt again {found} times")
    assume(found)
