"""Printed games as plain text, as wide as there is room.

Nothing is told by alignment alone: where cells are set in columns, each row still reads in order,
and where there is no room for columns there are sentences.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ukachat.text.sheets import DealSheet, Fact, ScoreSheet, Table

_GAP = 2
_ROUND = 4  # the seats that are printed round the table


def deal_lines(sheet: DealSheet, width: int, *, in_columns: bool = True) -> list[str]:
    """A deal below its heading.

    Args:
        sheet: The deal.
        width: The characters of a line.
        in_columns: Whether to set hands and tricks in columns where there is room.
    """
    hands = _round_the_table(sheet.hands, width) if in_columns else None
    lines = hands if hands is not None else wrapped(map(_stated, sheet.hands), width)
    lines += wrapped(map(_stated, sheet.before), width)
    if sheet.trick_lines:
        table = next((t for t in sheet.tricks if in_columns and _fits(t, width)), None)
        tricks = wrapped(sheet.trick_lines, width) if table is None else table_lines(table)
        lines += ["", *tricks, ""]
    return lines + wrapped(sheet.after, width)


def score_lines(sheet: ScoreSheet, width: int, *, in_columns: bool = True) -> list[str]:
    """A score sheet below its heading; arguments as of `deal_lines`."""
    if sheet.lines and in_columns and _fits(sheet.table, width):
        rows = table_lines(sheet.table)
    else:
        rows = wrapped(sheet.lines, width)
    return [*wrapped([sheet.before], width), *rows, *wrapped([sheet.after], width)]


def wrapped(lines: Iterable[str], width: int) -> list[str]:
    """Lines broken at blanks, what follows indented."""
    return [
        part
        for line in lines
        for part in textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
    ]


def _stated(fact: Fact) -> str:
    label, text = fact
    return f"{label}: {text}" if text.endswith(".") else f"{label}: {text}."


def _round_the_table(hands: tuple[Fact, ...], width: int) -> list[str] | None:
    """The four hands as they sit; None where there are not four, or no room."""
    if len(hands) != _ROUND:
        return None
    north, east, south, west = (f"{label}: {cards}" for label, cards in hands)
    span = max(len(west) + 2 * _GAP + len(east), len(north), len(south))
    if span > width:
        return None
    sides = west + " " * (span - len(west) - len(east)) + east
    return [north.center(span).rstrip(), sides, south.center(span).rstrip()]


def _widths(table: Table) -> list[int]:
    return [max(map(len, column)) for column in zip(table.head, *table.rows, strict=True)]


def _fits(table: Table, width: int) -> bool:
    widths = _widths(table)
    return sum(widths) + _GAP * (len(widths) - 1) <= width


def table_lines(table: Table) -> list[str]:
    """A table in columns, its legend below."""
    widths = _widths(table)
    gap = " " * _GAP
    lines = [
        gap.join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in (table.head, *table.rows)
    ]
    return [*lines, table.legend] if table.legend else lines
