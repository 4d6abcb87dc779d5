"""Taking an action back: who may, and whose consent it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.chat.table import Mover, Stage, TableError
from ukachat.engine.actions import Deal, Draw, Play
from ukachat.engine.state import AwaitingDeal

if TYPE_CHECKING:
    from ukachat.chat.table import Table
    from ukachat.engine.actions import SeatAction
    from ukachat.engine.seats import Seat


class NothingToUndo(TableError):
    """The seat has done nothing in this deal that could be taken back."""


class CardsWereSeen(TableError):
    """Another seat's card was seen after the action."""


class NobodyToAsk(TableError):
    """It takes the consent of people who are away."""


class Undo(NamedTuple):
    """An action that may be taken back.

    Attributes:
        action: The action.
        kept: How many actions of the game remain.
        asks: Whose consent it takes.
    """

    action: SeatAction
    kept: int
    asks: tuple[Seat, ...]


def undo_of(table: Table, seat: Seat) -> Undo:
    """The last action of a person's seat, if it may be taken back.

    At a table of one person any action of the deal may. Else it is free while nothing was shown by
    it and nobody acted after it; then it takes the consent of all other people; and once another
    seat has shown a card it stays.

    Raises:
        NothingToUndo: There is no such action in the deal in hand.
        CardsWereSeen: It has to stay.
        NobodyToAsk: Somebody whose consent it takes is away.
    """
    game = table.game
    if table.stage is not Stage.PLAYING or game is None:
        raise NothingToUndo
    if isinstance(game.state.phase, AwaitingDeal):
        raise NothingToUndo
    for kept in range(len(game.taken) - 1, game.deal_from - 1, -1):
        taken = game.taken[kept]
        action = taken.action
        if isinstance(action, Deal | Draw) or action.seat != seat or taken.by is not Mover.PERSON:
            continue
        return Undo(action, kept, _consent(table, seat, action, kept))
    raise NothingToUndo


def _consent(table: Table, seat: Seat, action: SeatAction, kept: int) -> tuple[Seat, ...]:
    assert table.game is not None
    others = tuple(other for other in table.people if other != seat)
    later = [each.action for each in table.game.taken[kept + 1 :]]
    if not others or not (later or isinstance(action, Play)):
        return ()
    if any(isinstance(each, Play) and each.seat != seat for each in later):
        raise CardsWereSeen
    if any(other not in table.present for other in others):
        raise NobodyToAsk
    return others
