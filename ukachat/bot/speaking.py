"""Texts and buttons as Telegram shows them."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from ukachat.chat.messages import REPLY_LENGTH, Way

if TYPE_CHECKING:
    from ukachat.chat.messages import Button, Rows

LONGEST: Final = 4096
"""UTF-16 units of a message."""
LONGEST_CAPTION: Final = 1024
"""UTF-16 units of what is said with a document."""

_SUIT: Final = re.compile("([♠♥♦♣])(?!\ufe0f)")
_SHARE: Final = "https://t.me/share/url?url="


def shown(text: str) -> str:
    """A text with its suits as coloured signs, which a bare sign is not on every phone."""
    return _SUIT.sub("\\1\ufe0f", text)


def units(text: str) -> int:
    """The length of a text as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", errors="replace")) // 2


def parts(text: str, most: int = LONGEST) -> list[str]:
    """A text in pieces of so many units each, parted between lines where that can be."""
    pieces: list[str] = []
    rest = shown(text).strip() or "…"
    while units(rest) > most:
        room = _fitting(rest, most)
        end = rest.rfind("\n", 0, room + 1)
        end = end if end > 0 else room
        pieces.append(rest[:end])
        rest = rest[end:].lstrip()
    return [*pieces, rest]


def popup(text: str) -> str:
    """What pops up after a press: with coloured suits where they fit, cut where it does not."""
    fitting = [each for each in (shown(text), text) if units(each) <= REPLY_LENGTH]
    return fitting[0] if fitting else text[: _fitting(text, REPLY_LENGTH)]


def _fitting(text: str, most: int) -> int:
    """How many characters of a text are at most so many units."""
    taken = accumulate(2 if ord(character) > 0xFFFF else 1 for character in text)
    return sum(each <= most for each in taken)


def keyboard(rows: Rows, link: str) -> InlineKeyboardMarkup | None:
    """Buttons under a message; None where there are none.

    Args:
        rows: The buttons.
        link: What opens a private chat with the bot, once a word follows it.
    """
    shown_rows = [[_button(each, link) for each in row] for row in rows if row]
    return InlineKeyboardMarkup(shown_rows) if shown_rows else None


def _button(button: Button, link: str) -> InlineKeyboardButton:
    label = shown(button.label)
    match button.way:
        case Way.PRESS:
            return InlineKeyboardButton(label, callback_data=button.data)
        case Way.OPEN:
            return InlineKeyboardButton(label, url=f"{link}{button.data}")
        case Way.SHARE:
            return InlineKeyboardButton(label, url=f"{_SHARE}{quote(f'{link}{button.data}')}")
