"""Who leads to the first trick, by the numbered cases of the rules: seat 0 deals."""

from dataclasses import replace

import pytest

from tests.engine.tables import dealt, do, texts
from tests.strategies import RULESETS
from ukachat.engine import Ruleset
from ukachat.engine.errors import NotNow
from ukachat.engine.options import BothAloneLead, DefendAlone
from ukachat.engine.ruleset import AloneRules, PairingRules, PlayRules, ScoringRules
from ukachat.engine.state import FirstRound, GoingAlone, Playing

NA, NZ, BICYCLE = RULESETS["na"], RULESETS["nz"], RULESETS["bicycle"]
BY_FIRST_LEAD = replace(
    BICYCLE,
    alone=AloneRules(defend=DefendAlone.VS_LONE_MAKER),
    play=PlayRules(both_alone_lead=BothAloneLead.BY_FIRST_LEAD),
    scoring=ScoringRules(lone_vs_lone=PairingRules({3: 1, 4: 1, 5: 4}, 4)),
)


def first_trick(rules: Ruleset, caller: int, alone: tuple[int, ...]) -> Playing:
    """The first trick after this seat ordered up and these seats went alone.

    Each seat holds a heart, the suit of the turn-up, so that each may call.
    """
    state = dealt(rules, "9H", "AH", "KH", "QH", "JH")
    while isinstance(state.phase, FirstRound) and state.phase.turn != caller:
        state = do(state, f"{state.phase.turn} pass")
    call, call_alone = f"{caller} order up", f"{caller} order up alone"
    state = do(state, call_alone if caller in alone and call_alone in texts(state) else call)
    while not isinstance(state.phase, Playing):
        with_partner_or_first_card, *others = texts(state)
        asked = isinstance(state.phase, GoingAlone) and state.phase.turn in alone
        state = do(state, others[0] if asked else with_partner_or_first_card)
    active = state.phase.made.active
    assert sorted(active.alone) == sorted(alone)
    assert sorted(active.out) == sorted((seat + 2) % 4 for seat in alone)
    return state.phase


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(NA, id="L1 na"),
        pytest.param(NZ, id="L1 nz"),
        pytest.param(BICYCLE, id="L1 bicycle"),
    ],
)
@pytest.mark.parametrize("caller", [0, 1, 2, 3])
def test_nobody_alone(rules: Ruleset, caller: int) -> None:
    assert first_trick(rules, caller, ()).turn == 1


LONE = [
    # case, the lone maker, who leads in na, who leads from the dealer's left on
    ("L2", 0, 1, 1),
    ("L3", 1, 2, 1),
    ("L4", 2, 3, 1),
    ("L5", 3, 0, 2),
]


@pytest.mark.parametrize(
    ("rules", "maker", "lead"),
    [
        pytest.param(rules, maker, na if rules is NA else other, id=f"{case} {name}")
        for case, maker, na, other in LONE
        for name, rules in (("na", NA), ("nz", NZ), ("bicycle", BICYCLE))
    ],
)
def test_lone_maker(rules: Ruleset, maker: int, lead: int) -> None:
    playing = first_trick(rules, maker, (maker,))
    assert playing.turn == playing.leader == lead


@pytest.mark.parametrize(
    ("rules", "maker", "defender", "lead"),
    [
        pytest.param(NA, 0, 3, 3, id="L6 na"),
        pytest.param(BY_FIRST_LEAD, 0, 3, 3, id="L6 by first lead"),
        pytest.param(NA, 1, 2, 2, id="L7 na"),
        pytest.param(BY_FIRST_LEAD, 1, 2, 1, id="L7 by first lead"),
    ],
)
def test_both_sides_alone(rules: Ruleset, maker: int, defender: int, lead: int) -> None:
    playing = first_trick(rules, maker, (maker, defender))
    assert playing.made.active.alone == (maker, defender)
    assert playing.turn == playing.leader == lead


@pytest.mark.parametrize(
    "caller", [pytest.param(0, id="L8 dealer"), pytest.param(2, id="L8 partner")]
)
def test_lone_defender_against_a_pair(caller: int) -> None:
    assert first_trick(NA, caller, (1,)).turn == 2


@pytest.mark.parametrize(
    "rules", [pytest.param(NZ, id="L8 nz"), pytest.param(BICYCLE, id="L8 bicycle")]
)
def test_defender_may_not_go_alone(rules: Ruleset) -> None:
    state = do(
        dealt(rules, "9H", "AH", "KH", "QH", "JH"), "1 pass", "2 pass", "3 pass", "0 order up"
    )
    state = do(state, "0 discards AH")
    with pytest.raises(NotNow):
        do(state, "1 alone")


def test_makers_partner_goes_alone() -> None:
    playing = first_trick(NA, 1, (3,))
    assert playing.made.caller == 1
    assert playing.turn == 0
