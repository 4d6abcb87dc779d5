"""What the knobs of the two rounds of calls change: seat 0 deals."""

import pytest

from tests.engine.tables import dealt, do, last_step, texts, turned
from tests.strategies import RULESETS
from ukachat.engine import (
    Ruleset,
    Seat,
    Suit,
    card,
    to_act,
)
from ukachat.engine.errors import (
    MayNotGoAlone,
    MayNotOrderUp,
    MustHoldSuit,
    MustTakeTurnUp,
    SuitTurnedDown,
)
from ukachat.engine.events import DealerForced, Named, NextDealer, OrderedUp, Passed
from ukachat.engine.options import (
    AfterPasses,
    DealerLast,
    DealerPartner,
    MustHold,
    TurnedSuit,
    WhoAlone,
)
from ukachat.engine.ruleset import AloneRules, FirstRoundRules, ScoringRules, SecondRoundRules
from ukachat.engine.state import (
    AwaitingDeal,
    Discarding,
    Playing,
    SecondRound,
    TakingTurnUp,
)

NA, NZ, BICYCLE, CANADIAN = (RULESETS[name] for name in ("na", "nz", "bicycle", "canadian"))
FOUR = ("1 pass", "2 pass", "3 pass", "0 pass")


def test_dealers_partner_forbidden() -> None:
    rules = turned(BICYCLE, round1=FirstRoundRules(dealer_partner=DealerPartner.FORBIDDEN))
    state = do(dealt(rules, "9H", "", "", "", ""), "1 pass")
    assert texts(state) == ["2 pass"]
    for tried in ("2 order up", "2 order up alone"):
        with pytest.raises(MayNotOrderUp):
            do(state, tried)
    assert "3 order up" in texts(do(state, "2 pass"))
    assert "2 clubs" in texts(do(state, "2 pass", "3 pass", "0 pass", "1 pass"))


def test_dealers_partner_alone_only_binds_nobody_else() -> None:
    state = dealt(CANADIAN, "9H", "", "", "", "")
    assert texts(state) == ["1 pass", "1 order up", "1 order up alone"]
    state = do(state, *FOUR, "1 pass")
    assert "2 clubs" in texts(state)


def test_everybody_must_hold_the_suit() -> None:
    rules = turned(BICYCLE, round1=FirstRoundRules(must_hold=MustHold.ALL))
    state = dealt(rules, "9H", "no H", "no H", "", "")
    assert texts(state) == ["1 pass"]
    state = do(state, "1 pass", "2 pass", "3 pass")
    with pytest.raises(MustHoldSuit) as refused:
        do(state, "0 order up")
    assert refused.value.suit is Suit.HEARTS


@pytest.mark.parametrize("counts", [False, True], ids=["does not count", "counts"])
def test_left_bower_for_must_hold(counts: bool) -> None:
    rules = turned(
        NZ, round1=FirstRoundRules(must_hold=MustHold.NON_DEALER, left_bower_holds=counts)
    )
    state = dealt(rules, "9H", "", "JD no H", "JS no C", "")
    assert ("1 order up" in texts(state)) is counts
    assert ("2 clubs" in texts(do(state, *FOUR, "1 pass"))) is counts


def test_dealer_is_exempt_in_the_second_round() -> None:
    rules = turned(BICYCLE, round2=SecondRoundRules(must_hold=MustHold.NON_DEALER))
    state = do(dealt(rules, "9H", "no C", "no C", "", ""), *FOUR)
    assert "1 clubs" not in texts(state)
    assert "0 clubs" in texts(do(state, *FOUR[:3]))


def test_turned_suit_may_be_named() -> None:
    rules = turned(BICYCLE, round2=SecondRoundRules(turned_suit=TurnedSuit.ALLOWED))
    state = do(dealt(rules, "9H", "", "", "", ""), *FOUR)
    state, events = last_step(state, "1 hearts")
    assert events == (Named(Seat(1), Suit.HEARTS, alone=False),)
    assert isinstance(state.phase, Playing), "the turn-up stays where it is"


def test_turned_suit_may_not_be_named_by_anybody() -> None:
    state = do(dealt(BICYCLE, "9H", "", "", "", ""), *FOUR)
    for seat in (1, 2, 3, 0):
        with pytest.raises(SuitTurnedDown) as refused:
            do(state, f"{seat} hearts")
        assert refused.value.suit is Suit.HEARTS
        state = do(state, f"{seat} pass")


