"""Finding the first dealer by every method."""

from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.tables import do, last_step, texts
from tests.strategies import RULESETS, packs
from ukachat.engine import (
    PACK,
    ChooseDealer,
    Draw,
    Ruleset,
    Seat,
    apply,
    check,
    legal_actions,
    start,
    to_act,
)
from ukachat.engine.errors import BadDraw, NotNow, NotOfYourSide, NotYourTurn
from ukachat.engine.events import CardsDrawn, DealerChosen, DrawTied
from ukachat.engine.notation import parse_cards
from ukachat.engine.options import FirstDealer
from ukachat.engine.state import AwaitingDeal, ChoosingDealer, DrawingForDealer, GameState


def by(method: FirstDealer) -> Ruleset:
    """The 24 cards, with this way to a dealer."""
    return replace(RULESETS["na"], deal=replace(RULESETS["na"].deal, first_dealer=method))


def drawing(method: FirstDealer) -> GameState:
    """A game that begins with this way to a dealer."""
    return start(by(method))


class Found(NamedTuple):
    """Cards that find a dealer at once."""

    method: FirstDealer
    cards: str
    dealer: int


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(Found(FirstDealer.HIGH_DRAW, "9H KS QD TC", 1), id="high draw"),
        pytest.param(Found(FirstDealer.HIGH_DRAW, "9H KS QD AC", 3), id="high draw, ace high"),
        pytest.param(Found(FirstDealer.LOW_DRAW, "TH KS 9D QC", 2), id="low draw"),
        pytest.param(Found(FirstDealer.LOW_DRAW, "TH KS 9D AC", 3), id="low draw, ace low"),
        pytest.param(Found(FirstDealer.RANDOM, "9H KS QD TC", 1), id="random"),
        pytest.param(Found(FirstDealer.RANDOM, "KC KH KD TS", 1), id="random, equal ranks"),
        pytest.param(Found(FirstDealer.RANDOM, "KC KH KD KS", 3), id="random, all equal"),
        pytest.param(Found(FirstDealer.FIRST_JACK, "JD", 0), id="jack at once"),
        pytest.param(Found(FirstDealer.FIRST_JACK, "9H KS QD TC AD JH", 1), id="jack later"),
        pytest.param(Found(FirstDealer.FIRST_BLACK_JACK, "JD 9H JH JC", 3), id="black jack"),
        pytest.param(Found(FirstDealer.FIRST_BLACK_JACK, "JH JD 9C TC JS", 0), id="jack of spades"),
    ],
)
def test_finds_the_dealer(case: Found) -> None:
    state = drawing(case.method)
    assert to_act(state) is PACK
    assert legal_actions(state) == ()
    state, events = last_step(state, f"draw {case.cards}")
    cards = parse_cards(case.cards)
    fell_to = tuple((Seat(place % 4), each) for place, each in enumerate(cards))
    assert events == (CardsDrawn(fell_to), DealerChosen(Seat(case.dealer)))
    assert state.phase == AwaitingDeal(Seat(case.dealer))


@pytest.mark.parametrize(
    ("method", "cards", "chooses"),
    [
        pytest.param(FirstDealer.HIGH_CUT, "KH QS", 0, id="high"),
        pytest.param(FirstDealer.HIGH_CUT, "KH AS", 1, id="high, ace high"),
        pytest.param(FirstDealer.LOW_CUT, "TH 9S", 1, id="low"),
        pytest.param(FirstDealer.LOW_CUT, "AH 9S", 0, id="low, ace low"),
    ],
)
def test_side_that_wins_the_cut_chooses(method: FirstDealer, cards: str, chooses: int) -> None:
    state, events = last_step(drawing(method), f"draw {cards}")
    drawn = tuple(zip(map(Seat, (0, 1)), parse_cards(cards), strict=True))
    assert events == (CardsDrawn(drawn),)
    assert state.phase == ChoosingDealer(Seat(chooses))
    assert to_act(state) == chooses
    assert texts(state) == [f"{chooses} chooses {dealer}" for dealer in (chooses, chooses + 2)]
    for dealer in map(Seat, (chooses, chooses + 2)):
        after, events = apply(state, ChooseDealer(Seat(chooses), dealer))
        assert events == (DealerChosen(dealer),)
        assert after.phase == AwaitingDeal(dealer)


def test_dealer_must_be_of_the_side_that_won() -> None:
    state = do(drawing(FirstDealer.HIGH_CUT), "draw KH QS")
    for other in (1, 3, 4):
        with pytest.raises(NotOfYourSide):
            do(state, f"0 chooses {other}")
    with pytest.raises(NotYourTurn):
        do(state, "2 chooses 2")


