"""Measure what a hand must be worth for a call, for `ukachat.players.thresholds`.

    python benchmarks/bidding.py [deals]

Prints the thresholds of every family, each measured over so many deals, three times over. How it
measures is told where the numbers stand.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import ceil
from random import Random
from statistics import linear_regression
from typing import NamedTuple

from ukachat.arena.match import pack_action
from ukachat.engine import (
    GameState,
    Pass,
    Ruleset,
    Seat,
    View,
    apply,
    start,
    view,
)
from ukachat.engine.ruleset import DeckRules
from ukachat.engine.state import AwaitingDeal, FirstRound, Over, SecondRound
from ukachat.players.bidding import best_bid, lone_call, worth_of_call
from ukachat.players.club import Club
from ukachat.players.thresholds import Thresholds
from ukachat.rulebook import load_ruleset

# One ruleset for each way in which the second round may end; the pack is exchanged.
RULESETS = ("bicycle", "tournament", "nz")
LOWEST = (7, 8, 9)
START = Thresholds((23, 18, 21, 18), (15, 14, 16, 19), 27)

ALONE = (2, 0)
NEAR = 6
STEP = 4
FEWEST = 100

Gains = dict[tuple[int, int], list[tuple[int, int]]]
"""By round and place, or for going alone: the worth of a hand and the points that it gained."""


class Measured(NamedTuple):
    """The thresholds of a ruleset with the pack from `low` up."""

    name: str
    low: int
    thresholds: Thresholds


def played_out(state: GameState, club: Club, side: int) -> int:
    """The points of a side, less those of the other, when club players play the deal out."""
    unused = Random(0)
    while not isinstance(state.phase, AwaitingDeal | Over):
        turn = state.phase.turn
        assert isinstance(turn, Seat)
        state, _ = apply(state, club.choose(view(state, turn), unused))
    return state.score[side] - state.score[1 - side]


def weigh(state: GameState, seen: View, club: Club, place: tuple[int, int], gains: Gains) -> None:
    """Plays a call out against passing, and against the same call alone."""
    bid = best_bid(seen)
    if bid is None or bid.call.alone:
        return
    side = state.ruleset.seating.side[bid.call.seat]
    called = played_out(apply(state, bid.call).state, club, side)
    passing = Pass(bid.call.seat)
    if passing in seen.legal_actions:
        gain = called - played_out(apply(state, passing).state, club, side)
        gains[place].append((bid.worth, gain))
    lone = lone_call(seen, bid.call)
    if lone is not None:
        gain = played_out(apply(state, lone).state, club, side) - called
        gains[ALONE].append((worth_of_call(seen, lone), gain))


def measure(rules: Ruleset, before: Thresholds, deals: int, seed: int) -> Thresholds:
    """The thresholds that gained most where everybody played by those of before."""
    rng = Random(seed)
    club = Club(lambda _: before)
    gains: Gains = defaultdict(list)
    for number in range(deals):
        state = start(rules, dealer=Seat(number % rules.seats))
        state, _ = apply(state, pack_action(state, rng))
        calls = 0
        while isinstance(state.phase, FirstRound | SecondRound):
            seen = view(state, state.phase.turn)
            weigh(state, seen, club, divmod(calls, rules.seats), gains)
            state, _ = apply(state, club.choose(seen, rng))
            calls += 1
    first, second = (
        tuple(_crossing(gains[turn, place], old[place]) for place in range(4))
        for turn, old in enumerate((before.first, before.second))
    )
    return Thresholds(first, second, _crossing(gains[ALONE], before.alone))  # type: ignore[arg-type]


def _crossing(gains: list[tuple[int, int]], before: int) -> int:
    """From which worth on a hand gains, by a straight line through the hands near `before`."""
    near = [(count, gain) for count, gain in gains if abs(count - before) <= NEAR]
    if len(near) < FEWEST:
        return before
    slope, intercept = linear_regression(*zip(*near, strict=True))
    if slope <= 0:
        return before
    # Far from the hands that were seen, the line says little.
    return min(max(ceil(-intercept / slope), before - STEP), before + STEP)


def measured(job: tuple[str, int], deals: int) -> Measured:
    """The thresholds of one family."""
    name, low = job
    rules = replace(load_ruleset(name), deck=DeckRules(low))
    found = START
    for seed in (1, 2, 3):
        found = measure(rules, found, deals, seed)
    return Measured(name, low, found)


def main() -> None:
    """Measures every family on all cores."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    jobs = [(name, low) for name in RULESETS for low in LOWEST]
    with ProcessPoolExecutor() as executor:
        for each in executor.map(partial(measured, deals=deals), jobs):
            print(each.name, each.low, *each.thresholds, flush=True)


if __name__ == "__main__":
    main()
