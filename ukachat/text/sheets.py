"""What a printed game is made of, in any language, before it is laid out."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Fact: TypeAlias = tuple[str, str]
"""A label and what it tells: ``("Turn-up", "9♥")``."""


class Table(NamedTuple):
    """A table of short texts.

    Attributes:
        head: Above each column, what it holds.
        rows: The rows, as wide as the head.
        legend: What short forms in it mean; empty where there are none.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    legend: str = ""


class DealSheet(NamedTuple):
    """A deal to be printed.

    Attributes:
        heading: Which deal it is.
        hands: By seat, whose hand it is and its cards.
        before: Everything from the turn-up to the first lead.
        tricks: The tricks as tables of the same facts, the widest first; a column for each trick.
        trick_lines: The tricks as sentences.
        after: How the deal ended, and what is to be said of it, one thought a line.
    """

    heading: str
    hands: tuple[Fact, ...]
    before: tuple[Fact, ...]
    tricks: tuple[Table, ...]
    trick_lines: tuple[str, ...]
    after: tuple[str, ...]


class ScoreSheet(NamedTuple):
    """The deals of a game in short.

    Attributes:
        heading: What it is.
        before: The score at the start.
        table: A row for each deal.
        lines: The same as sentences.
        after: The score at the end, and who won.
    """

    heading: str
    before: str
    table: Table
    lines: tuple[str, ...]
    after: str
