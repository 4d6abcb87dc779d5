"""Random hands through OpenSpiel's Euchre and through the engine, step by step.

OpenSpiel numbers the suits clubs, diamonds, hearts, spades from 0 and a card rank * 4 + suit, the
nine being rank 0. It deals card by card from the dealer on, and the upcard last.
"""

from random import Random
from typing import Protocol

import pytest

from ukachat.engine import (
    Action,
    Card,
    Deal,
    Declare,
    Discard,
    Name,
    OrderUp,
    Pass,
    Play,
    Ruleset,
    Seat,
    apply,
    legal_actions,
    start,
    to_act,
)
from ukachat.engine.cards import CARDS, Rank, Suit
from ukachat.engine.events import DealScored
from ukachat.engine.options import AfterPasses, BothAloneLead, DealerLast, DefendAlone, WhenAlone
from ukachat.engine.ruleset import (
    AloneRules,
    PairingRules,
    PlayRules,
    ScoringRules,
    SecondRoundRules,
)

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is missing: install the dependency group `peers`"
)

PASS, TRUMP, ALONE, WITH_PARTNER = 24, 25, 29, 30

# As OpenSpiel plays: the dealer is stuck; whoever makes trumps is asked after the dealer's
# exchange whether they go alone; and the left of the dealer leads, whoever sits out.
UNDEFENDED = Ruleset(
    title="OpenSpiel",
    round2=SecondRoundRules(dealer=DealerLast.MUST_NAME),
    passed_out=AfterPasses.NOT_POSSIBLE,
    alone=AloneRules(when=WhenAlone.BEFORE_FIRST_LEAD),
)
# Defenders are asked too, the dealer's left first, against a pair as well as against a lone maker.
# Any euchre by a lone defender is worth 4. The comment at the top of OpenSpiel's source promises 4
# as well where the makers take no trick at all; its code gives what every euchre gives.
DEFENDED = Ruleset(
    title="OpenSpiel with lone defenders",
    round2=UNDEFENDED.round2,
    passed_out=UNDEFENDED.passed_out,
    alone=AloneRules(when=WhenAlone.BEFORE_FIRST_LEAD, defend=DefendAlone.ANY_HAND),
    play=PlayRules(both_alone_lead=BothAloneLead.BY_FIRST_LEAD),
    scoring=ScoringRules(
        pair_vs_lone=PairingRules(makers={3: 1, 4: 1, 5: 2}, euchred=4),
        lone_vs_lone=PairingRules(makers={3: 1, 4: 1, 5: 4}, euchred=4),
    ),
)


class SpielState(Protocol):
    """What the test asks of OpenSpiel's state, which brings no types."""

    def apply_action(self, action: int) -> None: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def current_player(self) -> int: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...


def number_of(card: Card) -> int:
    """OpenSpiel's number of a card."""
    return (card.rank - Rank.NINE) * len(Suit) + card.suit


CARD_OF = {number_of(card): card for card in CARDS}


def number(action: Action, turn_up: Card) -> int:
    """OpenSpiel's number of an action."""
    match action:
        case Pass():
            return PASS
        case OrderUp(alone=False):
            return TRUMP + turn_up.suit
        case Name(suit=suit, alone=False):
            return TRUMP + suit
        case Declare(alone=alone):
            return ALONE if alone else WITH_PARTNER
        case Discard(card=card) | Play(card=card):
            return number_of(card)
        case _:
            raise AssertionError(action)


def deal_at_random(spiel: SpielState, rng: Random) -> tuple[Seat, Deal]:
    """Deals on OpenSpiel's side; returns who dealt, and the same deal for the engine."""
    drawn: list[int] = []
    while spiel.is_chance_node():
        outcome = rng.choice([outcome for outcome, _ in spiel.chance_outcomes()])
        spiel.apply_action(outcome)
        drawn.append(outcome)
    dealer, *cards, upcard = drawn
    hands = tuple(
        tuple(CARD_OF[number] for number in cards[(seat - dealer) % 4 :: 4]) for seat in range(4)
    )
    # What is left face down has no order on OpenSpiel's side.
    kitty = tuple(CARD_OF[number] for number in range(24) if number not in drawn[1:])
    return Seat(dealer), Deal(hands, CARD_OF[upcard], kitty)


def same_hand(rules: Ruleset, spiel: SpielState, seed: int) -> str:
    """Plays one hand on both sides, comparing all that can be done; returns how it was played."""
    rng = Random(seed)
    dealer, deal = deal_at_random(spiel, rng)
    state, events = apply(start(rules, dealer=dealer), deal)
    passes = seed % 8  # A chance alone would hardly ever stick the dealer.
    while not spiel.is_terminal():
        actions = {number(action, deal.turn_up): action for action in legal_actions(state)}
        assert to_act(state) == spiel.current_player(), f"seed {seed}"
        assert sorted(actions) == spiel.legal_actions(), f"seed {seed}"
        chosen = PASS if passes > 0 else rng.choice(spiel.legal_actions())
        passes -= 1
        spiel.apply_action(chosen)
        state, events = apply(state, actions[chosen])
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    points = [scored.points[seat % 2] - scored.points[1 - seat % 2] for seat in range(4)]
    assert points == spiel.returns(), f"seed {seed}"
    makers = [seat for seat in scored.alone if seat % 2 == scored.makers]
    return f"{len(makers)} v {len(scored.alone) - len(makers)}"


RULES = [
    pytest.param(UNDEFENDED, False, {"0 v 0", "1 v 0"}, id="undefended"),
    pytest.param(DEFENDED, True, {"0 v 0", "1 v 0", "0 v 1", "1 v 1"}, id="defended"),
]


def play_hands(rules: Ruleset, seeds: range, *, lone_defender: bool) -> set[str]:
    """Plays many hands; returns the ways in which they were played."""
    game = pyspiel.load_game(
        "euchre", {"stick_the_dealer": True, "allow_lone_defender": lone_defender}
    )
    return {same_hand(rules, game.new_initial_state(), seed) for seed in seeds}


@pytest.mark.parametrize(("rules", "lone_defender", "ways"), RULES)
def test_same_decisions_and_points(rules: Ruleset, lone_defender: bool, ways: set[str]) -> None:
    assert play_hands(rules, range(500), lone_defender=lone_defender) == ways


@pytest.mark.long
@pytest.mark.parametrize(("rules", "lone_defender", "ways"), RULES)
def test_same_decisions_and_points_at_length(
    rules: Ruleset, lone_defender: bool, ways: set[str]
) -> None:
    assert play_hands(rules, range(500, 20_500), lone_defender=lone_defender) == ways
