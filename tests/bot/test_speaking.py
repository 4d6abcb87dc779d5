"""Texts and buttons: nothing that Telegram refuses, and nothing lost where it is long."""

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ukachat.bot.speaking import LONGEST, LONGEST_CAPTION, keyboard, parts, popup, shown, units
from ukachat.chat.messages import BUTTON_BYTES, REPLY_LENGTH, Button, Way

LINK = "https://t.me/uka_test_bot?start="
CARDS = "\N{GRINNING FACE}\N{BLACK HEART SUIT}\N{BLACK SPADE SUIT}"
TEXTS = st.text(st.sampled_from(CARDS + " \nab\ufe0f"), max_size=300)


def test_suits_are_shown_in_colour_once() -> None:
    assert shown("J♥ and 9♦️") == "J♥️ and 9♦️"
    assert shown(shown("J♥")) == shown("J♥")


def test_a_text_is_measured_as_telegram_measures_it() -> None:
    assert units("kōrero") == 6
    assert units("\N{GRINNING FACE}") == 2
    assert units("♥️") == 2


def test_a_short_text_is_one_message() -> None:
    assert parts("Your turn, Tama.\n") == ["Your turn, Tama."]


@pytest.mark.parametrize("text", ["", " \n "])
def test_where_nothing_is_said_something_is_shown(text: str) -> None:
    """Telegram takes no empty message, and the buttons under it would be lost."""
    assert parts(text) == ["…"]


def test_a_long_text_is_parted_between_lines() -> None:
    line = "Tama takes trick 3 with the right bower.\n"
    pieces = parts(line * 300)
    assert len(pieces) == 4
    assert all(piece.endswith("bower.") for piece in pieces)
    assert "\n".join(pieces) == (line * 300).strip()


def test_a_line_longer_than_a_message_goes_on_in_the_next() -> None:
    assert parts("a" * (2 * LONGEST + 5)) == ["a" * LONGEST, "a" * LONGEST, "a" * 5]


def test_a_sign_of_two_units_is_not_torn_apart() -> None:
    pieces = parts("a" + "\N{GRINNING FACE}" * LONGEST)
    assert [units(piece) for piece in pieces] == [LONGEST - 1, LONGEST, 2]


def test_no_piece_is_blank() -> None:
    """Telegram would refuse it, and the rest would never come."""
    assert parts("a\n" + " " * (2 * LONGEST) + "b") == ["a", "b"]


@given(text=TEXTS, most=st.integers(2, 40))
def test_every_piece_can_be_sent_and_together_they_say_all(text: str, most: int) -> None:
    pieces = parts(text, most)
    assert all(0 < units(piece) <= most and piece.strip() for piece in pieces)
    whole = "".join(shown(text).split())
    assert "".join("".join(pieces).split()) == (whole or "…")


def test_a_caption_is_shorter_than_a_message() -> None:
    first, second = parts("a" * (LONGEST_CAPTION + 1), LONGEST_CAPTION)
    assert (len(first), second) == (LONGEST_CAPTION, "a")


def test_what_pops_up_has_coloured_suits_where_they_fit() -> None:
    assert popup("1 J♥  2 A♠") == "1 J♥️  2 A♠️"
    tight = "♥" * REPLY_LENGTH
    assert popup(tight) == tight, "the whole hand rather than the colours"


def test_what_pops_up_is_never_too_long() -> None:
    """Telegram would refuse it, and the button would seem dead."""
    names = "\N{GRINNING FACE}" * REPLY_LENGTH
    assert popup(names) == "\N{GRINNING FACE}" * (REPLY_LENGTH // 2)
    assert popup("") == ""


def test_buttons_do_what_they_are_for() -> None:
    rows = (
        (Button("9♦ nine", "t:abc:3:9D"), Button("Private hand", "hand_abc", way=Way.OPEN)),
        (),
        (Button("Invite", "join_abc", way=Way.SHARE),),
    )
    made = keyboard(rows, LINK)
    assert made is not None
    (card, hand), (invite,) = made.inline_keyboard
    assert (card.text, card.callback_data) == ("9♦️ nine", "t:abc:3:9D")
    assert hand.url == f"{LINK}hand_abc"
    shared = urlsplit(str(invite.url))
    assert (shared.netloc, shared.path) == ("t.me", "/share/url")
    assert parse_qs(shared.query) == {"url": [f"{LINK}join_abc"]}
    assert len(str(card.callback_data).encode()) <= BUTTON_BYTES


@pytest.mark.parametrize("rows", [(), ((), ())])
def test_no_buttons_are_no_keyboard(rows: tuple[()]) -> None:
    assert keyboard(rows, LINK) is None
