"""What happened at a table, told to one reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.table import Reveal
from ukachat.engine import redact
from ukachat.engine.actions import Deal
from ukachat.engine.events import DealScored, Event, GameOver, NextDealer, PassedOut
from ukachat.text import Account, English, Narrator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ukachat.chat.table import Effects, Table
    from ukachat.engine.seats import Seat
    from ukachat.text import Style

_ENDINGS = (DealScored, PassedOut, NextDealer, GameOver)


def news(
    before: Table, effects: Sequence[Effects], seat: Seat | None, names: Sequence[str], style: Style
) -> list[str]:
    """Every event in a short sentence or two.

    Args:
        before: The table before the first of the effects.
        effects: What was decided, in order.
        seat: The reader's seat, whose own hand is told when it is dealt; None for a watcher.
        names: By seat, what its holder is called.
        style: How cards are shown.
    """
    return [line for _, lines in _told(before, effects, seat, names, style) for line in lines]


def results(
    before: Table, effects: Sequence[Effects], names: Sequence[str], style: Style
) -> list[str]:
    """Of the news for a watcher, how deals and the game ended, and who deals next."""
    told = _told(before, effects, None, names, style)
    return [line for event, lines in told if isinstance(event, _ENDINGS) for line in lines]


def _told(
    before: Table, effects: Sequence[Effects], seat: Seat | None, names: Sequence[str], style: Style
) -> Iterator[tuple[Event, list[str]]]:
    table = before
    for effect in effects:
        rules = effect.table.rules
        narrator = Narrator(
            English(rules, names, style=style, shown=() if seat is None else (seat,)),
            score=(0,) * len(rules.seating.sides),
        )
        if table.game is not None:
            narrator.account = table.game.account
        for event in effect.events:
            lines = list(narrator.tell(redact(event, seat)))
            if isinstance(event, DealScored | PassedOut):
                lines += _kitty(table, narrator.language)
            yield event, lines
        table = effect.table


def _kitty(table: Table, language: English) -> list[str]:
    """What lay in the kitty, where the table wants all cards shown after each deal."""
    game = table.game
    if table.reveal is not Reveal.DEAL or game is None:
        return []
    deal = game.taken[game.deal_from - 1].action
    assert isinstance(deal, Deal)
    return [f"In the kitty: {language.cards(deal.kitty)}."] if deal.kitty else []


def accounts(table: Table) -> list[Account]:
    """What watchers know of each deal of the game, in order, the deal in hand last."""
    game = table.game
    if game is None or game.deals == 0:
        return []
    before = [taken.account for taken in game.taken if isinstance(taken.action, Deal)]
    return [*before[1:], game.account]
