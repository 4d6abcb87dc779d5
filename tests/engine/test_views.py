"""What a seat or a watcher is shown, in every phase and of every event."""

from typing import get_args

import pytest

from tests.engine.tables import deal_of, dealt, do, first_lead, last_step
from tests.strategies import RULESETS
from ukachat.engine import (
    PACK,
    Event,
    GameState,
    Pass,
    Ruleset,
    Seat,
    Suit,
    apply,
    card,
    legal_actions,
    redact,
    start,
    view,
)
from ukachat.engine.actions import Call, Declare, Name, OrderUp
from ukachat.engine.events import (
    CardPlayed,
    CardsDrawn,
    DealerChosen,
    DealerForced,
    DealScored,
    Dealt,
    Declared,
    DrawTied,
    GameOver,
    Named,
    NextDealer,
    OrderedUp,
    Passed,
    PassedOut,
    TrickWon,
    TurnUpLeft,
    TurnUpTaken,
)
from ukachat.engine.notation import parse_cards
from ukachat.engine.seats import Side
from ukachat.engine.state import Over, Playing
from ukachat.engine.views import DealView, Trumps

NA, NZ, TOURNAMENT = RULESETS["na"], RULESETS["nz"], RULESETS["tournament"]
FOUR = ("1 pass", "2 pass", "3 pass", "0 pass")
HANDS = ("AC KC QC TC 9C", "AD KD QD TD 9D", "AS KS QS TS 9S", "AH KH QH TH JC")
ZERO, ONE, TWO, THREE = map(Seat, range(4))
EVERYBODY = (None, ZERO, ONE, TWO, THREE)


def deal_view(state: GameState, seat: Seat | None) -> DealView:
    """The seat's view of the deal in hand."""
    shown = view(state, seat).deal
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(start(NA), id="drawing"),
        pytest.param(do(start(NZ), "draw KH QS"), id="choosing"),
        pytest.param(start(NA, dealer=ONE, score=(4, 2)), id="awaiting the deal"),
        pytest.param(GameState(NA, (10, 4), 7, Over(Side(0))), id="over"),
        pytest.param(GameState(NA, (4, 4), 8, Over(None)), id="drawn"),
    ],
)
@pytest.mark.parametrize("seat", EVERYBODY)
def test_between_deals(state: GameState, seat: Seat | None) -> None:
    shown = view(state, seat)
    assert shown.deal is None
    assert (shown.ruleset, shown.seat) == (state.ruleset, seat)
    assert (shown.score, shown.deals, shown.turn) == (state.score, state.deals, state.phase.turn)
    assert shown.legal_actions == (legal_actions(state) if seat == shown.turn else ())
    assert shown.winner == (0 if state.score == (10, 4) else None)


def test_pack_to_act() -> None:
    assert view(start(NA), None).turn is PACK


@pytest.mark.parametrize("seat", EVERYBODY)
def test_first_round(seat: Seat | None) -> None:
    state = do(dealt(NA, "9H", *HANDS), "1 pass", "2 pass")
    shown = view(state, seat)
    assert shown.turn == 3
    assert shown.legal_actions == (legal_actions(state) if seat == 3 else ())
    assert shown.deal == DealView(
        dealer=ZERO,
        turn_up=card("9H"),
        hand=() if seat is None else parse_cards(HANDS[seat]),
        discard=None,
        calls=(Pass(ONE), Pass(TWO)),
        answers=(),
        trumps=None,
        tricks=(),
        leader=None,
        trick=(),
    )


def test_passes_of_both_rounds() -> None:
    state = do(dealt(NZ, "9H", *HANDS), *FOUR, "1 pass")
    passes = tuple(map(Pass, (ONE, TWO, THREE, ZERO)))
    assert deal_view(state, None).calls == (*passes, Pass(ONE))
    taking = do(state, "2 pass", "3 pass")
    assert deal_view(taking, TWO).calls == (*passes, *passes[:3])
    assert deal_view(taking, TWO).trumps is None
    assert view(taking, ZERO).legal_actions == legal_actions(taking)


def test_calls_of_a_forced_dealer() -> None:
    state = do(dealt(NZ, "9H", *HANDS), *FOUR, *FOUR[:3], "0 with partner")
    shown = deal_view(state, None)
    assert shown.calls == tuple(map(Pass, (ONE, TWO, THREE, ZERO, ONE, TWO, THREE)))
    assert shown.answers == (Declare(ZERO, alone=False),)
    assert shown.trumps == Trumps(Suit.HEARTS, ZERO, (), (), turn_up_taken=False)


@pytest.mark.parametrize(
    ("rules", "moves", "calls"),
    [
        (NA, ("1 order up",), (OrderUp(ONE),)),
        (NA, ("1 pass", "2 order up"), (Pass(ONE), OrderUp(TWO))),
        (
            TOURNAMENT,
            (*FOUR, "1 pass", "2 spades alone"),
            (*map(Pass, (ONE, TWO, THREE, ZERO, ONE)), Name(TWO, Suit.SPADES, alone=True)),
        ),
        (
            TOURNAMENT,
            (*FOUR, *FOUR[:3], "0 clubs"),
            (*map(Pass, (ONE, TWO, THREE, ZERO, ONE, TWO, THREE)), Name(ZERO, Suit.CLUBS)),
        ),
    ],
    ids=["first", "after a pass", "second round", "stuck dealer"],
)
def test_calls(rules: Ruleset, moves: tuple[str, ...], calls: tuple[Call, ...]) -> None:
    state = do(dealt(rules, "9H", *HANDS), *moves)
    assert deal_view(state, THREE).calls == calls


