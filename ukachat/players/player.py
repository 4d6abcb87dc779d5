"""What every computer player is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from random import Random

    from ukachat.engine.actions import SeatAction
    from ukachat.engine.views import View


class Player(Protocol):
    """Somebody who decides by what a seat can see.

    A player keeps nothing between two decisions, so one object may sit at any number of tables.
    """

    @property
    def name(self) -> str:
        """The name by which `get_player` gives this player."""
        ...

    def choose(self, view: View, rng: Random) -> SeatAction:
        """Chooses one of ``view.legal_actions``, of which there must be at least one.

        Args:
            view: What the seat sees when it is its turn.
            rng: The only source of chance: the same view and state of it give the same choice.
        """
        ...
