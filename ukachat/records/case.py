"""One recorded deal with what is needed to judge it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ukachat.engine.ruleset import Ruleset
    from ukachat.records.course import Trumps
    from ukachat.records.model import KeyPath, RecordedDeal


class Case(NamedTuple):
    """A recorded deal under its rules.

    Attributes:
        rules: The variant.
        deal: The record.
        number: Which deal of the game it is, from 1.
        names: By seat, what its player is called.
        trumps: The trumps that the record tells; None where nobody made them.
    """

    rules: Ruleset
    deal: RecordedDeal
    number: int
    names: tuple[str, ...]
    trumps: Trumps | None

    def path(self, *keys: str | int) -> KeyPath:
        """The key path of a part of the deal, for its place in the file."""
        return ("deals", self.number - 1, *keys)
