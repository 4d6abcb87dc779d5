"""The dealer's exchange, and who is asked whether they go alone: seat 0 deals."""

from dataclasses import replace

import pytest

from tests.engine.tables import dealt, do, texts, turned
from tests.strategies import RULESETS
from ukachat.engine import (
    Declare,
    Ruleset,
    apply,
    card,
    legal_actions,
)
from ukachat.engine.errors import (
    MustKeepTurnUp,
    MustTakeTurnUp,
    NotInHand,
    NotYourTurn,
)
from ukachat.engine.options import BothAloneLead, DefendAlone, WhenAlone, WhoAlone
from ukachat.engine.ruleset import AloneRules, PairingRules, PlayRules, ScoringRules
from ukachat.engine.state import (
    Discarding,
    GoingAlone,
    Playing,
)

NA, NZ, BICYCLE, CANADIAN = (RULESETS[name] for name in ("na", "nz", "bicycle", "canadian"))
FOUR = ("1 pass", "2 pass", "3 pass", "0 pass")

# --- the exchange ---


def test_turn_up_must_be_taken() -> None:
    state = do(dealt(RULESETS["tournament"], "9H", "", "", "", ""), "1 order up")
    assert "0 leaves the turn-up" not in texts(state)
    with pytest.raises(MustTakeTurnUp):
        do(state, "0 leaves the turn-up")


def test_dealer_who_accepts_takes_the_card() -> None:
    state = do(dealt(NA, "9H", "", "", "", ""), "1 pass", "2 pass", "3 pass", "0 order up")
    with pytest.raises(MustTakeTurnUp):
        do(state, "0 leaves the turn-up")


def test_turn_up_takes_the_place_of_the_card_thrown() -> None:
    state = do(dealt(NA, "9H", "AC KC QC TC 9C", "", "", ""), "1 order up", "0 discards QC")
    assert isinstance(state.phase, GoingAlone)
    assert [str(each) for each in state.phase.hands[0]] == ["AC", "KC", "9H", "TC", "9C"]
    assert state.phase.discard is card("QC")


def test_turn_up_may_be_thrown_again() -> None:
    state = do(dealt(CANADIAN, "9H", "AC KC QC TC 9C", "", "", ""), "1 order up")
    assert texts(state)[-1] == "0 discards 9H"
    state = do(state, "0 discards 9H")
    assert isinstance(state.phase, Playing)
    assert [str(each) for each in state.phase.hands[0]] == ["AC", "KC", "QC", "TC", "9C"]
    assert state.phase.discard is card("9H")


def test_turn_up_must_be_kept() -> None:
    state = do(dealt(NA, "9H", "AC KC QC TC 9C", "", "", ""), "1 order up")
    with pytest.raises(MustKeepTurnUp) as kept:
        do(state, "0 discards 9H")
    assert kept.value.turn_up is card("9H")
    with pytest.raises(NotInHand) as absent:
        do(state, "0 discards AS")
    assert absent.value.card is card("AS")


def test_dealer_who_is_out_is_asked_nothing() -> None:
    state = do(dealt(BICYCLE, "9H", "AC KC QC TC 9C", "", "", ""), "1 pass", "2 order up alone")
    assert isinstance(state.phase, Playing)
    assert state.phase.discard is None
    assert state.phase.turn == 1
    assert [str(each) for each in state.phase.hands[0]] == ["AC", "KC", "QC", "TC", "9C"]


# --- going alone before the first lead: who is asked, in which order ---

LONE = PairingRules({3: 1, 4: 1, 5: 4}, 2)
VS_LONE = turned(
    NA,
    alone=AloneRules(
        who=WhoAlone.MAKER_SIDE,
        when=WhenAlone.BEFORE_FIRST_LEAD,
        defend=DefendAlone.VS_LONE_MAKER,
    ),
    scoring=ScoringRules(lone_vs_lone=LONE),
)


def asked(rules: Ruleset, caller: int, *alone: int, opening: tuple[str, ...] = ()) -> list[int]:
    """The seats that are asked, in order, if these say that they go alone."""
    seats = []
    state = dealt(rules, "9H", "AH", "KH", "QH", "JH")
    before = (1, 2, 3, 0)[: (1, 2, 3, 0).index(caller)]
    for text in opening or (*(f"{seat} pass" for seat in before), f"{caller} order up"):
        state = do(state, text)
    while not isinstance(state.phase, Playing):
        if isinstance(state.phase, Discarding):
            state = do(state, texts(state)[0])
            continue
        assert isinstance(state.phase, GoingAlone)
        turn = state.phase.turn
        assert legal_actions(state) == (Declare(turn, alone=False), Declare(turn, alone=True))
        seats.append(turn)
        state = apply(state, Declare(turn, turn in alone)).state
    assert [answer.seat for answer in state.phase.made.answers] == seats
    return [int(seat) for seat in seats]


