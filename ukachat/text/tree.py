"""Printed games as data: plain dictionaries and lists for JSON.

Cards are their two characters, seats and sides by name, points and scores lists by side. What is
not known is missing from its list, or null. Keys are only ever added, never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from ukachat.engine.events import (
    DealerForced,
    DealScored,
    GameOver,
    Named,
    OrderedUp,
    Passed,
    TurnUpTaken,
)
from ukachat.text.account import seat_of

if TYPE_CHECKING:
    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.seats import Seating
    from ukachat.text.account import Account, Call, TrickSoFar

Tree: TypeAlias = "dict[str, Any]"


def deal_tree(account: Account) -> Tree:
    """A deal, from ``dealer`` to ``score``.

    Raises:
        ValueError: The account is of no deal.
    """
    dealt = account.dealt
    if dealt is None:
        message = "expected the account of a deal"
        raise ValueError(message)
    table = account.rules.seating
    places = table.names
    ending = account.ending
    scored = ending if isinstance(ending, DealScored) else None
    points = [0] * len(table.sides) if ending and not scored else None
    return {
        "dealer": places[dealt.dealer],
        "hands": {place: _texts(hand) for place, hand in zip(places, dealt.hands, strict=True)},
        "turn_up": str(dealt.turn_up),
        "kitty": _texts(dealt.kitty),
        "calls": [_call_tree(call, table) for call in account.calls],
        "trumps": None if account.trump is None else account.trump.word,
        "maker": None if account.caller is None else places[account.caller],
        "alone": [places[seat] for seat in account.alone],
        "exchange": _exchange_tree(account),
        "tricks": [_trick_tree(trick, table) for trick in account.tricks],
        "tricks_taken": [account.taken(side) for side in table.sides],
        "passed_out": ending is not None and scored is None,
        "points": points if scored is None else list(scored.points),
        "score": list(account.score),
        "game_over": isinstance(account.following, GameOver),
    }


def _texts(cards: Hand) -> list[str]:
    return [str(card) for card in cards]


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _call_tree(call: Call, table: Seating) -> Tree:
    match call:
        case Passed():
            said, alone = "pass", False
        case OrderedUp(alone=alone):
            said = "order up"
        case Named(suit=suit, alone=alone):
            said = suit.word
        case DealerForced():
            said, alone = "must take", False
        case _:
            assert_never(call)
    return {"seat": table.names[seat_of(call)], "call": said, "alone": alone}


def _exchange_tree(account: Account) -> Tree | None:
    match account.exchange:
        case None:
            return None
        case TurnUpTaken(discard=discard):
            return {"turn_up": "taken", "discard": _text(discard)}
        case _:
            return {"turn_up": "left", "discard": None}


def _trick_tree(trick: TrickSoFar, table: Seating) -> Tree:
    return {
        "number": trick.number,
        "leader": table.names[trick.leader],
        "cards": [{"seat": table.names[play.seat], "card": str(play.card)} for play in trick.plays],
        "winner": None if trick.winner is None else table.names[trick.winner],
    }
