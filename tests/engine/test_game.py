"""How a game starts, whose move it is, and what is out of place."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.tables import deal_of, dealt, do, first_lead
from tests.strategies import RULESETS, packs
from ukachat.engine import (
    PACK,
    Deal,
    Declare,
    Draw,
    Name,
    OrderUp,
    Pass,
    Play,
    Seat,
    Suit,
    apply,
    card,
    check,
    legal_actions,
    start,
    to_act,
)
from ukachat.engine.errors import (
    BadDeal,
    BadDraw,
    GameIsOver,
    MalformedAction,
    NotNow,
    NotYourTurn,
    SuitTurnedDown,
)
from ukachat.engine.events import Dealt
from ukachat.engine.state import (
    AwaitingDeal,
    DrawingForDealer,
    GameState,
    Over,
)

NA, NZ, BICYCLE, CANADIAN = (RULESETS[name] for name in ("na", "nz", "bicycle", "canadian"))
FOUR = ("1 pass", "2 pass", "3 pass", "0 pass")

# --- start ---


def test_starts_with_a_dealer() -> None:
    state = start(NA, dealer=Seat(2), score=(3, 7))
    assert state == GameState(NA, (3, 7), 0, AwaitingDeal(Seat(2)))
    assert to_act(state) is PACK
    assert legal_actions(state) == ()


def test_starts_by_finding_a_dealer() -> None:
    assert start(NA) == GameState(
        NA, (0, 0), 0, DrawingForDealer((Seat(0), Seat(1), Seat(2), Seat(3)))
    )
    assert start(NZ).phase == DrawingForDealer((Seat(0), Seat(1)))


@pytest.mark.parametrize("dealer", [4, -1])
def test_refuses_a_dealer_from_elsewhere(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"^expected a dealer from 0 to 3, got {dealer}$"):
        start(NA, dealer=Seat(dealer))


@pytest.mark.parametrize("score", [(), (1,), (1, 2, 3), (0, -1)], ids=str)
def test_refuses_a_score_of_another_shape(score: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"^expected a score of 2 numbers from 0, got ") as refused:
        start(NA, score=score)
    assert str(refused.value).endswith(f"got {score}")


def test_goes_on_past_the_target_until_one_side_is_in_front() -> None:
    state = first_lead(NA, "9H", "", "", "", "")._replace(score=(12, 12))
    while not isinstance(state.phase, Over | AwaitingDeal):
        state = apply(state, legal_actions(state)[0]).state
    assert isinstance(state.phase, Over)
    assert max(state.score) > 12


# --- the deal ---


def test_deals_from_the_left() -> None:
    pack = NA.pack
    deal = Deal.from_pack(pack, NA, Seat(2))
    assert deal == Deal((pack[5:10], pack[10:15], pack[15:20], pack[:5]), pack[20], pack[21:])


@given(st.data(), st.sampled_from(sorted(RULESETS)))
def test_shuffled_pack_deals(data: st.DataObject, name: str) -> None:
    rules = RULESETS[name]
    dealer = Seat(data.draw(st.integers(0, 3)))
    deal = Deal.from_pack(data.draw(packs(rules)), rules, dealer)
    state, events = apply(start(rules, dealer=dealer), deal)
    assert events == (Dealt(dealer, deal.hands, deal.turn_up, deal.kitty),)
    assert to_act(state) == (dealer + 1) % 4
    assert len(deal.kitty) == len(rules.pack) - 21


def test_too_few_cards_to_deal_from() -> None:
    with pytest.raises(BadDeal, match=r"^expected more than 20 cards to deal from, got 20$"):
        Deal.from_pack(NA.pack[:20], NA, Seat(0))
    assert Deal.from_pack(NA.pack[:21], NA, Seat(0)).kitty == ()


GOOD = Deal.from_pack(NA.pack, NA, Seat(0))
ONCE_EACH = "expected the 24 cards of the pack once each"


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        pytest.param(
            replace(GOOD, hands=GOOD.hands[:3]),
            "expected 4 hands of 5 cards, got [5, 5, 5]",
            id="three hands",
        ),
        pytest.param(
            replace(GOOD, hands=(*GOOD.hands[:3], GOOD.hands[3][:4])),
            "expected 4 hands of 5 cards, got [5, 5, 5, 4]",
            id="a short hand",
        ),
        pytest.param(replace(GOOD, kitty=GOOD.kitty[:-1]), ONCE_EACH, id="a card missing"),
        pytest.param(replace(GOOD, kitty=(*GOOD.kitty, card("7C"))), ONCE_EACH, id="a card more"),
        pytest.param(replace(GOOD, turn_up=GOOD.hands[0][0]), ONCE_EACH, id="a card for another"),
        pytest.param(
            replace(GOOD, kitty=(*GOOD.kitty, GOOD.turn_up)), ONCE_EACH, id="a card twice"
        ),
        pytest.param(replace(GOOD, turn_up=card("7C")), ONCE_EACH, id="another pack's card"),
        pytest.param(
            Deal([list(hand) for hand in GOOD.hands], GOOD.turn_up, GOOD.kitty),  # type: ignore[arg-type]
            "expected the hands as a tuple of tuples of cards, the kitty as a tuple",
            id="hands that could change",
        ),
        pytest.param(
            replace(GOOD, kitty=list(GOOD.kitty)),  # type: ignore[arg-type]
            "expected the hands as a tuple of tuples of cards, the kitty as a tuple",
            id="a kitty that could change",
        ),
        pytest.param(
            replace(GOOD, turn_up="9H"),  # type: ignore[arg-type]
            ONCE_EACH,
            id="a turn-up that is no card",
        ),
        pytest.param(
            replace(GOOD, turn_up=[]),  # type: ignore[arg-type]
            "expected nothing but cards",
            id="a turn-up that is nothing",
        ),
    ],
)
def test_bad_deal(deal: Deal, reason: str) -> None:
    state = start(NA, dealer=Seat(0))
    check(state, GOOD)
    with pytest.raises(BadDeal) as refused:
        check(state, deal)
    assert str(refused.value) == reason


# --- out of turn and out of place ---


def test_seat_out_of_turn() -> None:
    state = dealt(NA, "9H", "", "", "", "")
    with pytest.raises(NotYourTurn) as refused:
        do(state, "2 order up")
    assert (refused.value.seat, refused.value.turn) == (2, 1)
    with pytest.raises(NotYourTurn):
        do(state, "2 plays JH")


@pytest.mark.parametrize("action", [GOOD, Draw((card("9H"),))], ids=["deal", "draw"])
def test_pack_out_of_turn(action: Deal | Draw) -> None:
    with pytest.raises(NotYourTurn) as refused:
        check(dealt(NA, "9H", "", "", "", ""), action)
    assert (refused.value.seat, refused.value.turn) == (None, 1)


def test_seat_in_the_packs_turn() -> None:
    with pytest.raises(NotYourTurn) as refused:
        check(start(NA, dealer=Seat(0)), Pass(Seat(0)))
    assert (refused.value.seat, refused.value.turn) == (0, None)


def test_draw_where_a_deal_is_due() -> None:
    with pytest.raises(NotNow) as refused:
        check(start(NA, dealer=Seat(0)), Draw(NA.pack[:4]))
    assert str(refused.value) == (
        "Drawing for the first dealer has no place while the cards are to be dealt."
    )


@pytest.mark.parametrize(
    ("moves", "tried", "sentence"),
    [
        ((), "1 clubs", "Naming a suit has no place while the turn-up is offered."),
        ((), "1 plays AC", "Playing a card has no place while the turn-up is offered."),
        ((), "1 alone", "Saying who plays alone has no place while the turn-up is offered."),
        (FOUR, "1 order up", "Ordering up has no place while suits are named."),
        (
            ("1 order up",),
            "0 pass",
            "Passing has no place while the dealer exchanges the turn-up.",
        ),
        (
            ("1 order up", "0 leaves the turn-up"),
            "1 discards AC",
            "Discarding has no place while a player says whether they go alone.",
        ),
    ],
    ids=["name", "play", "declare", "order up", "pass", "discard"],
)
def test_out_of_place(moves: tuple[str, ...], tried: str, sentence: str) -> None:
    with pytest.raises(NotNow) as refused:
        do(do(dealt(NA, "9H", "", "", "", ""), *moves), tried)
    assert str(refused.value) == sentence


def test_forced_dealer_is_asked_one_thing() -> None:
    state = do(dealt(NZ, "9H", "", "", "", ""), *FOUR, *FOUR[:3])
    with pytest.raises(NotNow) as refused:
        do(state, "0 leaves the turn-up")
    assert str(refused.value) == (
        "Leaving the turn-up has no place while the dealer says whether they go alone."
    )


def test_nothing_is_done_once_the_game_is_over() -> None:
    state = GameState(NA, (10, 0), 3, Over(None))
    for action in (Pass(Seat(0)), Play(Seat(1), card("JH")), GOOD):
        with pytest.raises(GameIsOver):
            check(state, action)
    with pytest.raises(MalformedAction):
        check(state, "1 pass")  # type: ignore[arg-type]


def test_what_is_no_action_is_named() -> None:
    with pytest.raises(MalformedAction) as refused:
        check(start(NA), None)  # type: ignore[arg-type]
    assert str(refused.value) == "expected an action of a seat or the pack, got None"


def test_deal_of_another_pack_is_refused() -> None:
    with pytest.raises(BadDeal):
        check(start(NZ, dealer=Seat(0)), deal_of(NA, "9H", "", "", "", ""))


@pytest.mark.parametrize("action", [Pass(Seat(4)), Play(Seat(-1), card("9H"))], ids=str)
def test_seat_from_elsewhere_is_malformed(action: Pass | Play) -> None:
    with pytest.raises(MalformedAction):
        check(dealt(NA, "9H", "", "", "", ""), action)


def test_bare_number_is_no_way_round_the_turned_suit() -> None:
    state = do(dealt(NA, "9H", "", "", "", ""), *FOUR)
    assert Name(Seat(1), 2) == Name(Seat(1), Suit.HEARTS)  # type: ignore[arg-type]
    with pytest.raises((MalformedAction, SuitTurnedDown)):
        check(state, Name(Seat(1), 2))  # type: ignore[arg-type]


def test_sentence_while_cards_are_drawn() -> None:
    with pytest.raises(NotYourTurn) as refused:
        check(start(NA), Pass(Seat(0)))
    assert "drawn" in str(refused.value)


@pytest.mark.parametrize(
    "action",
    [OrderUp(Seat(1), "no"), OrderUp(Seat(1), 1), Name(Seat(1), Suit.CLUBS, None)],  # type: ignore[arg-type]
    ids=str,
)
def test_alone_is_true_or_false(action: OrderUp | Name) -> None:
    with pytest.raises(MalformedAction, match="expected True or False for alone"):
        check(dealt(NA, "9H", "", "", "", ""), action)


def test_an_answer_is_true_or_false() -> None:
    state = do(dealt(NA, "9H", "", "", "", ""), "1 order up", "0 leaves the turn-up")
    with pytest.raises(MalformedAction, match="expected True or False for alone"):
        check(state, Declare(Seat(1), 0))  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [None, [card("9H")], ("9H",), ([],)], ids=str)
def test_a_draw_is_a_tuple_of_cards(cards: object) -> None:
    with pytest.raises(BadDraw, match="expected a tuple of cards"):
        check(start(NA), Draw(cards))  # type: ignore[arg-type]


def test_a_score_is_whole_and_deals_are_not_fewer_than_none() -> None:
    with pytest.raises(ValueError, match="expected a score of 2 numbers from 0"):
        start(NA, score=(0.5, 1))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected 0 or more deals, got -1"):
        start(NA, deals=-1)
    with pytest.raises(ValueError, match="expected a dealer from 0 to 3"):
        start(NA, dealer=1.0)  # type: ignore[arg-type]
