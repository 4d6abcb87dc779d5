"""Where a command writes: a terminal with colours, or plain lines of text."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ukachat.cli.ending import printable
from ukachat.text import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

_RED: Final = r"(?<!\w)(?:10|[7-9TJQKA])(?:[♦♥]|[DH](?!\w))"
_SIGNS: Final = "♣♦♥♠"


class Screen:
    """Standard output.

    Colours are for terminals that can: not for pipes, ``NO_COLOR``, ``TERM=dumb`` or ``--plain``,
    where the same text is complete.

    Attributes:
        is_terminal: Whether somebody watches.
        colours: Whether to use rich.
        signs: Whether suit signs can be shown and are wanted.
        plain: Whether words alone are wanted.
        width: The characters of a line.
    """

    def __init__(self, *, plain: bool, ascii_only: bool) -> None:
        self.plain = plain
        self.ascii_only = ascii_only
        self.is_terminal = sys.stdout.isatty()
        is_dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        self.colours = self.is_terminal and not plain and not is_dumb
        self.signs = self.can_show(_SIGNS)
        self.width = max(20, shutil.get_terminal_size().columns)
        self._is_empty = True

    @property
    def is_narrowed(self) -> bool:
        """Whether lines are to be broken: by the terminal's width or by ``COLUMNS``."""
        return self.is_terminal or bool(os.environ.get("COLUMNS"))

    @property
    def style(self) -> Style:
        """How cards are shown among words."""
        if self.ascii_only:
            return Style.LETTERS
        return Style.SIGNS if self.colours and self.signs else Style.WORDS

    @property
    def table_style(self) -> Style:
        """How cards are shown in lists and tables."""
        if self.plain and not self.ascii_only:
            return Style.WORDS
        return Style.SIGNS if self.signs else Style.LETTERS

    def line(self, text: str = "", *, heading: bool = False) -> None:
        """Write a line."""
        self._is_empty = False
        text = printable(text)
        if self.colours:
            self._rich_line(text, heading=heading)
        else:
            sys.stdout.write(f"{text}\n")

    def gap(self) -> None:
        """Write an empty line, unless nothing is above it."""
        if not self._is_empty:
            self.line()

    def _rich_line(self, text: str, *, heading: bool) -> None:
        from rich.text import Text

        shown = Text(text, style="bold" if heading else "")
        shown.highlight_regex(_RED, "red")
        self._console.print(shown)

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        return Console(highlight=False, soft_wrap=True)

    def lines(self, texts: Sequence[str], *, heading: bool = False) -> None:
        """Write lines, broken where the terminal is narrower."""
        from ukachat.text.plain import wrapped

        for text in wrapped(texts, self.width) if self.is_narrowed else texts:
            self.line(text, heading=heading)

    def flush(self) -> None:
        """Show what was written, now."""
        sys.stdout.flush()

    def block(self, lines: Sequence[str]) -> None:
        """Write lines that are laid out already."""
        for line in lines:
            self.line(line)

    def can_show(self, text: str) -> bool:
        """Whether the output can encode a text, and is not to be ASCII."""
        try:
            text.encode("ascii" if self.ascii_only else sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return False
        return True
