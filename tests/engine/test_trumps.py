"""What cards count as, against an order written out by hand."""

import copy
from itertools import combinations, permutations

import pytest

from ukachat.engine import Suit, card
from ukachat.engine.cards import CARDS
from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower, is_right_bower

# Strongest first, under hearts; other trumps by the other suits.
HEARTS = ["JH", "JD", "AH", "KH", "QH", "TH", "9H", "8H", "7H"]
LED = {
    Suit.CLUBS: ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C"],
    Suit.DIAMONDS: ["AD", "KD", "QD", "TD", "9D", "8D", "7D"],
    Suit.HEARTS: [],
    Suit.SPADES: ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S"],
}


@pytest.mark.parametrize("led", Suit)
def test_strength_under_hearts(led: Suit) -> None:
    strength = TRUMP_TABLES[Suit.HEARTS].strength[led]
    order = sorted(
        (each for each in CARDS if strength[each.index]), key=lambda each: -strength[each.index]
    )
    assert [str(each) for each in order] == HEARTS + LED[led]
    assert len({strength[each.index] for each in order}) == len(order)


def test_suits_under_hearts() -> None:
    table = TRUMP_TABLES[Suit.HEARTS]
    for each in CARDS:
        expected = Suit.HEARTS if str(each) == "JD" else each.suit
        assert table.suit[each.index] is expected


@pytest.mark.parametrize("trump", Suit)
def test_bowers(trump: Suit) -> None:
    right = f"J{trump.letter}"
    left = f"J{trump.same_colour.letter}"
    assert [str(each) for each in CARDS if is_right_bower(each, trump)] == [right]
    assert [str(each) for each in CARDS if is_left_bower(each, trump)] == [left]
    suit = TRUMP_TABLES[trump].suit
    assert [str(each) for each in CARDS if suit[each.index] is not each.suit] == [left]
    assert sum(suit[each.index] is trump for each in CARDS) == 9


def test_winner_does_not_depend_on_the_order_behind_the_lead() -> None:
    table = TRUMP_TABLES[Suit.SPADES]
    lead = card("TD")
    for others in combinations(map(card, ("AH", "QD", "9D", "9S", "JC", "JS")), 3):
        winners = {
            str(cards[table.winner(cards)])
            for order in permutations(others)
            if (cards := (lead, *order))
        }
        assert len(winners) == 1


def test_follows() -> None:
    table = TRUMP_TABLES[Suit.HEARTS]
    hand = tuple(map(card, ("JD", "AS", "9H", "KD")))
    assert table.follows(hand, Suit.HEARTS) == (card("JD"), card("9H"))
    assert table.follows(hand, Suit.DIAMONDS) == (card("KD"),)
    assert table.follows(hand, Suit.CLUBS) == ()


@pytest.mark.parametrize("trump", Suit)
def test_one_table_of_a_trump(trump: Suit) -> None:
    table = TRUMP_TABLES[trump]
    assert table.trump is trump
    assert copy.deepcopy(table) is table
    assert repr(table) == f"TRUMP_TABLES[{int(trump)}]"
