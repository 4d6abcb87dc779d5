"""What deals score and how games end, by the examples and the tables of the rules."""

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.engine.naive import VARIANTS
from tests.engine.walks import Turn, one_deal, pack_action, walk
from tests.strategies import RULESETS
from ukachat.engine import (
    Declare,
    Event,
    Name,
    OrderUp,
    Pass,
    Ruleset,
    Seat,
    Side,
    Step,
    apply,
    start,
)
from ukachat.engine.events import DealerForced, DealScored, GameOver, NextDealer, TrickWon
from ukachat.engine.ruleset import GameRules
from ukachat.engine.scoring import outcome
from ukachat.engine.state import AwaitingDeal, Over

DATA = Path(__file__).parent / "data"


class Case(NamedTuple):
    """A line of ``scoring.txt``, which tells what the fields are."""

    ruleset: str
    alone: str
    tricks: int
    before: tuple[int, int]
    points: tuple[int, int]
    out: str
    call: str


def _pair(text: str) -> tuple[int, int]:
    makers, defenders = text.split("-")
    return int(makers), int(defenders)


def _by_side(of_makers: tuple[int, int], makers: int) -> tuple[int, int]:
    return of_makers if makers == 0 else of_makers[::-1]


def _case(line: str) -> Case:
    _, ruleset, alone, tricks, before, points, out, call = line.split()
    return Case(ruleset, alone, int(tricks), _pair(before), _pair(points), out, call)


CASES = [
    pytest.param(_case(line), id=line.split()[0])
    for line in (DATA / "scoring.txt").read_text().splitlines()
    if not line.startswith("#")
]


class Played(NamedTuple):
    """What happened in a deal, read off its actions; after a passed-out one, call is empty."""

    makers: int
    alone: str
    tricks: int
    call: str


def _played(turns: list[Turn], dealer: Seat) -> Played:
    """Counts up a deal without asking the engine for its result."""
    caller, call = dealer, ""
    lone_sides, winners = [], []
    for _, action, step in turns:
        if isinstance(action, OrderUp | Name):
            caller = action.seat
            places = ["forced", "opponent", "partner", "opponent"]
            call = places[caller - dealer]
            if isinstance(action, Name) and call != "forced":
                call = "other"
            if isinstance(action, OrderUp) and call == "forced":
                call = "taken up"
        if isinstance(action, OrderUp | Name | Declare) and action.alone:
            lone_sides.append(action.seat % 2)
        for event in step.events:
            if isinstance(event, DealerForced):
                caller, call = dealer, "forced"
            if isinstance(event, TrickWon):
                winners.append(event.seat % 2)
    makers = caller % 2
    alone = "".join("l" if side in lone_sides else "p" for side in (makers, 1 - makers))
    return Played(makers, alone, winners.count(makers), call)


def _deal_like(case: Case) -> tuple[Seat, list[Turn], int]:
    """The first random deal, by number, that goes as the case says: dealer, turns, makers."""
    passes = 7 if case.call == "forced" else 0
    for seed in count():
        dealer = Seat(seed % 4)
        turns = one_deal(RULESETS[case.ruleset], seed, dealer, passes=passes)
        played = _played(turns, dealer)
        called = played.call if case.call == "any" else case.call
        if called and played == (played.makers, case.alone, case.tricks, called):
            return dealer, turns, played.makers
    raise AssertionError


@pytest.mark.parametrize("case", CASES)
def test_deal_scores(case: Case) -> None:
    dealer, turns, makers = _deal_like(case)
    before, points = _by_side(case.before, makers), _by_side(case.points, makers)
    after = (before[0] + points[0], before[1] + points[1])
    state = start(RULESETS[case.ruleset], dealer=dealer, score=before)
    events: tuple[Event, ...] = ()
    for turn in turns:
        state, events = apply(state, turn.action)
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    assert scored.points == points
    assert (scored.makers, scored.tricks) == (makers, case.tricks)
    assert state.score == scored.score == after
    if case.out == "-":
        following = Seat((dealer + 1) % 4)
        assert state.phase == AwaitingDeal(following)
        assert events[-1] == NextDealer(following)
    else:
        winner = Side(makers if case.out == "m" else 1 - makers)
        assert state.phase == Over(winner)
        assert events[-1] == GameOver(winner, after)


TABLES = ("pair_vs_pair", "lone_vs_pair", "pair_vs_lone", "lone_vs_lone")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", VARIANTS)
def test_points_by_tricks(name: str, table: str) -> None:
    pairing = getattr(RULESETS[name].scoring, table)
    cells = VARIANTS[name].get(table)
    if cells is None:
        assert pairing is None
        return
    for tricks, cell in enumerate(cells.split()):
        points = int(cell[1:])
        expected = (points, 0) if cell[0] == "m" else (0, points)
        assert pairing.points(tricks) == expected, f"{tricks} tricks"
    assert pairing.needed == cells.count("d")


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        pytest.param((9, 8), (False, None), id="short of the target"),
        pytest.param((10, 8), (True, 0), id="at the target"),
        pytest.param((9, 13), (True, 1), id="past the target"),
        pytest.param((11, 10), (True, 0), id="both past it"),
        pytest.param((10, 10), (False, None), id="equal at the target"),
    ],
)
def test_game_to_a_target(score: tuple[int, ...], expected: tuple[bool, int | None]) -> None:
    assert outcome(GameRules(target=10), score, deals=99) == expected


@pytest.mark.parametrize(
    ("score", "deals", "expected"),
    [
        pytest.param((30, 2), 7, (False, 0), id="past any target"),
        pytest.param((3, 2), 8, (True, 0), id="first side in front"),
        pytest.param((3, 4), 8, (True, 1), id="second side in front"),
        pytest.param((4, 4), 8, (True, None), id="draw"),
    ],
)
def test_game_of_eight_deals(
    score: tuple[int, ...], deals: int, expected: tuple[bool, int | None]
) -> None:
    ended, winner = outcome(GameRules(deals=8), score, deals)
    assert ended == expected[0]
    assert not ended or winner == expected[1]


def play_deals(rules: Ruleset, seed: int) -> Step:
    """A random game, from its first deal to the last step."""
    return list(walk(start(rules, dealer=Seat(0)), Random(seed)))[-1].step


def test_passed_out_deals_do_not_count_towards_a_fixed_number() -> None:
    rules = replace(RULESETS["bicycle"], game=GameRules(deals=2))
    state = start(rules, dealer=Seat(0))
    state = apply(state, pack_action(state, Random(1))).state
    for seat in [1, 2, 3, 0] * 2:
        state = apply(state, Pass(Seat(seat))).state
    assert (state.deals, state.phase) == (0, AwaitingDeal(Seat(1)))
    scored = [turn for turn in walk(state, Random(2)) if turn.before.deals < turn.step.state.deals]
    assert len(scored) == 2


def test_fixed_number_of_deals_can_end_in_a_draw() -> None:
    rules = replace(RULESETS["bicycle"], game=GameRules(deals=2))
    steps = (play_deals(rules, seed) for seed in count())
    state, events = next(step for step in steps if len(set(step.state.score)) == 1)
    assert state.phase == Over(None)
    assert events[-1] == GameOver(None, state.score)