@pytest.mark.parametrize(
    ("caller", "alone", "order"),
    [
        (0, (), [0, 2, 1, 3]),
        (1, (), [1, 3, 2, 0]),
        (2, (), [2, 0, 1, 3]),
        (3, (), [3, 1, 2, 0]),
        (1, (1,), [1, 2, 0]),
        (1, (3,), [1, 3, 2, 0]),
        (1, (1, 2), [1, 2]),
        (1, (3, 0), [1, 3, 2, 0]),
        (0, (1,), [0, 2, 1]),
    ],
)
def test_makers_are_asked_first(caller: int, alone: tuple[int, ...], order: list[int]) -> None:
    assert asked(NA, caller, *alone) == order


@pytest.mark.parametrize(
    ("alone", "order"), [((), [1, 3]), ((1,), [1, 2, 0]), ((3,), [1, 3, 2, 0]), ((1, 2), [1, 2])]
)
def test_defenders_are_asked_against_a_lone_maker(alone: tuple[int, ...], order: list[int]) -> None:
    assert asked(VS_LONE, 1, *alone) == order


def test_caller_alone_is_asked() -> None:
    rules = turned(BICYCLE, alone=AloneRules(when=WhenAlone.BEFORE_FIRST_LEAD))
    assert asked(rules, 3) == [3]


@pytest.mark.parametrize(("call", "order"), [("1 order up", [2, 0]), ("1 order up alone", [2, 0])])
def test_defenders_are_asked_after_a_call(call: str, order: list[int]) -> None:
    rules = turned(
        BICYCLE,
        alone=AloneRules(defend=DefendAlone.ANY_HAND),
        play=PlayRules(both_alone_lead=BothAloneLead.LONE_DEFENDER),
        scoring=ScoringRules(pair_vs_lone=NA.scoring.pair_vs_lone, lone_vs_lone=LONE),
    )
    assert asked(rules, 1, opening=(call,)) == order


def test_no_defender_is_asked_against_a_call_without_alone() -> None:
    rules = turned(
        BICYCLE,
        alone=AloneRules(defend=DefendAlone.VS_LONE_MAKER),
        play=PlayRules(both_alone_lead=BothAloneLead.LONE_DEFENDER),
        scoring=ScoringRules(lone_vs_lone=LONE),
    )
    assert asked(rules, 1) == []
    assert asked(rules, 1, opening=("1 order up alone",)) == [2, 0]


def test_only_defenders_are_asked_where_no_maker_may() -> None:
    rules = turned(
        BICYCLE,
        alone=AloneRules(who=WhoAlone.NOBODY, defend=DefendAlone.ANY_HAND),
        scoring=ScoringRules(lone_vs_pair=None, pair_vs_lone=NA.scoring.pair_vs_lone),
    )
    assert asked(rules, 1) == [2, 0]
    rules = turned(rules, alone=replace(rules.alone, when=WhenAlone.BEFORE_FIRST_LEAD))
    assert asked(rules, 1) == [2, 0]


@pytest.mark.parametrize(("forced_dealer", "order"), [(True, [0, 2]), (False, [2])])
def test_forced_dealer_before_the_first_lead(forced_dealer: bool, order: list[int]) -> None:
    rules = turned(
        NZ,
        alone=AloneRules(
            who=WhoAlone.MAKER_SIDE,
            when=WhenAlone.BEFORE_FIRST_LEAD,
            forced_dealer=forced_dealer,
            tricks=5,
        ),
    )
    assert asked(rules, 0, opening=(*FOUR, *FOUR[:3])) == order
    assert asked(rules, 0) == [0, 2], "not forced in the first round"


def test_one_lone_player_a_side() -> None:
    state = do(dealt(NA, "9H", "", "", "", ""), "1 order up", "0 leaves the turn-up", "1 alone")
    assert isinstance(state.phase, GoingAlone)
    assert state.phase.turn == 2
    with pytest.raises(NotYourTurn):
        do(state, "3 alone")
    with pytest.raises(NotYourTurn):
        do(do(state, "2 alone"), "0 alone")


def test_seats_that_sit_out_are_skipped() -> None:
    state = do(dealt(NA, "9H", "", "", "", ""), "1 order up", "0 leaves the turn-up")
    state = do(state, "1 alone", "2 alone")
    turns = []
    while isinstance(state.phase, Playing):
        turns.append(state.phase.turn)
        assert [len(state.phase.hands[seat]) for seat in (0, 3)] == [5, 5]
        state = apply(state, legal_actions(state)[0]).state
    assert set(turns) == {1, 2}
    assert len(turns) == 10
    assert turns[0] == 2
