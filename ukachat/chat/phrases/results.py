"""What reading a text may come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ukachat.engine.actions import SeatAction


@dataclass(frozen=True, slots=True)
class Understood:
    """The text means exactly one thing, and that is legal now."""

    action: SeatAction


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """The text may mean several things, or says several that exclude each other.

    Attributes:
        said: The text, as typed.
        choices: The legal actions among them, two or more.
    """

    said: str
    choices: tuple[SeatAction, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """The text is no talk about this choice, or is not understood to the last word.

    Attributes:
        choices: All legal actions; none when the seat is not asked anything.
    """

    choices: tuple[SeatAction, ...]


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """The text means exactly one thing, and that is not legal now; `engine.check` says why."""

    action: SeatAction


Reading: TypeAlias = Understood | TwoReadings | Unclear | NotAllowed
