"""Printed games as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ukachat.text.sheets import DealSheet, ScoreSheet, Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#&!])")


def escaped(text: str) -> str:
    """Text in which nothing is Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def deal_markdown(sheet: DealSheet) -> list[str]:
    """The lines of a deal, with its heading."""
    lines = [f"## {escaped(sheet.heading)}", ""]
    facts = (*sheet.hands, *sheet.before)
    lines += [*(f"- **{escaped(label)}:** {escaped(text)}" for label, text in facts), ""]
    if sheet.trick_lines:
        lines += _table(sheet.tricks[0])
    return lines + [part for line in sheet.after for part in (escaped(line), "")]


def score_markdown(sheet: ScoreSheet) -> list[str]:
    """The lines of a score sheet, with its heading."""
    heading = [f"## {escaped(sheet.heading)}", "", escaped(sheet.before), ""]
    table = _table(sheet.table) if sheet.lines else []
    return [*heading, *table, escaped(sheet.after), ""]


def _table(table: Table) -> list[str]:
    rows = [table.head, ("---",) * len(table.head), *table.rows]
    cells = [[cell if row is rows[1] else escaped(cell) for cell in row] for row in rows]
    return [*(f"| {' | '.join(row)} |" for row in cells), ""]
