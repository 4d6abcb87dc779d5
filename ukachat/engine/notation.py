"""Short text of cards and actions, both ways.

What `format_action` writes, `parse_action` reads. Cards are two characters (``JH``, ``TS``);
reading them also takes lower case, ``10S`` and suit signs. The texts are the same in every
language: they are what records and fingerprints are made of, not what people hear.
"""

from __future__ import annotations

from typing import Final, assert_never

from ukachat.engine.actions import (
    Action,
    ChooseDealer,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
)
from ukachat.engine.cards import Card, Hand, Suit, card
from ukachat.engine.seats import Seat

_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"  # Chat adds one to a suit sign to make it a picture.


def parse_card(text: str) -> Card:
    """The card that a text means: ``"JH"``, ``"jh"``, ``"10h"``, ``"J♥"``.

    Raises:
        ValueError: It means none.
    """
    letters = "".join(
        _SIGNS.get(letter, letter) for letter in text.strip() if letter not in _VARIATION_SELECTORS
    ).upper()
    if letters.startswith("10"):
        letters = "T" + letters[2:]
    try:
        return card(letters)
    except KeyError:
        raise ValueError(
            f"expected a card such as JH for the jack of hearts, got {text!r}"
        ) from None


def parse_cards(text: str) -> Hand:
    """The cards of a text, parted by blanks or commas: ``"JH 9S"``.

    Raises:
        ValueError: One of them is no card.
    """
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def format_cards(cards: tuple[Card, ...]) -> str:
    """The text of cards, parted by blanks: ``"JH 9S"``."""
    return " ".join(map(str, cards))


def format_call(call: Pass | OrderUp | Name) -> str:
    """A call without its seat: ``"pass"``, ``"order up"``, ``"hearts alone"``."""
    if isinstance(call, Pass):
        return "pass"
    said = "order up" if isinstance(call, OrderUp) else call.suit.word
    return f"{said} alone" if call.alone else said


def format_answer(answer: Declare) -> str:
    """An answer without its seat: ``"alone"`` or ``"with partner"``."""
    return "alone" if answer.alone else "with partner"


def format_action(action: Action) -> str:
    """The text of an action: ``"2 hearts alone"``, ``"0 discards 9D"``."""
    match action:
        case Draw(cards=cards):
            return f"draw {format_cards(cards)}"
        case Deal(hands=hands, turn_up=turn_up, kitty=kitty):
            dealt = " | ".join(map(format_cards, hands))
            return f"deal {dealt} / {turn_up} / {format_cards(kitty)}"
        case ChooseDealer(seat=seat, dealer=dealer):
            return f"{seat:d} chooses {dealer:d}"
        case Pass(seat=seat) | OrderUp(seat=seat) | Name(seat=seat):
            return f"{seat:d} {format_call(action)}"
        case Declare(seat=seat):
            return f"{seat:d} {format_answer(action)}"
        case Discard(seat=seat, card=thrown):
            return f"{seat:d} discards {thrown}"
        case LeaveTurnUp(seat=seat):
            return f"{seat:d} leaves the turn-up"
        case Play(seat=seat, card=played):
            return f"{seat:d} plays {played}"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """The action that a text of `format_action` means.

    Raises:
        ValueError: It means none.
    """
    said = text.strip()
    if said.startswith("draw "):
        return Draw(parse_cards(said[5:]))
    if said.startswith("deal ") and said.count("/") == 2:
        hands, turn_up, kitty = said[5:].split("/")
        return Deal(
            tuple(parse_cards(hand) for hand in hands.split("|")),
            parse_card(turn_up),
            parse_cards(kitty),
        )
    seat_text, _, rest = said.partition(" ")
    if seat_text.isdecimal():
        action = _parse_seat_action(Seat(seat_text), rest)
        if action is not None:
            return action
    raise ValueError(f"expected an action such as '1 plays JH' or '2 order up', got {text!r}")


def parse_call(seat: Seat, text: str) -> Pass | OrderUp | Name | None:
    """The call that a text of `format_call` means; None where it means none."""
    said = text.removesuffix(" alone")
    alone = said != text
    if text == "pass":
        return Pass(seat)
    if said == "order up":
        return OrderUp(seat, alone)
    suit = next((suit for suit in Suit if suit.word == said), None)
    return None if suit is None else Name(seat, suit, alone)


def _parse_seat_action(seat: Seat, said: str) -> Action | None:
    verb, _, what = said.rpartition(" ")
    match verb:
        case "chooses" if what.isdecimal():
            return ChooseDealer(seat, Seat(what))
        case "discards":
            return Discard(seat, parse_card(what))
        case "plays":
            return Play(seat, parse_card(what))
        case _:
            pass
    match said:
        case "alone" | "with partner":
            return Declare(seat, said == "alone")
        case "leaves the turn-up":
            return LeaveTurnUp(seat)
        case _:
            return parse_call(seat, said)
