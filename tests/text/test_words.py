import pytest

from ukachat.engine import card
from ukachat.text import Style
from ukachat.text.words import card_short, counted, joined, one_line


@pytest.mark.parametrize(
    ("style", "expected"),
    [(Style.SIGNS, "10♥"), (Style.LETTERS, "TH"), (Style.WORDS, "TH")],
)
def test_short_card(style: Style, expected: str) -> None:
    assert card_short(card("TH"), style) == expected


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], ""),
        (["Mere"], "Mere"),
        (["Mere", "Ana"], "Mere and Ana"),
        (["a", "b", "c"], "a, b and c"),
    ],
)
def test_joined(parts: list[str], expected: str) -> None:
    assert joined(parts) == expected


def test_counted() -> None:
    assert [counted(number, "trick") for number in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  Mere\n\tTe Rangi ", "Mere Te Rangi"),
        ("\x1b[31mMere", "[31mMere"),  # a colour of the terminal
        ("\u202eMere\u2066", "Mere"),  # a change of direction
        ("Tāne", "Tāne"),
        ("\x00", ""),
    ],
)
def test_one_line_shows_nothing_that_steers_a_terminal(text: str, expected: str) -> None:
    assert one_line(text) == expected
