"""Positions set up by hand, in the short text of cards and actions."""

from dataclasses import replace
from typing import Any

from ukachat.engine import (
    Deal,
    Declare,
    Discard,
    GameState,
    Ruleset,
    Seat,
    Step,
    apply,
    card,
    legal_actions,
    start,
)
from ukachat.engine.cards import Hand, Rank
from ukachat.engine.notation import format_action, parse_action, parse_cards
from ukachat.engine.state import Discarding, GoingAlone


def turned(rules: Ruleset, **knobs: Any) -> Ruleset:  # noqa: ANN401 -- any knob
    """The ruleset with some knobs turned."""
    return replace(rules, **knobs)


def do(state: GameState, *texts: str) -> GameState:
    """The state after these actions."""
    return last_step(state, *texts).state


def last_step(state: GameState, *texts: str) -> Step:
    """What the last of these actions led to."""
    step = Step(state, ())
    for text in texts:
        step = apply(step.state, parse_action(text))
    return step


def texts(state: GameState) -> list[str]:
    """What may be done, as text."""
    return [format_action(action) for action in legal_actions(state)]


def deal_of(rules: Ruleset, turn_up: str, *hands: str) -> Deal:
    """A deal with these cards, seat by seat from 0, the rest filled up.

    ``"JD AS no H"`` is a hand with these two and no other heart. What fills it up comes after the
    named cards, low cards first and jacks last.
    """
    wanted = [hand.partition("no ") for hand in hands]
    named = [parse_cards(cards) for cards, _, _ in wanted]
    used = {card(turn_up), *(each for hand in named for each in hand)}
    rest = sorted(set(rules.pack) - used, key=lambda each: (each.rank is Rank.JACK, each.rank))
    filled: list[Hand] = [()] * len(hands)
    # Those who may not have every suit choose first.
    for seat in sorted(range(len(hands)), key=lambda seat: not wanted[seat][2]):
        fits = [each for each in rest if each.suit.letter not in wanted[seat][2]]
        fill = fits[: rules.deal.cards - len(named[seat])]
        filled[seat] = (*named[seat], *fill)
        rest = [each for each in rest if each not in fill]
    return Deal(tuple(filled), card(turn_up), tuple(rest))


def dealt(rules: Ruleset, turn_up: str, *hands: str) -> GameState:
    """The first round of such a deal, dealt by seat 0."""
    return apply(start(rules, dealer=Seat(0)), deal_of(rules, turn_up, *hands)).state


def first_lead(rules: Ruleset, turn_up: str, *hands: str) -> GameState:
    """The first trick, led by seat 1: seat 0 dealt and took the turn-up, nobody is alone.

    For the turn-up the dealer threw the last card of the hand, which is none of those named.
    """
    state = do(dealt(rules, turn_up, *hands), "1 pass", "2 pass", "3 pass", "0 order up")
    assert isinstance(state.phase, Discarding)
    thrown = state.phase.made.deal.hands[0][-1]
    return with_partners(apply(state, Discard(Seat(0), thrown)).state)


def with_partners(state: GameState) -> GameState:
    """The state once everybody who is asked has said that they do not go alone."""
    while isinstance(state.phase, GoingAlone):
        state = apply(state, Declare(state.phase.turn, alone=False)).state
    return state
