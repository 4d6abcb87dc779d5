"""What may be done and what is refused, by the numbered cases of the rules."""

from typing import NamedTuple

import pytest

from tests.engine.tables import dealt, do, first_lead, last_step, texts, with_partners
from tests.strategies import RULESETS
from ukachat.engine import Ruleset, Seat, Suit, card
from ukachat.engine.errors import (
    MayNotPass,
    MustFollow,
    MustGoAlone,
    MustHoldSuit,
    MustKeepTurnUp,
    NotInHand,
    NotNow,
    NotYourTurn,
    Refusal,
    SuitTurnedDown,
)
from ukachat.engine.events import (
    CardPlayed,
    DealerForced,
    Declared,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
    TrickWon,
    TurnUpLeft,
    TurnUpTaken,
)
from ukachat.engine.state import (
    AwaitingDeal,
    Discarding,
    FirstRound,
    GoingAlone,
    Playing,
    SecondRound,
    TakingTurnUp,
)

ANY_RULESET = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


# --- following suit: seat 0 dealt and took the turn-up, seat 1 leads ---


class Follow(NamedTuple):
    """Seat 1 leads a card, and seat 2 may play these and no others of its hand."""

    turn_up: str
    lead: str
    hand: str
    playable: str


@ANY_RULESET
@pytest.mark.parametrize(
    "case",
    [
        # The left bower is a heart.
        pytest.param(Follow("TH", "9H", "JD AS no H", "JD"), id="F1"),
        # The left bower is no diamond.
        pytest.param(Follow("TH", "AD", "JD KS 9C no D", "any"), id="F2"),
        # The left bower calls for hearts.
        pytest.param(Follow("TH", "JD", "9H AD no H", "9H"), id="F3"),
        # Trumps need not be played.
        pytest.param(Follow("TS", "AD", "9S QS AH KC no D", "any"), id="F8"),
    ],
)
def test_follows_suit(rules: Ruleset, case: Follow) -> None:
    state = do(
        first_lead(rules, case.turn_up, "", case.lead, case.hand, ""), f"1 plays {case.lead}"
    )
    assert isinstance(state.phase, Playing)
    hand = state.phase.hands[2]
    playable = [str(each) for each in hand] if case.playable == "any" else case.playable.split()
    assert texts(state) == [f"2 plays {each}" for each in playable]
    for each in hand:
        if str(each) not in playable:
            with pytest.raises(MustFollow):
                do(state, f"2 plays {each}")


@ANY_RULESET
@pytest.mark.parametrize(
    ("turn_up", "trick", "winner"),
    [
        # The left bower beats the nine of trumps.
        pytest.param("QS", "AD 9S KD JC", "JC", id="F4"),
        # An ace of another suit takes nothing.
        pytest.param("QS", "TD AH QD 9D", "QD", id="F5"),
        # Jacks of the other colour are plain cards.
        pytest.param("QC", "JH AH JD QH", "AH", id="F6"),
    ],
)
def test_takes_the_trick(rules: Ruleset, turn_up: str, trick: str, winner: str) -> None:
    cards = trick.split()
    led = cards[0][1]
    hands = [each if each[1] == led else f"{each} no {led}" for each in cards]
    state = first_lead(rules, turn_up, hands[3], *hands[:3])
    plays = [f"{seat} plays {each}" for seat, each in zip((1, 2, 3, 0), cards, strict=True)]
    state, events = last_step(state, *plays)
    seat = Seat((1, 2, 3, 0)[cards.index(winner)])
    assert events == (CardPlayed(Seat(0), card(cards[3])), TrickWon(seat, 1))
    assert isinstance(state.phase, Playing)
    assert state.phase.turn == state.phase.leader == seat
    assert state.phase.tricks[0].winner == seat


@ANY_RULESET
@pytest.mark.parametrize(
    "tried", [pytest.param("AS", id="H21 off suit"), pytest.param("KH", id="H21 not held")]
)
def test_refused_card_costs_nothing(rules: Ruleset, tried: str) -> None:
    state = do(first_lead(rules, "TH", "KH", "9H", "JD AS no H", ""), "1 plays 9H")
    with pytest.raises(MustFollow if tried == "AS" else NotInHand):
        do(state, f"2 plays {tried}")
    assert state.score == (0, 0)
    assert texts(state) == ["2 plays JD"]


