"""What happened at a table, told to one reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.chat.table import Reveal
from ukachat.chat.telling.hands import cards_line, listed
from ukachat.engine import redact
from ukachat.engine.actions import Deal
from ukachat.engine.events import (
    CardsDrawn,
    DealScored,
    Dealt,
    DrawTied,
    Event,
    GameOver,
    PassedOut,
)
from ukachat.text import Account, English, Narrator
from ukachat.text.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ukachat.chat.table import Effects, Table
    from ukachat.engine.seats import Seat
    from ukachat.text import Style

AFTER_THE_GAME: Final = "The game is over. /rematch begins another, /save keeps this one."
"""What can be done then."""

_RESULTS: Final = (CardsDrawn, DrawTied, DealScored, PassedOut, GameOver)
_MOST_DEALS: Final = 20


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
    lines: list[str] = []
    for event, told in _told(before, effects, seat, names, style):
        lines += told
        if isinstance(event, GameOver):
            table = effects[-1].table
            lines += [*score_sheet(table, English(table.rules, names)), AFTER_THE_GAME]
    return lines


def results(
    before: Table, effects: Sequence[Effects], names: Sequence[str], style: Style
) -> list[str]:
    """Of the news for a watcher, how the draw, deals and the game ended."""
    told = _told(before, effects, None, names, style)
    return [line for event, lines in told if isinstance(event, _RESULTS) for line in lines]


def _told(
    before: Table, effects: Sequence[Effects], seat: Seat | None, names: Sequence[str], style: Style
) -> Iterator[tuple[Event, list[str]]]:
    """Every event, as far as the reader may know it, with what is said of it."""
    table = before
    for effect in effects:
        rules = effect.table.rules
        language = English(rules, names, style=style)
        narrator = Narrator(language, score=(0,) * len(rules.seating.sides))
        if table.game is not None:
            narrator.account = table.game.account
        for happened in effect.events:
            event = redact(happened, seat)
            lines = list(narrator.tell(event))
            if isinstance(event, Dealt) and seat is not None:
                lines.append(cards_line(event.hands[seat], style))
            elif isinstance(event, DealScored | PassedOut):
                lines += _kitty(table, style)
            yield event, lines
        table = effect.table


def _kitty(table: Table, style: Style) -> list[str]:
    """What lay in the kitty, where the table wants all cards shown after each deal."""
    game = table.game
    if table.reveal is not Reveal.DEAL or game is None:
        return []
    deal = game.taken[game.deal_from - 1].action
    assert isinstance(deal, Deal)
    return [f"In the kitty: {listed(deal.kitty, style)}."] if deal.kitty else []


# --- the deals of a game ---


def accounts(table: Table) -> list[Account]:
    """What watchers know of each deal of the game, in order, the deal in hand last."""
    game = table.game
    if game is None or game.deals == 0:
        return []
    before = [taken.account for taken in game.taken if isinstance(taken.action, Deal)]
    return [*before[1:], game.account]


def score_sheet(table: Table, words: English) -> list[str]:
    """How each deal of the game ended; of a long game the last `_MOST_DEALS`."""
    lines = [
        f"Deal {number}: {words.result(account, account.ending)}"
        for number, account in enumerate(accounts(table), 1)
        if account.ending is not None
    ]
    more = len(lines) - _MOST_DEALS
    if more <= 0:
        return lines
    return [f"The {counted(more, 'deal')} before: /save has them.", *lines[more:]]
