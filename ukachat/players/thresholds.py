"""What a hand must be worth for a call, by family of rulesets.

A family is told by the knobs that change what a call is worth: how many cards the pack has, what
becomes of a dealer to whom the second round comes back, and whether a lone hand needs every trick.

How the numbers were measured. ``python benchmarks/bidding.py`` lets four club players play deals.
Whenever one may call or pass, the deal is played out both ways, and the difference in points is
noted with the worth of the hand (`counting.worth`). Through the hands near the threshold of before
goes a straight line; where it crosses zero is the new threshold, but no more than four away. So for
each place and round, and three times over. In the same way, for going alone, every call is played
out with the partner and without. The numbers are of 2,500 deals a family and time.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ukachat.engine.options import DealerLast

if TYPE_CHECKING:
    from ukachat.engine.ruleset import Ruleset


_Places: TypeAlias = tuple[int, int, int, int]


class Stuck(Enum):
    """What the second round holds for a dealer to whom it comes back."""

    NEVER = "may pass"
    TURN_UP = "takes the turn-up"
    NAMES = "has to name a suit"


class Family(NamedTuple):
    """What the thresholds depend on.

    Attributes:
        low: The lowest rank of the pack.
        stuck: What becomes of the dealer at the end of the second round.
        lone_needs_all: Whether a lone maker needs every trick.
    """

    low: int
    stuck: Stuck
    lone_needs_all: bool


class Thresholds(NamedTuple):
    """The least that hands of five cards must be worth, as `counting.worth` has it.

    Attributes:
        first: To call in the first round, by place: the dealer's left, the dealer's partner, the
            dealer's right, the dealer.
        second: The same in the second round; a dealer who may not pass needs nothing.
        alone: To go alone.
    """

    first: _Places
    second: _Places
    alone: int


_STUCK: Final = {
    DealerLast.MAY_PASS: Stuck.NEVER,
    DealerLast.TAKES_TURN_UP: Stuck.TURN_UP,
    DealerLast.MUST_NAME: Stuck.NAMES,
    DealerLast.TURN_UP_OR_NAME: Stuck.NAMES,
}


def family(rules: Ruleset) -> Family:
    """The family of a ruleset."""
    needs_all = rules.alone.tricks == rules.deal.cards
    return Family(rules.deck.low, _STUCK[rules.round2.dealer], needs_all)


# By lowest rank and by what becomes of the dealer: the first round, the second round.
_CALLS: Final[dict[tuple[int, Stuck], tuple[_Places, _Places]]] = {
    (7, Stuck.NEVER): ((26, 19, 21, 17), (16, 14, 16, 19)),
    (8, Stuck.NEVER): ((28, 18, 20, 18), (14, 10, 16, 19)),
    (9, Stuck.NEVER): ((24, 20, 22, 20), (16, 14, 16, 19)),
    (7, Stuck.NAMES): ((25, 19, 21, 17), (12, 16, 16, 0)),
    (8, Stuck.NAMES): ((29, 18, 20, 18), (14, 11, 16, 0)),
    (9, Stuck.NAMES): ((24, 20, 22, 20), (16, 14, 16, 0)),
    (7, Stuck.TURN_UP): ((24, 17, 20, 18), (10, 10, 16, 0)),
    (8, Stuck.TURN_UP): ((25, 16, 20, 18), (14, 12, 16, 0)),
    (9, Stuck.TURN_UP): ((24, 17, 20, 20), (14, 14, 16, 0)),
}
# By lowest rank and by whether a lone maker needs every trick.
_ALONE: Final[dict[tuple[int, bool], int]] = {
    (7, False): 25,
    (8, False): 26,
    (9, False): 27,
    (7, True): 36,
    (8, True): 37,
    (9, True): 37,
}


def thresholds(rules: Ruleset) -> Thresholds:
    """The thresholds of a ruleset's family."""
    low, stuck, lone_needs_all = family(rules)
    first, second = _CALLS[low, stuck]
    return Thresholds(first, second, _ALONE[low, lone_needs_all])
