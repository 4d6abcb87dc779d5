"""Calls as people write them in a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ukachat.engine.actions import Call, Name, OrderUp, Pass
from ukachat.engine.cards import Suit

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

    The words of the ruleset count, and so do those of other variants.

    Args:
        rules: Gives the words of its calls.
        seat: Whose call it is.
        said: What is written: ``"away"``, ``"pick it up"``, ``"hearts alone"``.
        first_round: Whether the turn-up is offered; a suit is then no call.
    """
    words = rules.words
    text = _plain(said)
    if text in _PASSES or text == _plain(words.pass_):
        return Pass(seat)
    orders = _ORDERS | {_plain(word) for word in (words.order, words.assist, words.take)}
    if first_round and text in orders - {"alone"}:
        return OrderUp(seat)
    suit = _SUITS.get(text)
    if not first_round and suit is not None:
        return Name(seat, suit)
    without, found = _ALONE.subn("", text)
    rest = without.strip()
    if not found:
        # In the second round a dealer may have the choice to take the turn-up.
        return OrderUp(seat) if text in orders else None
    if rest in orders or (first_round and not rest):
        return OrderUp(seat, alone=True)
    suit = _SUITS.get(rest)
    return None if suit is None or first_round else Name(seat, suit, alone=True)


def _plain(text: str) -> str:
    """Lower case, single blanks, no full stops or commas, no variation selectors."""
    return " ".join(re.sub("[.,!;\ufe0e\ufe0f]", " ", text.lower()).split())
