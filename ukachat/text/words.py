"""The plain words of cards, and their short forms."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.engine.cards import Card

_SIGNS: Final = "♣♦♥♠"  # by suit


class Style(Enum):
    """How cards are shown."""

    WORDS = "words"
    """The jack of hearts."""
    SIGNS = "signs"
    """The jack of hearts J♥; in lists J♥ alone."""
    LETTERS = "letters"
    """The jack of hearts JH; in lists JH alone."""


def card_words(card: Card) -> str:
    """A card in words: ``"jack of hearts"``."""
    return f"{card.rank.word} of {card.suit.word}"


def card_short(card: Card, style: Style) -> str:
    """A card in two or three characters: ``"10♥"`` in signs, else ``"TH"``."""
    if style is not Style.SIGNS:
        return str(card)
    rank = card.rank.letter.replace("T", "10")
    return rank + _SIGNS[card.suit]


def joined(parts: Sequence[str]) -> str:
    """A list in words: ``"Mere, Ana and Hemi"``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def either(parts: Sequence[str]) -> str:
    """A choice in words: ``"nine, ten or king"``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def counted(number: int, one: str) -> str:
    """A number with its noun: ``"1 trick"``, ``"3 tricks"``."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def one_line(text: str) -> str:
    """Text from a file made safe to show: one line, without control or direction characters."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else " " for c in text).split())
