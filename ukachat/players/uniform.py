"""A player without any sense, against which the others are measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from ukachat.engine.actions import SeatAction
    from ukachat.engine.views import View


class Uniform:
    """Does anything that is allowed, every action with the same chance."""

    name = "random"

    def choose(self, view: View, rng: Random) -> SeatAction:
        """As `Player.choose`."""
        return rng.choice(view.legal_actions)
