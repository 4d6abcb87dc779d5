"""The usual house rules as players call them, and the knobs that each stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ukachat.engine.ruleset import Ruleset
from ukachat.yamlio import Flow, Tree

if TYPE_CHECKING:
    from ukachat.engine.ruleset import PairingRules

Turned: TypeAlias = Mapping[str, Tree]
"""What knobs are turned to, by their paths."""


class HouseRule(NamedTuple):
    """A house rule as players call it.

    Attributes:
        words: What one may type for it.
        told: What the title says of it.
        knobs: What it turns, which may depend on the ruleset that it is laid over.
    """

    words: tuple[str, ...]
    told: str
    knobs: Turned | Callable[[Ruleset], Turned]

    def over(self, base: Ruleset) -> Turned:
        """What it turns when it is laid over a ruleset."""
        return self.knobs(base) if callable(self.knobs) else self.knobs


def _defending(base: Ruleset) -> Turned:
    """A defender may be alone; whatever the ruleset does not say of it yet is filled in."""
    scoring = base.scoring
    turned: dict[str, Tree] = {"alone.defend": "any_hand"}
    if scoring.pair_vs_lone is None:
        turned["scoring.pair_vs_lone"] = _points_against_lone(scoring.pair_vs_pair)
    if scoring.lone_vs_pair is not None and scoring.lone_vs_lone is None:
        turned["scoring.lone_vs_lone"] = _points_against_lone(scoring.lone_vs_pair)
    if base.makers_may_be_alone and base.play.both_alone_lead is None:
        turned["play.both_alone_lead"] = "lone_defender"
    return turned


def _points_against_lone(points: PairingRules) -> Tree:
    """The points of a pairing if one defender is alone: all tricks score 4, the rest as before.

    The makers score as if both had defended (as in North American Euchre).
    """
    fewer = {tricks: points.points(tricks)[1] for tricks in range(points.needed)}
    euchred = fewer | {0: max(4, fewer[0])}
    return {"makers": Flow(dict(points.makers)), "euchred": Flow(euchred)}


_NO_LONE_DEFENDER: Final[Turned] = {
    "alone.defend": "none",
    "play.both_alone_lead": None,
    "scoring.pair_vs_lone": None,
    "scoring.lone_vs_lone": None,
}
_RULES: Final = (
    HouseRule(
        ("stick", "stick the dealer"),
        "stick the dealer",
        {"round2.dealer": "must_name", "passed_out": "not_possible"},
    ),
    HouseRule(
        ("no stick", "pass out"),
        "passing out",
        {"round2.dealer": "may_pass", "passed_out": "next_dealer"},
    ),
    HouseRule(
        ("same dealer",),
        "the same dealer after passing out",
        {"round2.dealer": "may_pass", "passed_out": "same_dealer"},
    ),
    HouseRule(
        ("dealer takes",),
        "the dealer taking the turn-up at last",
        {"round2.dealer": "takes_turn_up", "passed_out": "not_possible"},
    ),
    HouseRule(
        # The partner says "alone" with the call, so that is when everybody does.
        ("canadian", "canadian loner"),
        "the Canadian loner",
        {"round1.dealer_partner": "alone_only", "alone.who": "caller", "alone.when": "with_call"},
    ),
    HouseRule(("no canadian",), "no Canadian loner", {"round1.dealer_partner": "normal"}),
    HouseRule(
        ("no alone", "nobody alone"),
        "nobody alone",
        {"alone.who": "nobody", "scoring.lone_vs_pair": None, **_NO_LONE_DEFENDER},
    ),
    HouseRule(("defend alone", "lone defender"), "defending alone", _defending),
    HouseRule(("no defend alone", "no lone defender"), "nobody defending alone", _NO_LONE_DEFENDER),
    HouseRule(
        ("must hold", "hold suit"),
        "must hold",
        {"round1.must_hold": "non_dealer", "round2.must_hold": "non_dealer"},
    ),
    HouseRule(
        ("no must hold", "hold nothing"),
        "no must hold",
        {"round1.must_hold": "none", "round2.must_hold": "none"},
    ),
    HouseRule(("24 cards",), "24 cards", {"deck.low": "9"}),
    HouseRule(("28 cards",), "28 cards", {"deck.low": "8"}),
    HouseRule(("32 cards",), "32 cards", {"deck.low": "7"}),
)
HOUSE_RULES: Final = {words: rule for rule in _RULES for words in rule.words}
"""The house rules by whatever may be typed for them, in lower case."""

MOST_WORDS: Final = max(len(words.split()) for words in HOUSE_RULES)
"""The words of the longest of them."""