TURN_UP_OR_NAME = turned(
    BICYCLE,
    round2=SecondRoundRules(dealer=DealerLast.TURN_UP_OR_NAME),
    passed_out=AfterPasses.NOT_POSSIBLE,
)


def test_dealer_may_still_take_the_turn_up_in_the_second_round() -> None:
    state = do(dealt(TURN_UP_OR_NAME, "9H", "", "", "", ""), *FOUR)
    assert "1 order up" not in texts(state)
    state = do(state, *FOUR[:3])
    assert texts(state) == [
        *("0 order up", "0 order up alone", "0 clubs", "0 clubs alone"),
        *("0 diamonds", "0 diamonds alone", "0 spades", "0 spades alone"),
    ]
    state, events = last_step(state, "0 order up")
    assert events == (OrderedUp(Seat(0), Seat(0), Suit.HEARTS, alone=False),)
    assert isinstance(state.phase, Discarding)
    assert state.phase.made.called_in == 2
    with pytest.raises(MustTakeTurnUp):
        do(state, "0 leaves the turn-up")


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(TURN_UP_OR_NAME, id="turn-up or name"),
        pytest.param(RULESETS["tournament"], id="must name"),
    ],
)
def test_forced_dealer_may_be_kept_from_going_alone(rules: Ruleset) -> None:
    rules = turned(rules, alone=AloneRules(forced_dealer=False))
    state = dealt(rules, "9H", "", "", "", "")
    assert "0 order up alone" in texts(do(state, *FOUR[:3])), "not forced in the first round"
    state = do(state, *FOUR)
    assert "1 clubs alone" in texts(state)
    state = do(state, *FOUR[:3])
    assert not [text for text in texts(state) if text.endswith("alone")]
    with pytest.raises(MayNotGoAlone):
        do(state, "0 clubs alone")


def test_dealer_who_is_not_forced_may_go_alone_all_the_same() -> None:
    rules = turned(BICYCLE, alone=AloneRules(forced_dealer=False))
    assert "0 clubs alone" in texts(do(dealt(rules, "9H", "", "", "", ""), *FOUR, *FOUR[:3]))


def test_forced_take_without_a_question() -> None:
    rules = turned(NZ, alone=AloneRules(forced_dealer=False, tricks=5))
    state, events = last_step(dealt(rules, "9H", "", "", "", ""), *FOUR, *FOUR[:3])
    assert events == (
        Passed(Seat(3), card("9H"), turned_down=False),
        DealerForced(Seat(0), card("9H")),
    )
    assert isinstance(state.phase, Discarding)
    assert (state.phase.made.caller, state.phase.made.answers) == (0, ())


def test_same_dealer_deals_again_after_passes() -> None:
    rules = turned(BICYCLE, passed_out=AfterPasses.SAME_DEALER)
    state, events = last_step(dealt(rules, "9H", "", "", "", ""), *FOUR, *FOUR)
    assert events[-1] == NextDealer(Seat(0))
    assert state.phase == AwaitingDeal(Seat(0))


def test_nobody_goes_alone() -> None:
    rules = turned(
        BICYCLE, alone=AloneRules(who=WhoAlone.NOBODY), scoring=ScoringRules(lone_vs_pair=None)
    )
    state = dealt(rules, "9H", "", "", "", "")
    assert texts(state) == ["1 pass", "1 order up"]
    with pytest.raises(MayNotGoAlone):
        do(state, "1 order up alone")
    state = do(state, "1 order up", texts(do(state, "1 order up"))[0])
    assert isinstance(state.phase, Playing)


def test_second_round_begins_left_of_the_dealer() -> None:
    state, events = last_step(dealt(NA, "9H", "", "", "", ""), *FOUR)
    assert events == (Passed(Seat(0), card("9H"), turned_down=True),)
    assert isinstance(state.phase, SecondRound)
    assert state.phase.turn == 1


def test_forced_dealer_is_the_one_to_act() -> None:
    state = do(dealt(NZ, "9H", "", "", "", ""), *FOUR, *FOUR[:3])
    assert isinstance(state.phase, TakingTurnUp)
    assert to_act(state) == 0
