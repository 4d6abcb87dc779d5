"""Cards, suits and packs."""

import copy

import pytest

from ukachat.engine import Card, Rank, Suit, card
from ukachat.engine.cards import CARDS, pack


def test_every_card_has_its_place() -> None:
    assert [each.index for each in CARDS] == list(range(32))
    assert len({(each.rank, each.suit) for each in CARDS}) == 32


@pytest.mark.parametrize("each", CARDS, ids=str)
def test_card_is_the_one_of_its_text(each: Card) -> None:
    assert card(str(each)) is each
    assert copy.copy(each) is each
    assert copy.deepcopy(each) is each
    assert repr(each) == f"card('{each}')"


def test_text_of_cards() -> None:
    assert str(CARDS[0]) == "7C"
    assert " ".join(map(str, pack(Rank.NINE)[:6])) == "9C TC JC QC KC AC"


@pytest.mark.parametrize("text", ["", "jh", "10H", "HJ", "6C", "J♥"])
def test_card_takes_no_other_text(text: str) -> None:
    with pytest.raises(KeyError):
        card(text)


@pytest.mark.parametrize(("low", "size"), [(Rank.SEVEN, 32), (Rank.EIGHT, 28), (Rank.NINE, 24)])
def test_pack(low: Rank, size: int) -> None:
    assert len(pack(low)) == size
    assert {each.suit for each in pack(low)} == set(Suit)


def test_suits_of_a_colour() -> None:
    assert [suit.same_colour.letter for suit in Suit] == ["S", "H", "D", "C"]


def test_words() -> None:
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [rank.word for rank in Rank] == [
        *("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
    ]
    assert "".join(rank.letter for rank in Rank) == "789TJQKA"
