"""What replaying a record finds: notes, which only tell, and faults, which refuse.

Deals and tricks are counted from 1. ``sentence(names)`` tells a finding to people; its place in the
file comes from ``path``. Named tuples, here and in the modules around, are as frozen as dataclasses
and made much faster, which a program feels that starts for every replay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ukachat.text.words import card_words

if TYPE_CHECKING:
    from ukachat.engine.cards import Card
    from ukachat.engine.seats import Seat
    from ukachat.records.model import KeyPath

Names: TypeAlias = "tuple[str, ...]"


def _named(card: Card) -> str:
    """The card in words, and as it stands in a file."""
    return f"the {card_words(card)} ({card})"


class GameWasOver(NamedTuple):
    """The record goes on after the target was reached.

    Attributes:
        deal: The deal after which the game was over.
    """

    deal: int

    def sentence(self, names: Names) -> str:
        """What people read."""
        del names
        return f"The game was over after deal {self.deal}."


class UnexpectedDealer(NamedTuple):
    """A deal was dealt by another player than the one whose turn it was."""

    deal: int
    expected: Seat
    recorded: Seat

    def sentence(self, names: Names) -> str:
        """What people read."""
        return (
            f"Deal {self.deal} was dealt by {names[self.recorded]}; "
            f"it was the turn of {names[self.expected]}."
        )


class UnfinishedDeal(NamedTuple):
    """A deal stops before it is decided.

    Attributes:
        deal: The deal.
        tricks: The complete tricks.
    """

    deal: int
    tricks: int

    def sentence(self, names: Names) -> str:
        """What people read."""
        del names
        if not self.tricks:
            return f"Deal {self.deal} stops before the end of the first trick."
        tricks = "1 trick" if self.tricks == 1 else f"{self.tricks} tricks"
        return f"Deal {self.deal} stops after {tricks}."


Note: TypeAlias = GameWasOver | UnexpectedDealer | UnfinishedDeal


class Revoke(NamedTuple):
    """A card did not follow the suit led, though its player held one that does.

    Attributes:
        deal: The deal.
        trick: The trick.
        seat: Who revoked.
        card: The card played.
        led: The card led.
        held: A card that should have been played, and shows that it was held.
    """

    deal: int
    trick: int
    seat: Seat
    card: Card
    led: Card
    held: Card
    path: KeyPath

    def sentence(self, names: Names) -> str:
        """What people read."""
        who = names[self.seat]
        return (
            f"Deal {self.deal}, trick {self.trick}, {who}: {_named(self.card)} does not follow "
            f"{_named(self.led)}; {who} still held {_named(self.held)}."
        )


class ImpossibleCard(NamedTuple):
    """A card was played by a seat that cannot have had it.

    Attributes:
        deal: The deal.
        trick: The trick.
        seat: Who played it.
        card: The card.
        because: Where the card was, as the end of a sentence: "it was played in trick 1".
    """

    deal: int
    trick: int
    seat: Seat
    card: Card
    because: str
    path: KeyPath

    def sentence(self, names: Names) -> str:
        """What people read."""
        who = names[self.seat]
        return (
            f"Deal {self.deal}, trick {self.trick}, {who}: {who} cannot have {_named(self.card)}; "
            f"{self.because}."
        )


class WrongDecision(NamedTuple):
    """A decision before the play that the ruleset does not allow, or cards that do not fit.

    Attributes:
        deal: The deal; 0 for finding the first dealer.
        what: A sentence without the deal: what was written, and what would be right.
    """

    deal: int
    what: str
    path: KeyPath

    def sentence(self, names: Names) -> str:
        """What people read."""
        del names
        return f"{f'Deal {self.deal}' if self.deal else 'First dealer'}: {self.what}"


class WrongResult(NamedTuple):
    """A leader, winner, points or score as written differs from what the play gives.

    Attributes:
        deal: The deal.
        what: What it is: "score", "points", "the leader of trick 2".
        recorded: As written.
        derived: As it must be.
    """

    deal: int
    what: str
    recorded: str
    derived: str
    path: KeyPath

    def sentence(self, names: Names) -> str:
        """What people read."""
        del names
        verb = "are" if self.what == "the points" else "is"
        return (
            f"Deal {self.deal}: {self.what} {verb} written as {self.recorded}, "
            f"but the play gives {self.derived}."
        )


Fault: TypeAlias = Revoke | ImpossibleCard | WrongDecision | WrongResult
