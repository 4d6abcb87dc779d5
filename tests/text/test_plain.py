import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Start, starts
from tests.text.telling import NAMES, english, states_of
from ukachat.engine import Seat, card
from ukachat.engine.cards import Suit
from ukachat.engine.events import CardPlayed, DealScored, Dealt, OrderedUp
from ukachat.engine.notation import parse_cards
from ukachat.rulebook import load_ruleset
from ukachat.text import Account, English, Style
from ukachat.text.account import account_of
from ukachat.text.plain import deal_lines, score_lines, wrapped
from ukachat.text.sheets import DealSheet

NZ = load_ruleset("nz")
LONG_NAMES = ("Te Rangihiwinui Keepa", "Hemi", "Ana-Maria of the Long White Cloud", "T")


def whole_deal(game: Start) -> Account:
    *_, (account, _) = states_of(game)
    return account


def sheet_of(account: Account, language: English) -> DealSheet:
    return language.deal_sheet(1, account, (0, 0))


@given(starts(), st.integers(20, 100), st.sampled_from(Style), st.sampled_from([NAMES, LONG_NAMES]))
def test_no_line_is_wider_than_asked_for(
    game: Start, width: int, style: Style, names: tuple[str, ...]
) -> None:
    language = English(game.rules, names, style=style)
    account = whole_deal(game)
    lines = deal_lines(sheet_of(account, language), width)
    lines += score_lines(language.score_sheet((0, 0), [(1, account)]), width)
    assert max(map(len, lines)) <= width


@given(starts(), st.sampled_from([30, 40, 80, 200]))
def test_every_card_that_is_known_is_printed(game: Start, width: int) -> None:
    account = whole_deal(game)
    text = "\n".join(deal_lines(sheet_of(account, english(game.rules, Style.LETTERS)), width))
    shown = re.findall(r"\b[7-9TJQKA][CDHS]\b", text)
    assert account.dealt is not None
    dealt = [card for hand in account.dealt.hands for card in hand] + [*account.dealt.kitty]
    played = [play.card for trick in account.tricks for play in trick.plays]
    assert set(map(str, [*dealt, account.dealt.turn_up])) == set(shown)
    for each in played:  # in the hand or as turn-up, and in the trick
        assert shown.count(str(each)) >= 2


def deal_of_one_trick(*, kitty: str = "") -> Account:
    hands = tuple(map(parse_cards, ("JH 9S", "8H 7D 7C QD JD", "", "KH KC 9D TD 9C")))
    order = OrderedUp(Seat(0), Seat(0), Suit.HEARTS, alone=False)
    plays = [(1, "7D"), (2, "KD"), (3, "9D"), (0, "JH")]
    return account_of(
        NZ,
        (2, 1),
        [
            Dealt(Seat(0), hands, card("TH"), parse_cards(kitty)),
            order,
            *(CardPlayed(Seat(seat), card(text)) for seat, text in plays[:3]),
        ],
    )


def test_hands_lie_round_the_table_where_there_is_room() -> None:
    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(), (2, 1))
    assert sheet.heading == "Deal 3, dealt by Mere. Red 2, White 1."
    assert deal_lines(sheet, 80)[:3] == [
        "         North, Mere: 9♠ J♥ and 3 cards not known",
        "West, Tama: K♥ 10♦ 9♦ K♣ 9♣    East, Hemi: 8♥ Q♦ J♦ 7♦ 7♣",
        "              South, Ana: 5 cards not known",
    ]


def test_hands_are_a_list_where_there_is_none() -> None:
    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(), (2, 1))
    assert deal_lines(sheet, 40)[:5] == [
        "North, Mere: 9♠ J♥ and 3 cards not",
        "  known.",
        "East, Hemi: 8♥ Q♦ J♦ 7♦ 7♣.",
        "South, Ana: 5 cards not known.",
        "West, Tama: K♥ 10♦ 9♦ K♣ 9♣.",
    ]


def test_only_four_hands_lie_round_the_table() -> None:
    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(), (2, 1))
    three = sheet._replace(hands=sheet.hands[:3])
    assert deal_lines(three, 80)[0] == "North, Mere: 9♠ J♥ and 3 cards not known."


def test_tricks_stand_in_columns_where_there_is_room() -> None:
    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(), (2, 1))
    lines = deal_lines(sheet, 80)
    assert lines[lines.index("") :] == [
        "",
        "Tricks  1",
        "Mere    -",
        "Hemi    7♦ led",
        "Ana     K♦",
        "Tama    9♦",
        "",
    ]


def test_tricks_are_sentences_without_columns() -> None:
    sheet = english(NZ).deal_sheet(3, deal_of_one_trick(), (2, 1))
    lines = deal_lines(sheet, 100, in_columns=False)
    trick = "Trick 1: Hemi led seven of diamonds, Ana king of diamonds, Tama nine of diamonds."
    assert trick in lines


def test_what_happened_before_the_lead() -> None:
    sheet = english(NZ, Style.SIGNS).deal_sheet(3, deal_of_one_trick(kitty="AS AD"), (2, 1))
    assert sheet.before == (
        ("Turn-up", "10♥"),
        ("Kitty", "A♠ A♦ and 9 cards not known"),
        ("First round", "Mere pick up"),
        ("Trumps", "hearts, made by Mere for Red"),
    )


def test_remarks_come_last() -> None:
    sheet = english(NZ).deal_sheet(3, deal_of_one_trick(), (2, 1), ["Note: it rained."])
    assert deal_lines(sheet, 80)[-1] == "Note: it rained."


def test_no_sheet_without_a_deal() -> None:
    with pytest.raises(ValueError, match="expected the account of a deal"):
        english(NZ).deal_sheet(1, Account(NZ, (0, 0)), (0, 0))


def test_score_sheet() -> None:
    language = english(NZ)
    account = deal_of_one_trick()
    won = account.after(DealScored(Seat(0), NZ.seating.side[0], 3, 3, (), (1, 0), (3, 1)))
    sheet = language.score_sheet((2, 1), [(1, won), (2, account)])
    assert score_lines(sheet, 80) == [
        "Score at the start: Red 2, White 1.",
        "Deal  Dealer  Makers      Trumps  Tricks        Points  Score",
        "1     Mere    Red (Mere)  hearts  3             Red 1   Red 3, White 1",
        "2     Mere    Red (Mere)  hearts  not finished  -       Red 2, White 1",
        "Score so far: Red 2, White 1.",
    ]
    assert score_lines(sheet, 40)[1:-1] == [
        "Deal 1, dealt by Mere. Mere and Ana made",
        "  hearts: 3 tricks, 1 point. Red 3,",
        "  White 1.",
        "Deal 2, dealt by Mere. Not finished",
        "  after 1 trick.",
    ]


def test_score_sheet_of_no_deal_has_no_table() -> None:
    assert score_lines(english(NZ).score_sheet((0, 7), []), 80) == [
        "Score at the start: Red 0, White 7.",
        "Score so far: Red 0, White 7.",
    ]


def test_wrapped_lines_are_indented() -> None:
    assert wrapped(["one two three", "four"], 8) == ["one two", "  three", "four"]
