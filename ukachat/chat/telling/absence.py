"""What is said about people who are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.choices import choice_words
from ukachat.chat.table import Mover, Stage
from ukachat.chat.telling.asking import turn
from ukachat.engine import view
from ukachat.engine.actions import Deal, Draw
from ukachat.text import English
from ukachat.text.words import joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.table import Table
    from ukachat.engine.seats import Seat
    from ukachat.text import Style


def nudge(table: Table, seat: Seat, names: Sequence[str], style: Style) -> str:
    """The reminder to the person whose turn it is."""
    return turn(table, seat, names, style, opening=waits_for_you(table, seat, names))


def waits_for_you(table: Table, seat: Seat, names: Sequence[str]) -> str:
    """That a seat keeps the table waiting, for the person who holds it."""
    return f"The table is waiting for you, {English(table.rules, names).names[seat]}."


def gone_away(table: Table, seat: Seat, names: Sequence[str]) -> str:
    """A caretaker has taken over; `table` is the table after it."""
    name = English(table.rules, names).names[seat]
    if not table.present:
        return f"{name} is away. The game rests until somebody is back. The seat stays {name}'s."
    return f"{name} is away; the computer plays until {name} is back. The seat stays {name}'s."


def welcome_back(table: Table, seat: Seat, names: Sequence[str]) -> str:
    """Somebody plays for themselves again, and hears what was done for them in this deal.

    It may tell which card was thrown for the turn-up, so it is for the eyes of that seat alone.
    """
    called = English(table.rules, names).names
    welcome = f"Welcome back, {called[seat]}."
    game = table.game
    if game is None:
        return welcome
    done = [
        choice_words(taken.action, view(taken.before, seat), called)
        for taken in game.taken[game.deal_from :]
        if taken.by is Mover.CARETAKER
        and not isinstance(taken.action, Deal | Draw)
        and taken.action.seat == seat
    ]
    if not done:
        return welcome
    labels = [each if each.startswith("I ") else each[:1].lower() + each[1:] for each in done]
    return f"{welcome} In this deal the computer chose for you: {'; '.join(labels)}."


def waiting(table: Table, names: Sequence[str], seat: Seat | None) -> str:
    """Whom the table waits for, in a few words: ``Your turn``, ``Ana's turn``, ``Deal?``."""
    if table.asking is not None and seat is not None and seat not in table.asking.agreed:
        return "Agree?"
    match table.stage:
        case Stage.LOBBY:
            return "Start?"
        case Stage.OVER:
            return "Rematch?"
        case Stage.CLOSED:
            return ""
        case Stage.PLAYING:
            waits = table.waits_for
            if not table.present:
                return "The game rests"
            if seat in waits:
                return "Your turn" if table.turn is not None else "Deal?"
            return f"{joined([names[each] for each in waits])}'s turn" if waits else ""
