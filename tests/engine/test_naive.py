"""The engine beside the naive player of the rules: the same decisions, the same points.

The counts of ``data/perft`` are the naive player's; ``pytest --renew tests/engine/test_naive.py``
writes them again.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.engine.naive import RANKS, SUITS, VARIANTS, NaiveDeal, naive_perft
from tests.engine.tables import do, texts
from tests.engine.walks import one_deal
from tests.strategies import RULESETS
from ukachat.engine import Deal, GameState, Seat, apply, legal_actions, start
from ukachat.engine.events import DealScored
from ukachat.engine.notation import format_action

PERFT = Path(__file__).parent / "data" / "perft"
ENOUGH = 10_000  # Ways to go on, at which a count stops.
# The passes and the random decisions with which each position begins.
BEGINNINGS = [
    (0, 0),
    (0, 0),
    (3, 0),
    (4, 0),
    (7, 0),
    (0, 4),
    (0, 8),
    (3, 4),
    (4, 4),
    (7, 5),
    (7, 9),
]
SMALL = 500  # Ways to go on that the naive player counts again in every run.


def the_same_deal(name: str, seed: int) -> None:
    """Plays a random deal on both sides and compares what may be done and what it scores."""
    dealer = Seat(seed % 4)
    dealing, *turns = one_deal(RULESETS[name], seed, dealer, passes=seed % 11 % 8)
    assert isinstance(dealing.action, Deal)
    hands = [[str(each) for each in hand] for hand in dealing.action.hands]
    naive = NaiveDeal(VARIANTS[name], dealer, hands, str(dealing.action.turn_up))
    for before, action, _ in turns:
        assert sorted(texts(before)) == sorted(naive.legal()), f"seed {seed}"
        naive.do(format_action(action))
    assert naive.legal() == []
    scores = [event for event in turns[-1].step.events if isinstance(event, DealScored)]
    assert [event.points for event in scores] == [naive.points][: len(scores)], f"seed {seed}"
    assert bool(scores) == (naive.points is not None)


@pytest.mark.parametrize("name", VARIANTS)
def test_same_decisions_and_points(name: str) -> None:
    for seed in range(300):
        the_same_deal(name, seed)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_same_decisions_and_points_at_length(name: str) -> None:
    for seed in range(300, 20_000):
        the_same_deal(name, seed)


class Position(NamedTuple):
    """A position to count from: a block of a perft file, which tells what the fields are."""

    seed: int
    dealer: int
    deal: str
    moves: list[str]
    nodes: list[int]

    def naive(self, name: str) -> NaiveDeal:
        """The naive player's position."""
        hands, turn_up, _ = self.deal.split(" / ")
        naive = NaiveDeal(
            VARIANTS[name], self.dealer, [hand.split() for hand in hands.split(" | ")], turn_up
        )
        for move in self.moves:
            naive.do(move)
        return naive

    def text(self) -> str:
        """The block as it stands in the file."""
        return (
            f"seed {self.seed}\ndealer {self.dealer}\ndeal {self.deal}\n"
            f"moves {', '.join(self.moves) or '-'}\nnodes {' '.join(map(str, self.nodes))}\n"
        )


def read_positions(name: str) -> list[Position]:
    """The positions of a file."""
    blocks = (PERFT / f"{name}.txt").read_text().split("\n\n")[1:]
    positions = []
    for block in blocks:
        fields = dict(line.split(" ", 1) for line in block.rstrip("\n").split("\n"))
        positions.append(
            Position(
                int(fields["seed"]),
                int(fields["dealer"]),
                fields["deal"],
                fields["moves"].split(", ") if fields["moves"] != "-" else [],
                [int(number) for number in fields["nodes"].split()],
            )
        )
    return positions


def write_positions(name: str) -> None:
    """Counts again, by the naive player alone, and writes the file."""
    blocks = [
        f"# How many ways a deal of {name} can go on, by the naive player of the rules.\n"
        "# deal: the hands from seat 0 to 3 / the turn-up / the kitty. moves: the decisions made.\n"
        "# nodes: the number of ways to make 1, 2, 3 ... more decisions.\n"
    ]
    blocks += [position.text() for position in _counted(name)]
    (PERFT / f"{name}.txt").write_text("\n".join(blocks))


def _counted(name: str) -> Iterator[Position]:
    for seed, (passes, made) in enumerate(BEGINNINGS, start=1):
        rng = Random(seed)
        low = RANKS.index(VARIANTS[name]["low"])
        cards = [rank + suit for suit in SUITS for rank in RANKS[low:]]
        rng.shuffle(cards)
        hands = " | ".join(" ".join(cards[place : place + 5]) for place in (0, 5, 10, 15))
        deal = f"{hands} / {cards[20]} / {' '.join(cards[21:])}"
        moves: list[str] = []
        position = Position(seed, seed % 4, deal, moves, [])
        while len(moves) < passes:
            moves.append(position.naive(name).legal()[0])
        while len(moves) < passes + made:
            legal = position.naive(name).legal()
            moves.append(rng.choice([move for move in legal if "pass" not in move] or legal))
        naive = position.naive(name)
        nodes: list[int] = []
        while (count := naive_perft(naive, len(nodes) + 1)) and sum(nodes) + count < ENOUGH:
            nodes.append(count)
        yield position._replace(nodes=nodes)


def perft(state: GameState, depth: int) -> int:
    """How many ways a deal can go on for so many decisions, by the engine."""
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action).state, depth - 1) for action in actions)


@pytest.mark.parametrize("name", VARIANTS)
def test_perft(name: str, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--renew"):
        write_positions(name)
    for position in read_positions(name):
        state = start(RULESETS[name], dealer=Seat(position.dealer))
        state = do(state, f"deal {position.deal}", *position.moves)
        counts = [perft(state, depth) for depth, _ in enumerate(position.nodes, start=1)]
        assert counts == position.nodes, f"seed {position.seed}"


def _count_again(name: str, limit: int) -> None:
    for position in read_positions(name):
        naive = position.naive(name)
        for depth, nodes in enumerate(position.nodes, start=1):
            if nodes <= limit:
                assert naive_perft(naive, depth) == nodes, f"seed {position.seed}"


@pytest.mark.parametrize("name", VARIANTS)
def test_perft_files_are_the_naive_counts(name: str) -> None:
    _count_again(name, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_perft_files_are_the_naive_counts_to_the_end(name: str) -> None:
    _count_again(name, ENOUGH)
