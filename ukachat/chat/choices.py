"""A choice in words: what buttons, questions and menus call the actions of a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from ukachat.engine.actions import (
    ChooseDealer,
    Declare,
    Discard,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
    SeatAction,
)
from ukachat.engine.events import Named, OrderedUp, Passed
from ukachat.text.english.words import Words
from ukachat.text.words import card_words, either, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.phrases import TwoReadings, Unclear
    from ukachat.engine.views import View

_LONGEST_QUOTE: Final = 40
_COUNTS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def choice_words(action: SeatAction, view: View, names: Sequence[str] = ()) -> str:
    """A choice as a label of its own: ``"Pick it up, alone"``, ``"King of diamonds"``.

    `phrases.read` understands every label.

    Args:
        action: What the seat of the view may do.
        view: The view of that seat.
        names: By seat, what its player is called; empty for the names of the seats.
    """
    words = _words(action, view, names, alone_after=", ")
    return words[:1].upper() + words[1:]


def question(reading: TwoReadings | Unclear, view: View, names: Sequence[str] = ()) -> str:
    """What is asked of somebody whose text was not clear.

    It tells what the seat holds, so it is for the eyes of that seat alone.

    Args:
        reading: What the text came to.
        view: The view of the seat that spoke.
        names: As of `choice_words`.
    """
    choices = reading.choices
    if not choices:
        return "There is nothing for you to choose now."
    cards = [each for each in choices if isinstance(each, Play | Discard)]
    cards.sort(key=lambda each: each.card.index, reverse=True)  # as the hand is told
    others = [each for each in choices if not isinstance(each, Play | Discard)]
    said = getattr(reading, "said", None)
    if said is not None:
        kind = "things" if cards and others else "cards" if cards else _kind(choices[0])
        both = [*cards, *others]
        listed = [_in_sentence(each, view, names, is_bare=not others) for each in both]
        count = _COUNTS.get(len(choices), str(len(choices)))
        return f'"{_quote(said)}" can be {count} {kind} here: {either(listed)}?'
    if cards:
        if len(choices) == 1:
            only = "play" if isinstance(cards[0], Play) else "throw"
            return f"You can only {only} the {card_words(cards[0].card)}."
        may = "You may play" if isinstance(cards[0], Play) else "You may throw"
        listed = [_in_sentence(each, view, names, is_bare=True) for each in cards]
        leave = " Or leave the turn-up." if others else ""
        return f"{may}: {either(listed)}.{leave}"
    listed = [_in_sentence(each, view, names, is_bare=True) for each in others]
    if len(listed) == 1:
        return f"You can only say {listed[0]}."
    return f"You may say: {either(listed)}."


def _kind(choice: SeatAction) -> str:
    return "calls" if isinstance(choice, Pass | OrderUp | Name) else "answers"


def _in_sentence(action: SeatAction, view: View, names: Sequence[str], *, is_bare: bool) -> str:
    """A choice within a sentence: ``pick it up alone``, ``seven of clubs``."""
    if is_bare and isinstance(action, Discard):
        return card_words(action.card)
    words = _words(action, view, names, alone_after=" ")
    return f'"{words}"' if words.startswith("I ") else words


def _words(action: SeatAction, view: View, names: Sequence[str], *, alone_after: str) -> str:
    """A choice in words; `alone_after` parts the word for alone from a call."""
    table = view.ruleset.seating
    called = names or table.names
    match action:
        case Pass() | OrderUp() | Name():
            return _call_words(action, view, alone_after)
        case ChooseDealer(seat=seat, dealer=dealer):
            name = one_line(called[dealer]) or table.names[dealer]
            return "I deal" if seat == dealer else f"{name} deals"
        case Declare(seat=seat, alone=alone):
            several = len(table.partners[seat]) > 1
            partner = "with my partners" if several else "with my partner"
            return one_line(view.ruleset.words.alone) if alone else partner
        case Discard(card=card):
            return f"throw the {card_words(card)}"
        case LeaveTurnUp():
            return "leave the turn-up"
        case Play(card=card):
            return card_words(card)
        case _:
            assert_never(action)


def _call_words(call: Pass | OrderUp | Name, view: View, alone_after: str) -> str:
    """A call in the ruleset's words, of which "I am going alone" is cut to "alone"."""
    assert view.deal is not None
    seat, turn_up, dealer = call.seat, view.deal.turn_up, view.deal.dealer
    match call:
        case Pass():
            event: Passed | OrderedUp | Named = Passed(seat, turn_up, turned_down=False)
        case OrderUp():
            event = OrderedUp(seat, dealer, turn_up.suit, alone=False)
        case _:
            event = Named(seat, call.suit, alone=False)
    rules = view.ruleset
    said = Words(rules, ("",) * rules.seats).call_words(event).strip('"')
    alone = one_line(rules.words.alone)
    if isinstance(call, Pass) or not call.alone or said == alone:
        return said
    return f"{said}{alone_after}{'alone' if alone.startswith('I ') else alone}"


def _quote(text: str) -> str:
    """What somebody typed, short enough to be quoted in a sentence."""
    said = one_line(text).replace('"', "'")
    return said if len(said) <= _LONGEST_QUOTE else f"{said[:_LONGEST_QUOTE].rstrip()}..."