@pytest.mark.parametrize("seat", EVERYBODY)
def test_exchange(seat: Seat | None) -> None:
    state = do(dealt(NA, "9H", *HANDS), "1 order up")
    shown = deal_view(state, seat)
    assert shown.hand == (() if seat is None else parse_cards(HANDS[seat]))
    assert shown.trumps == Trumps(Suit.HEARTS, ONE, (), (), turn_up_taken=False)
    assert view(state, seat).legal_actions == (legal_actions(state) if seat == 0 else ())


@pytest.mark.parametrize("seat", EVERYBODY)
def test_going_alone(seat: Seat | None) -> None:
    state = do(dealt(NA, "9H", *HANDS), "1 order up", "0 discards QC", "1 with partner", "3 alone")
    shown = deal_view(state, seat)
    hands = ("AC KC 9H TC 9C", *HANDS[1:])
    assert shown.hand == (() if seat is None else parse_cards(hands[seat]))
    assert shown.discard is (card("QC") if seat == 0 else None)
    assert shown.answers == (Declare(ONE, alone=False), Declare(THREE, alone=True))
    assert shown.trumps == Trumps(Suit.HEARTS, ONE, (THREE,), (ONE,), turn_up_taken=True)
    assert shown.leader is None


@pytest.mark.parametrize("seat", EVERYBODY)
def test_playing(seat: Seat | None) -> None:
    state = first_lead(NA, "9H", *HANDS)
    state = do(state, "1 plays 9D", "2 plays 9S", "3 plays TH", "0 plays KC", "3 plays JC")
    shown = deal_view(state, seat)
    left = ("AC QC TC 9H", "AD KD QD TD", "AS KS QS TS", "AH KH QH")
    assert shown.hand == (() if seat is None else parse_cards(left[seat]))
    assert shown.discard is (card("9C") if seat == 0 else None)
    (trick,) = shown.tricks
    assert (trick.leader, trick.cards, trick.winner) == (1, parse_cards("9D 9S TH KC"), 3)
    assert (shown.leader, shown.trick) == (3, parse_cards("JC"))
    assert view(state, seat).turn == 0


def test_turn_up_left_lying_is_not_taken() -> None:
    state = do(dealt(NA, "9H", *HANDS), "1 order up", "0 leaves the turn-up")
    trumps = deal_view(state, None).trumps
    assert trumps is not None
    assert not trumps.turn_up_taken


def test_turn_up_thrown_again_is_only_the_dealers_to_know() -> None:
    state = do(dealt(TOURNAMENT, "9H", *HANDS), "1 order up", "0 discards 9H")
    assert isinstance(state.phase, Playing)
    assert deal_view(state, ZERO).discard is card("9H")
    assert deal_view(state, TWO).discard is None
    trumps = deal_view(state, TWO).trumps
    assert trumps is not None
    assert trumps.turn_up_taken


@pytest.mark.parametrize("seat", [4, -1])
def test_no_view_from_elsewhere(seat: int) -> None:
    with pytest.raises(ValueError, match=rf"^expected a seat of this table, got Seat\({seat}\)$"):
        view(start(NA), Seat(seat))


# --- events ---

TURN_UP = card("9H")
PUBLIC: list[Event] = [
    CardsDrawn(((ZERO, card("9H")), (ONE, card("AS")))),
    DrawTied((ZERO, ONE)),
    DealerChosen(ONE),
    Passed(ONE, TURN_UP, turned_down=False),
    OrderedUp(ONE, ZERO, Suit.HEARTS, alone=True),
    Named(ONE, Suit.CLUBS, alone=False),
    DealerForced(ZERO, TURN_UP),
    Declared(ONE, alone=True),
    TurnUpLeft(ZERO, TURN_UP),
    CardPlayed(ONE, card("AS")),
    TrickWon(ONE, 1),
    PassedOut(ZERO),
    DealScored(ONE, Side(1), 3, 3, (), (0, 1), (4, 5)),
    NextDealer(ONE),
    GameOver(Side(1), (4, 10)),
]


@pytest.mark.parametrize("event", PUBLIC, ids=lambda event: type(event).__name__)
def test_everybody_sees_what_happens_face_up(event: Event) -> None:
    assert [redact(event, seat) for seat in EVERYBODY] == [event] * 5


def test_every_event_is_tried() -> None:
    assert {*map(type, PUBLIC), Dealt, TurnUpTaken} == set(get_args(Event))


@pytest.mark.parametrize("seat", EVERYBODY)
def test_hands_are_their_owners(seat: Seat | None) -> None:
    _, (event,) = apply(start(NA, dealer=ZERO), deal_of(NA, "9H", *HANDS))
    hands = tuple(parse_cards(HANDS[other]) if other == seat else () for other in range(4))
    assert redact(event, seat) == Dealt(ZERO, hands, TURN_UP, ())


def test_discard_is_the_dealers() -> None:
    _, (event,) = last_step(dealt(NA, "9H", *HANDS), "1 order up", "0 discards QC")
    assert event == TurnUpTaken(ZERO, TURN_UP, card("QC"))
    hidden = TurnUpTaken(ZERO, TURN_UP, None)
    assert [redact(event, seat) for seat in EVERYBODY] == [hidden, event, hidden, hidden, hidden]
