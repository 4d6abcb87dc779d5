"""Showing the moments of a replay: straight through, with pauses, or step by step."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.cli.screen import Screen
    from ukachat.records.showing import Moment, Showing


class Player:
    """Shows moments on a screen, and the heading of a deal whenever the deal changes.

    Args:
        screen: Where.
        showing: The replay, for the headings.
        with_trumps: Whether a heading tells trumps as well, for a trick out of its deal.
    """

    def __init__(self, screen: Screen, showing: Showing, *, with_trumps: bool) -> None:
        self._screen = screen
        self._showing = showing
        self._with_trumps = with_trumps
        self._deal = 0

    def show(self, moment: Moment) -> None:
        """Show a moment."""
        if moment.deal != self._deal and moment.deal in self._showing.titles:
            self._screen.gap()
            self._screen.line(self._showing.titles[moment.deal], heading=True)
            if self._with_trumps:
                self._screen.lines([self._showing.trumps[moment.deal]])
        self._deal = moment.deal
        self._screen.lines(list(moment.lines))
        self._screen.flush()

    def run(self, moments: Sequence[Moment], delay: float) -> None:
        """Show moments one after the other, with pauses where somebody watches."""
        pause = delay if self._screen.is_terminal else 0
        for number, moment in enumerate(moments):
            if pause and number:
                from time import sleep

                sleep(pause)
            self.show(moment)

    def step(self, moments: Sequence[Moment], first: int) -> bool:
        """Show moments as the user asks, line by line of standard input.

        Args:
            moments: The moments, at least one.
            first: The place of the one to begin with, from 0.

        Returns:
            Whether to go on with what comes after; False after "quit" or the end of the input.
        """
        say = self._screen.line
        say("Enter shows the next event, b the one before, q ends.")
        place = first
        self.show(moments[place])
        while (key := _read_key()) not in (None, "q", "quit"):
            if key == "":
                if place + 1 == len(moments):
                    return True
                place += 1
                self.show(moments[place])
                if place + 1 == len(moments):
                    say("That was the last event: b goes back, Enter ends.")
            elif key in ("b", "back"):
                if place == 0:
                    say("This is the first event.")
                    continue
                place -= 1
                say(f"Back to event {place + 1} of {len(moments)}.")
                self.show(moments[place])
            else:
                say("Enter, b or q?")
        return False


def _read_key() -> str | None:
    """What the user typed; None at the end of the input."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.strip().lower() if line else None
