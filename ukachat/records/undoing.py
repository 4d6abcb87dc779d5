"""Decisions that were taken back, as they stand in a saved game: read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ukachat.engine.actions import ChooseDealer, Deal, Draw
from ukachat.engine.notation import format_action, parse_action
from ukachat.records.model import Undone
from ukachat.yamlio import Flow, Text, Tree
from ukachat.yamlio.nodes import in_words

if TYPE_CHECKING:
    from ukachat.records.fields import Fields
    from ukachat.records.model import DealDecision

AFTER: Final = "after"
_EXPECTED: Final = "expected a seat with what it took back, such as North: plays JH"


def read_undone(deal: Fields) -> tuple[Undone, ...]:
    """What was taken back, from ``undone`` of a deal: ``{West: plays JH, after: 3}``, in order.

    Raises:
        YamlError: Something else stands there.
    """
    return tuple(_read(item) for item in deal.items("undone"))


def undone_tree(undone: tuple[Undone, ...], names: tuple[str, ...]) -> Tree:
    """What was taken back as it is written; `names` are those of the seats."""
    return [
        Flow({names[each.action.seat]: _said(each.action), AFTER: each.after}) for each in undone
    ]


def _read(item: Fields) -> Undone:
    if AFTER not in item.root:
        raise item.error(AFTER, "expected how many decisions of the deal came before, got nothing")
    after = item.number(AFTER, 0)
    if after < 0:
        raise item.error(AFTER, f"expected a number from 0, got {after}")
    match list(item.by_seat_beside(AFTER)):
        case [(seat, Text() as text)]:
            pass
        case _:
            raise item.error("undone", _EXPECTED)
    try:
        action = parse_action(f"{seat:d} {text}")
    except ValueError:
        raise item.error("undone", f"{_EXPECTED}, got {in_words(text)}") from None
    if isinstance(action, Draw | Deal | ChooseDealer):
        raise item.error("undone", f"{_EXPECTED}, got {in_words(text)}")
    return Undone(action, after)


def _said(action: DealDecision) -> str:
    """An action without its seat."""
    return format_action(action).partition(" ")[2]