@pytest.mark.parametrize(
    ("method", "draws", "again", "dealer"),
    [
        pytest.param(
            FirstDealer.HIGH_DRAW, ["9H KS KD TC", "AD AH", "QS 9C"], (1, 2), 1, id="high"
        ),
        pytest.param(FirstDealer.LOW_DRAW, ["9H KS 9D 9C", "9C AD TS"], (0, 2, 3), 2, id="low"),
    ],
)
def test_equal_cards_draw_again(
    method: FirstDealer, draws: list[str], again: tuple[int, ...], dealer: int
) -> None:
    state, events = last_step(drawing(method), f"draw {draws[0]}")
    seats = tuple(map(Seat, again))
    assert events[1:] == (DrawTied(seats),)
    assert state.phase == DrawingForDealer(seats)
    for cards in draws[1:]:
        state, events = last_step(state, f"draw {cards}")
        assert events[0] == CardsDrawn(tuple(zip(seats, parse_cards(cards), strict=True)))
    assert events[1:] == (DealerChosen(Seat(dealer)),)
    assert state.phase == AwaitingDeal(Seat(dealer))


def test_equal_cuts_cut_again() -> None:
    state, events = last_step(drawing(FirstDealer.HIGH_CUT), "draw KH KS")
    assert events[1:] == (DrawTied((Seat(0), Seat(1))),)
    assert do(state, "draw 9H TS").phase == ChoosingDealer(Seat(1))


DIFFERENT = "expected different cards of this ruleset's pack"
UP_TO_A_JACK = "expected cards up to the first jack that decides, and no further"


@pytest.mark.parametrize(
    ("method", "cards", "reason"),
    [
        pytest.param(FirstDealer.HIGH_DRAW, "9H 9H QD TC", DIFFERENT, id="a card twice"),
        pytest.param(FirstDealer.HIGH_DRAW, "7H KS QD TC", DIFFERENT, id="not of this pack"),
        pytest.param(
            FirstDealer.HIGH_DRAW, "9H KS", "expected 4 cards, one a seat, got 2", id="too few"
        ),
        pytest.param(
            FirstDealer.HIGH_CUT,
            "9H KS QD TC",
            "expected 2 cards, one a seat, got 4",
            id="too many",
        ),
        pytest.param(FirstDealer.FIRST_JACK, "9H KS", UP_TO_A_JACK, id="no jack"),
        pytest.param(FirstDealer.FIRST_JACK, "9H JS KD", UP_TO_A_JACK, id="on after the jack"),
        pytest.param(FirstDealer.FIRST_JACK, "JH JS", UP_TO_A_JACK, id="two jacks"),
        pytest.param(FirstDealer.FIRST_BLACK_JACK, "9H JD", UP_TO_A_JACK, id="red jack"),
        pytest.param(FirstDealer.FIRST_JACK, "", UP_TO_A_JACK, id="no card"),
    ],
)
def test_bad_draw(method: FirstDealer, cards: str, reason: str) -> None:
    with pytest.raises(BadDraw) as refused:
        check(drawing(method), Draw(parse_cards(cards)))
    assert str(refused.value) == reason


def test_pack_is_not_dealt_before_there_is_a_dealer() -> None:
    state = drawing(FirstDealer.RANDOM)
    with pytest.raises(NotNow):
        do(state, "deal 9H / 9S / 9C")
    with pytest.raises(NotYourTurn) as refused:
        do(state, "0 chooses 0")
    assert refused.value.turn is None


@pytest.mark.parametrize("method", FirstDealer)
@given(st.data())
def test_shuffled_pack_draws(method: FirstDealer, data: st.DataObject) -> None:
    rules = by(method)
    cards = data.draw(packs(rules))
    state = start(rules)
    draw = Draw.from_pack(cards, rules)
    assert list(draw.cards) == cards[: len(draw.cards)]
    state = apply(state, draw).state
    if isinstance(state.phase, DrawingForDealer):
        again = Draw.from_pack(cards, rules, state.phase.seats)
        assert len(again.cards) == len(state.phase.seats)
        check(state, again)


@pytest.mark.parametrize(
    ("method", "cards"),
    [
        pytest.param(FirstDealer.HIGH_DRAW, "9H KS QD", id="three cards for four seats"),
        pytest.param(FirstDealer.HIGH_CUT, "9H", id="one card for two sides"),
        pytest.param(FirstDealer.FIRST_BLACK_JACK, "9H JD JH", id="no black jack"),
    ],
)
def test_too_few_cards_to_draw_from(method: FirstDealer, cards: str) -> None:
    pack = parse_cards(cards)
    with pytest.raises(BadDraw, match=f"^these {len(pack)} cards do not find a dealer$"):
        Draw.from_pack(pack, by(method))
