"""Short text of cards and actions, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.walks import first_dealer, one_deal
from tests.strategies import Start, actions, cards, seats, spellings, starts
from ukachat.engine import (
    Action,
    Card,
    Deal,
    Declare,
    Name,
    OrderUp,
    Pass,
    Seat,
    Suit,
    card,
)
from ukachat.engine.notation import (
    format_action,
    format_answer,
    format_call,
    format_cards,
    parse_action,
    parse_call,
    parse_card,
    parse_cards,
)


@given(actions)
def test_action_round_trips(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(starts())
def test_every_action_of_a_game_round_trips(game: Start) -> None:
    for turn in [*first_dealer(game.rules, game.seed), *one_deal(*game)]:
        text = format_action(turn.action)
        assert parse_action(f" {text}\n") == turn.action
        assert format_action(parse_action(text)) == text


@given(st.data(), cards)
def test_card_in_all_its_spellings(data: st.DataObject, each: Card) -> None:
    assert parse_card(data.draw(spellings(each))) is each


@given(st.data(), st.lists(cards, max_size=6), st.sampled_from([" ", ", ", ",", "  ", "\n"]))
def test_cards_in_all_their_spellings(data: st.DataObject, hand: list[Card], between: str) -> None:
    text = between.join(data.draw(spellings(each)) for each in hand)
    assert parse_cards(text) == tuple(hand)
    assert parse_cards(format_cards(tuple(hand))) == tuple(hand)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "J",
        "H",
        "HJ",
        "JX",
        "1H",
        "11H",
        "JHH",
        "J H",
        "JH 9S",
        "jack",
        "10",
        "TT",
        "♥J",
        "JK",
    ],
)
def test_no_card(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^expected a card such as JH for the jack of hearts, got "
    ) as no:
        parse_card(text)
    assert str(no.value).endswith(f"got {text!r}")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("0 chooses 2", "ChooseDealer(seat=Seat(0), dealer=Seat(2))"),
        ("1 pass", "Pass(seat=Seat(1))"),
        ("2 order up", "OrderUp(seat=Seat(2), alone=False)"),
        ("2 order up alone", "OrderUp(seat=Seat(2), alone=True)"),
        ("3 hearts", "Name(seat=Seat(3), suit=<Suit.HEARTS: 2>, alone=False)"),
        ("3 clubs alone", "Name(seat=Seat(3), suit=<Suit.CLUBS: 0>, alone=True)"),
        ("0 alone", "Declare(seat=Seat(0), alone=True)"),
        ("0 with partner", "Declare(seat=Seat(0), alone=False)"),
        ("0 discards 9D", "Discard(seat=Seat(0), card=card('9D'))"),
        ("0 leaves the turn-up", "LeaveTurnUp(seat=Seat(0))"),
        ("1 plays JH", "Play(seat=Seat(1), card=card('JH'))"),
        ("draw KH QS", "Draw(cards=(card('KH'), card('QS')))"),
        (
            "deal JH | 9S / AD / 7C",
            "Deal(hands=((card('JH'),), (card('9S'),)), turn_up=card('AD'), kitty=(card('7C'),))",
        ),
    ],
    ids=str,
)
def test_text_of_actions(text: str, action: str) -> None:
    assert repr(parse_action(text)) == action
    assert format_action(parse_action(text)) == text


def test_deal_may_leave_no_kitty() -> None:
    deal = Deal(((card("JH"),),), card("9S"), ())
    assert parse_action(format_action(deal)) == deal


@pytest.mark.parametrize(
    "text",
    [
        *("", "pass", "x pass", "1", "1 ", "-1 pass", "1 passes", "1 pass alone", "1 PASS"),
        *("1 chooses", "1 chooses x", "1 chooses -1", "1 hearts hearts", "1 heart", "1 up"),
        *("1 alone alone", "1 plays", "1 discards", "deal", "deal JH", "deal JH / 9S", "drawn 9S"),
        "deal JH / 9S / 7C / 8C",
    ],
)
def test_no_action(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^expected an action such as '1 plays JH' or '2 order up', got "
    ):
        parse_action(text)


@pytest.mark.parametrize("text", ["1 plays XX", "1 discards 9", "draw JH, 9", "deal JH / / 9S"])
def test_action_with_no_card(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a card such as JH"):
        parse_action(text)


@given(st.one_of(st.builds(Pass, seats), st.builds(OrderUp, seats, st.booleans())))
def test_call_round_trips(call: Pass | OrderUp) -> None:
    assert parse_call(call.seat, format_call(call)) == call


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("alone", [False, True], ids=["with partner", "alone"])
def test_named_suit_round_trips(suit: Suit, alone: bool) -> None:
    call = Name(Seat(1), suit, alone)
    assert parse_call(Seat(1), format_call(call)) == call


def test_text_of_answers() -> None:
    assert [format_answer(Declare(Seat(0), alone)) for alone in (True, False)] == [
        *("alone", "with partner")
    ]
