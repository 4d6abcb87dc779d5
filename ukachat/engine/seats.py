"""Seats and sides: who sits left of whom, who plays with whom, who is out.

Seats are numbered clockwise from 0. With partnerships side 0 is the even seats and side 1 the odd
ones, at a table of six too; otherwise each seat is a side of its own.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple, NewType


class Seat(int):
    """A place at the table, numbered clockwise from 0."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Seat({int(self)})"

    __str__ = int.__repr__


Side = NewType("Side", int)

SEAT_NAMES: dict[int, tuple[str, ...]] = {
    2: ("North", "South"),
    3: ("North", "East", "West"),
    4: ("North", "East", "South", "West"),
    6: ("North", "Northeast", "Southeast", "South", "Southwest", "Northwest"),
}


class Active(NamedTuple):
    """Who plays in a deal and who sits out.

    Attributes:
        alone: Who plays alone: nobody, one, or one of each side, the makers' first.
        out: Their partners, whose cards stay face down.
        following: By seat, the next seat clockwise that is not out.
    """

    alone: tuple[Seat, ...]
    out: tuple[Seat, ...]
    following: tuple[Seat, ...]


class Seating:
    """The language of one table; get it from `seating`.

    Attributes:
        seats: All seats, clockwise from 0.
        sides: All sides.
        names: What each seat is called when no person's name is known: ``"North"``.
        side: By seat, its side.
        partners: By seat, the other seats of its side, clockwise from it.
        after: By seat, all seats clockwise from its left, itself last.
        active: By the seats that play alone, one at most of each side: who plays.
    """

    def __init__(self, count: int, *, partnerships: bool) -> None:
        self.seats = tuple(Seat(number) for number in range(count))
        self.names = SEAT_NAMES[count]
        self.side = tuple(Side(seat % 2 if partnerships else seat) for seat in self.seats)
        self.sides = tuple(Side(number) for number in range(len(set(self.side))))
        self.after = tuple(self.seats[seat + 1 :] + self.seats[: seat + 1] for seat in self.seats)
        self.partners = tuple(
            tuple(other for other in self.after[seat][:-1] if self.side[other] == self.side[seat])
            for seat in self.seats
        )
        self.active: dict[tuple[Seat, ...], Active] = {
            alone: self._active(alone)
            for size in (0, 1, 2)
            for alone in permutations(self.seats, size)
            if len({self.side[seat] for seat in alone}) == size
        }

    def _active(self, alone: tuple[Seat, ...]) -> Active:
        out = tuple(partner for seat in alone for partner in self.partners[seat])
        following = tuple(
            next(other for other in self.after[seat] if other not in out) for seat in self.seats
        )
        return Active(alone, out, following)

    def left(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return self.after[seat][0]

    def members(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side, lowest first."""
        return tuple(seat for seat in self.seats if self.side[seat] == side)


@cache
def seating(count: int, *, partnerships: bool) -> Seating:
    """The table of 2, 3, 4 or 6 seats, as partnerships or each for themselves."""
    return Seating(count, partnerships=partnerships)
