"""Other suits of the same colours, or other seats in the same order, change nothing but names."""

from dataclasses import fields, is_dataclass, replace
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.walks import Turn, one_deal, walk
from tests.strategies import RULESETS, Start, bundled_rulesets, seeds, starts
from ukachat.engine import Card, Ruleset, Seat, Step, Suit, apply, legal_actions, start
from ukachat.engine.cards import CARDS
from ukachat.engine.trumps import TRUMP_TABLES, TrumpTable

# The orders of suits in which clubs and spades, and diamonds and hearts, still share a colour.
RELABELLINGS = [
    suits
    for suits in permutations(Suit)
    if suits[0].same_colour is suits[3] and suits[0] != suits[1]
]

NA = RULESETS["na"]
BY_SEAT = {"hands", "following"}  # Fields that are tuples by seat,
BY_SIDE = {"score", "points"}  # or by side,
SIDE = {"makers", "winner"}  # or a side where they are no seat.


class Mirror(NamedTuple):
    """Suits by the suit they become, and by how many places the seats move on."""

    suits: tuple[Suit, ...] = tuple(Suit)
    turned: int = 0

    def of(self, value: Any, name: str = "") -> Any:  # noqa: ANN401 -- anything of the engine
        """The same state, action, event or part of one, seen in this mirror."""
        if isinstance(value, Suit):
            return self.suits[value]
        if isinstance(value, Card):
            return CARDS[value.index + 8 * (self.suits[value.suit] - value.suit)]
        if isinstance(value, TrumpTable):
            return TRUMP_TABLES[self.suits[value.trump]]
        if isinstance(value, Seat):
            return Seat((value + self.turned) % 4)
        if isinstance(value, tuple):
            return self._tuple(value, name)
        if is_dataclass(value) and not isinstance(value, Ruleset | type):
            parts = {each.name: getattr(value, each.name) for each in fields(value)}
            return replace(value, **{each: self.of(part, each) for each, part in parts.items()})
        return (value + self.turned) % 2 if name in SIDE and value is not None else value

    def _tuple(self, value: Any, name: str) -> Any:  # noqa: ANN401 -- as above
        names = getattr(value, "_fields", None)
        if names is not None:
            parts = zip(names, value, strict=True)
            return type(value)(**{each: self.of(part, each) for each, part in parts})
        moved = self.turned if name in BY_SEAT | BY_SIDE else 0
        items = [self.of(item) for item in value]
        return tuple(items[(place - moved) % len(items)] for place in range(len(items)))


def differing(mirror: Mirror, turns: list[Turn]) -> list[Turn]:
    """The turns that go another way in the mirror."""
    return [turn for turn in turns if not _commutes(mirror, turn)]


def _commutes(mirror: Mirror, turn: Turn) -> bool:
    state = mirror.of(turn.before)
    if set(legal_actions(state)) != set(map(mirror.of, legal_actions(turn.before))):
        return False
    step: Step = mirror.of(turn.step)
    return apply(state, mirror.of(turn.action)) == step


@given(starts(), st.sampled_from(RELABELLINGS))
def test_other_suits(game: Start, suits: tuple[Suit, ...]) -> None:
    assert differing(Mirror(suits=suits), one_deal(*game)) == []


@given(starts(), st.integers(1, 3))
def test_turned_table(game: Start, turned: int) -> None:
    assert differing(Mirror(turned=turned), one_deal(*game)) == []


@given(bundled_rulesets, seeds, st.sampled_from(RELABELLINGS), st.integers(0, 3))
def test_whole_game(rules: Ruleset, seed: int, suits: tuple[Suit, ...], turned: int) -> None:
    turns = list(walk(start(rules, dealer=Seat(0)), Random(seed)))
    assert differing(Mirror(suits, turned), turns) == []


def test_colours_matter() -> None:
    """With hearts and spades exchanged alone, another card becomes the left bower."""
    swapped = Mirror(suits=(Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS))
    assert [seed for seed in range(50) if differing(swapped, one_deal(NA, seed, Seat(0)))]


def test_there_are_eight_relabellings() -> None:
    assert len(RELABELLINGS) == 8
