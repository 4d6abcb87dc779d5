"""Choosing what of a replay is shown, and who sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.cli.ending import CommandError, quoted
from ukachat.records.showing import Moment, Reader, Showing
from ukachat.text.words import one_line

if TYPE_CHECKING:
    from ukachat.records import SavedGame


def reader_of(game: SavedGame, asked: str) -> Reader:
    """Who reads: ``all``, ``none``, or a seat by its name, its first letter or its player.

    Raises:
        CommandError: It is none of these.
    """
    from ukachat.records.seat_words import seat_word, seats_by_word
    from ukachat.yamlio import did_you_mean

    word = seat_word(asked)
    if word in ("all", "none"):
        return Reader(sees_all=word == "all")
    places = game.ruleset.seating.names
    players = tuple(one_line(name) for name in game.names)
    seats = seats_by_word(places, players)
    if word in seats:
        return Reader(sees_all=False, seat=seats[word])
    if word in map(seat_word, players):
        reason = f"several players are called so; expected one of {', '.join(places)}."
    else:
        expected = ", ".join(["all", "none", *places])
        hint = did_you_mean(word, ["all", "none", *seats])
        reason = f"expected {expected} or the name of a player{hint or '.'}"
    message = f"--hands {quoted(asked)}: {reason}"
    raise CommandError(message)


class Part(NamedTuple):
    """Which moments of a replay are shown; None for no limit.

    Attributes:
        deal: One deal, from 1.
        trick: One trick of each deal, from 1.
        to: How many moments.
        from_end: Whether these are counted from the end, the last being 1.
    """

    deal: int | None = None
    trick: int | None = None
    to: int | None = None
    from_end: bool = False

    def of(self, showing: Showing) -> tuple[Moment, ...]:
        """The moments to be shown.

        Raises:
            CommandError: There is no such deal or trick.
        """
        moments = showing.moments
        if self.deal is not None:
            number = self._from_start(self.deal, showing.deals, "--deal", "deal")
            moments = tuple(moment for moment in moments if moment.deal == number)
        if self.trick is not None and moments:
            moments = self._tricks(moments, self.trick)
        if self.to is None or not moments:
            return moments
        if self.from_end:
            return moments[: self._from_start(self.to, len(moments), "--to", "event")]
        return moments[: self.to]

    def _tricks(self, moments: tuple[Moment, ...], trick: int) -> tuple[Moment, ...]:
        most: dict[int, int] = {}
        for moment in moments:
            most[moment.deal] = max(moment.trick, most.get(moment.deal, 0))
        self._from_start(trick, max(most.values()), "--trick", "trick")
        wanted = {
            deal: tricks + 1 - trick if self.from_end else trick for deal, tricks in most.items()
        }
        return tuple(
            moment for moment in moments if moment.trick and moment.trick == wanted[moment.deal]
        )

    def _from_start(self, number: int, last: int, option: str, what: str) -> int:
        """The number as counted from the start, checked."""
        checked(number, last, option, what)
        return last + 1 - number if self.from_end else number


def checked(number: int, last: int, option: str, what: str) -> None:
    """Checks a number that an option gave.

    Raises:
        CommandError: It is past the last.
    """
    if number > last:
        there = {0: f"there is no {what}", 1: f"there is only one {what}"}
        message = f"{option} {quoted(str(number))}: {there.get(last, f'there are {last} {what}s')}."
        raise CommandError(message)
