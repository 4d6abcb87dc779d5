"""Random games, played through the engine from a seed."""

from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import NamedTuple

from ukachat.engine import (
    PACK,
    Action,
    Deal,
    Draw,
    GameState,
    Pass,
    Ruleset,
    Seat,
    Step,
    apply,
    legal_actions,
    start,
    to_act,
)
from ukachat.engine.state import AwaitingDeal, DrawingForDealer, FirstRound, Over, SecondRound


class Turn(NamedTuple):
    """One action of a game, with what it led to."""

    before: GameState
    action: Action
    step: Step


def pack_action(state: GameState, rng: Random) -> Draw | Deal:
    """What a shuffled pack does where it is to act."""
    rules = state.ruleset
    cards = list(rules.pack)
    rng.shuffle(cards)
    if isinstance(state.phase, DrawingForDealer):
        return Draw.from_pack(cards, rules, state.phase.seats)
    assert isinstance(state.phase, AwaitingDeal)
    return Deal.from_pack(cards, rules, state.phase.dealer)


def random_action(state: GameState, rng: Random) -> Action:
    """Any of the actions that may come next."""
    if to_act(state) is PACK:
        return pack_action(state, rng)
    return rng.choice(legal_actions(state))


def walk(state: GameState, rng: Random) -> Iterator[Turn]:
    """Goes on at random from a state to the end of the game."""
    while not isinstance(state.phase, Over):
        action = random_action(state, rng)
        step = apply(state, action)
        yield Turn(state, action, step)
        state = step.state


def first_dealer(rules: Ruleset, seed: int) -> list[Turn]:
    """The start of a random game, up to its first deal."""
    turns = walk(start(rules), Random(seed))
    return list(takewhile(lambda turn: not isinstance(turn.action, Deal), turns))


def one_deal(rules: Ruleset, seed: int, dealer: Seat, *, passes: int = 0) -> list[Turn]:
    """A random deal, from the pack's action to the deal's end, that begins with some passes."""
    rng = Random(seed)
    state = start(rules, dealer=dealer)
    turns: list[Turn] = []
    while not turns or not isinstance(state.phase, AwaitingDeal | Over):
        action = random_action(state, rng)
        if isinstance(state.phase, FirstRound | SecondRound) and len(turns) <= passes:
            action = Pass(state.phase.turn)
        step = apply(state, action)
        turns.append(Turn(state, action, step))
        state = step.state
    return turns