# --- calls, the exchange and going alone: seat 0 deals ---

FOUR = ("1 pass", "2 pass", "3 pass", "0 pass")


class Refused(NamedTuple):
    """After these moves the last one is refused; any hand that does not matter is empty."""

    ruleset: str
    turn_up: str
    hands: tuple[str, str, str, str]
    moves: tuple[str, ...]
    tried: str
    refusal: type[Refusal]


REFUSED = [
    pytest.param(
        Refused("nz", "9H", ("", "JD no H", "", ""), (), "1 order up", MustHoldSuit),
        id="H1",
    ),
    pytest.param(
        Refused("nz", "9H", ("", "JS no C", "", ""), FOUR, "1 clubs", MustHoldSuit),
        id="H3",
    ),
    pytest.param(
        Refused("nz", "9H", ("", "7H", "", ""), ("1 order up",), "0 discards 9H", MustKeepTurnUp),
        id="H6",
    ),
    pytest.param(
        Refused("nz", "9H", ("", "", "AH", ""), (*FOUR, "1 pass"), "2 hearts", SuitTurnedDown),
        id="H7",
    ),
    pytest.param(
        Refused(
            "nz",
            "9H",
            ("7C", "", "", "AH"),
            ("1 pass", "2 pass", "3 order up", "0 discards 7C"),
            "3 alone",
            NotYourTurn,
        ),
        id="H8",
    ),
    pytest.param(
        Refused(
            "nz", "9H", ("7C", "AH", "", ""), ("1 order up", "0 discards 7C"), "1 alone", NotNow
        ),
        id="H8 by the leader",
    ),
    pytest.param(
        Refused("nz", "9H", ("", "", "no H", ""), ("1 pass",), "2 order up", MustHoldSuit),
        id="H9",
    ),
    pytest.param(
        Refused(
            "na",
            "9H",
            ("", "", "", ""),
            ("1 order up", "0 leaves the turn-up", "1 alone"),
            "3 alone",
            NotYourTurn,
        ),
        id="H13 the caller's partner",
    ),
    pytest.param(
        Refused(
            "na",
            "9H",
            ("", "", "", ""),
            ("1 order up", "0 leaves the turn-up", "1 alone", "2 alone"),
            "0 alone",
            NotYourTurn,
        ),
        id="H13 the lone defender's partner",
    ),
    pytest.param(
        Refused(
            "tournament",
            "9H",
            ("", "", "", ""),
            (*FOUR, "1 pass", "2 pass", "3 pass"),
            "0 pass",
            MayNotPass,
        ),
        id="H15",
    ),
    pytest.param(
        Refused("canadian", "9H", ("", "", "", ""), ("1 pass",), "2 order up", MustGoAlone),
        id="H16",
    ),
]


@pytest.mark.parametrize("case", REFUSED)
def test_refuses(case: Refused) -> None:
    state = do(dealt(RULESETS[case.ruleset], case.turn_up, *case.hands), *case.moves)
    assert case.tried not in texts(state)
    with pytest.raises(case.refusal) as refused:
        do(state, case.tried)
    assert type(refused.value) is case.refusal


def test_h2_dealer_without_the_suit_picks_up() -> None:
    state = do(dealt(RULESETS["nz"], "9H", "no H", "", "", ""), "1 pass", "2 pass", "3 pass")
    state, events = last_step(state, "0 order up")
    assert events == (OrderedUp(Seat(0), Seat(0), Suit.HEARTS, alone=False),)
    assert isinstance(state.phase, Discarding)


def test_h4_one_card_of_the_suit_is_enough_to_name_it() -> None:
    state = do(dealt(RULESETS["nz"], "9H", "", "7C JS", "", ""), *FOUR, "1 clubs")
    assert isinstance(state.phase, Playing)
    assert state.phase.made.trump is Suit.CLUBS


