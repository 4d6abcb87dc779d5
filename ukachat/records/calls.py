"""Calls as people write them in a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ukachat.engine.actions import Call, Name, OrderUp, Pass
from ukachat.engine.cards import Suit
from ukachat.engine.notation import parse_call

if TYPE_CHECKING:
    from ukachat.engine.ruleset import Ruleset
    from ukachat.engine.seats import Seat

_PASSES = {"pass", "passes", "away", "turn it down", "turned down"}
_ORDERS = {
    "order",
    "order up",
    "order it up",
    "i order it up",
    "pick up",
    "pick it up",
    "assist",
    "i assist",
    "accept",
    "i accept",
    "take up",
    "take it up",
}
_SUITS = {
    word: suit
    for suit, sign in zip(Suit, "♣♦♥♠", strict=True)
    for word in (suit.word, suit.word.removesuffix("s"), suit.letter.lower(), sign)
}
_ALONE = re.compile(r"\b(?:i am |i'm )?(?:going |go )?alone\b")


def read_call(rules: Ruleset, seat: Seat, said: str, *, first_round: bool) -> Call | None:
    """The call that somebody means; None where it means none.

    What `writing` writes comes first, then the words of the ruleset, then those of other variants.
    Whether the call is allowed is the engine's business.

    Args:
        rules: Gives the words of its calls.
        seat: Whose call it is.
        said: What is written: ``"away"``, ``"pick it up"``, ``"hearts alone"``.
        first_round: Whether the turn-up is offered; "alone" by itself then orders it up.
    """
    text = _plain(said)
    written = parse_call(seat, text)
    if written is not None:
        return written
    words = rules.words
    if text in _PASSES or text == _plain(words.pass_):
        return Pass(seat)
    orders = _ORDERS | {_plain(word) for word in (words.order, words.assist, words.take)}
    if text in orders - {"alone"}:
        return OrderUp(seat)
    if text in _SUITS:
        return Name(seat, _SUITS[text])
    without, found = _ALONE.subn("", text)
    rest = without.strip()
    if not found:
        return None
    if rest in orders or (first_round and not rest):
        return OrderUp(seat, alone=True)
    return Name(seat, _SUITS[rest], alone=True) if rest in _SUITS else None


def says_alone(said: str) -> bool:
    """Whether somebody says only that they go alone."""
    return _ALONE.fullmatch(_plain(said)) is not None


def _plain(text: str) -> str:
    """Lower case, single blanks, no full stops or commas, no variation selectors."""
    return " ".join(re.sub("[.,!;\ufe0e\ufe0f]", " ", text.lower()).split())