def test_h5_dealer_takes_the_turn_up_when_all_have_passed_twice() -> None:
    state = do(dealt(RULESETS["nz"], "9H", "7C no H", "", "", ""), *FOUR, "1 pass", "2 pass")
    state, events = last_step(state, "3 pass")
    turn_up = card("9H")
    assert events == (
        Passed(Seat(3), turn_up, turned_down=False),
        DealerForced(Seat(0), turn_up),
    )
    assert isinstance(state.phase, TakingTurnUp)
    assert texts(state) == ["0 with partner", "0 alone"]
    state, events = last_step(state, "0 with partner")
    assert events == (Declared(Seat(0), alone=False),)
    state, events = last_step(state, "0 discards 7C")
    assert events == (TurnUpTaken(Seat(0), turn_up, card("7C")),)
    assert isinstance(state.phase, Playing)
    assert (state.phase.made.caller, state.phase.made.trump) == (Seat(0), Suit.HEARTS)
    assert turn_up in state.phase.hands[0]


def test_h5_dealer_may_take_the_turn_up_alone() -> None:
    state = do(dealt(RULESETS["nz"], "9H", "7C", "", "", ""), *FOUR, *FOUR[:3], "0 alone")
    state = do(state, "0 discards 7C")
    assert isinstance(state.phase, Playing)
    assert state.phase.made.active.out == (Seat(2),)


@pytest.mark.parametrize("name", ["na", "na32", "bicycle", "tournament", "canadian"])
def test_h10_caller_needs_no_card_of_the_suit(name: str) -> None:
    state = do(dealt(RULESETS[name], "9H", "", "no H", "", ""), "1 order up")
    assert isinstance(state.phase, Discarding)


@pytest.mark.parametrize("name", ["na", "na32", "bicycle"])
def test_h11_dealer_who_is_ordered_up_leaves_the_card(name: str) -> None:
    state = do(dealt(RULESETS[name], "9H", "AC KC QC TC 9C", "", "", ""), "1 order up")
    state, events = last_step(state, "0 leaves the turn-up")
    assert events == (TurnUpLeft(Seat(0), card("9H")),)
    state = with_partners(state)
    assert isinstance(state.phase, Playing)
    assert state.phase.made.trump is Suit.HEARTS
    assert [str(each) for each in state.phase.hands[0]] == ["AC", "KC", "QC", "TC", "9C"]
    assert state.phase.discard is None


def test_h12_defender_declares_alone_before_the_first_lead() -> None:
    state = do(dealt(RULESETS["na"], "9H", "", "", "", ""), "1 order up", "0 leaves the turn-up")
    state = do(state, "1 with partner", "3 with partner")
    assert isinstance(state.phase, GoingAlone)
    state, events = last_step(state, "2 alone")
    assert events == (Declared(Seat(2), alone=True),)
    assert isinstance(state.phase, Playing)
    assert state.phase.made.active.out == (Seat(0),)
    assert state.phase.made.active.following == (1, 2, 3, 1), "seat 0 sits out"


@pytest.mark.parametrize("name", ["na", "na32", "bicycle", "canadian"])
def test_h14_eight_passes_score_nothing(name: str) -> None:
    state = do(dealt(RULESETS[name], "9H", "", "", "", ""), *FOUR, "1 pass", "2 pass", "3 pass")
    assert isinstance(state.phase, SecondRound)
    state, events = last_step(state, "0 pass")
    assert events == (
        Passed(Seat(0), card("9H"), turned_down=False),
        PassedOut(Seat(0)),
        NextDealer(Seat(1)),
    )
    assert state.phase == AwaitingDeal(Seat(1))
    assert (state.score, state.deals) == ((0, 0), 0)


def test_h15_stuck_dealer_names_one_of_three_suits() -> None:
    state = do(dealt(RULESETS["tournament"], "9H", "", "", "", ""), *FOUR, *FOUR[:3])
    assert texts(state) == [
        *("0 clubs", "0 clubs alone", "0 diamonds", "0 diamonds alone"),
        *("0 spades", "0 spades alone"),
    ]


def test_h16_dealers_partner_orders_up_alone() -> None:
    state = do(dealt(RULESETS["canadian"], "9H", "", "", "", ""), "1 pass")
    assert isinstance(state.phase, FirstRound)
    assert texts(state) == ["2 pass", "2 order up alone"]
    state = do(state, "2 order up alone")
    assert isinstance(state.phase, Playing), "the dealer is out and asked nothing"
    assert state.phase.made.active.out == (Seat(0),)
