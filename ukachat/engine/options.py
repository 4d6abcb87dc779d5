"""The named options of a ruleset: for each knob that is no number, the words it may take.

The sources of the options: the Uka text for all that `nz` sets, the Euchre text for `na`, the
Bicycle rule book for `bicycle`, tournament sheets and Alberta 55+ for the rest.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from ukachat.engine.cards import Card, card

if TYPE_CHECKING:
    from ukachat.engine.seats import Seat, Seating


class Sides(Enum):
    """Who plays with whom."""

    PARTNERSHIPS = "partnerships"
    INDIVIDUAL = "individual"


class FirstDealer(Enum):
    """How the first dealer of a game is found.

    A cut is one card a side, drawn by its lowest seat, who chooses the dealer of its side if it
    wins (Uka text); a draw is one card a seat. High counts the ace high, low counts it low, and
    equal cards draw again (Bicycle). For a jack, cards are dealt face up from seat 0 until one
    falls. Random is one card a seat too, the highest deals, and the order of suits clubs, diamonds,
    hearts, spades decides between equals, so that every seat has the same chance at once.
    """

    RANDOM = "random"
    HIGH_CUT = "high_cut"
    LOW_CUT = "low_cut"
    HIGH_DRAW = "high_draw"
    LOW_DRAW = "low_draw"
    FIRST_JACK = "first_jack"
    FIRST_BLACK_JACK = "first_black_jack"

    @property
    def is_cut(self) -> bool:
        """Whether each side draws, and not each seat."""
        return self in (FirstDealer.HIGH_CUT, FirstDealer.LOW_CUT)

    @property
    def is_low(self) -> bool:
        """Whether the lowest card wins, the ace being low."""
        return self in (FirstDealer.LOW_CUT, FirstDealer.LOW_DRAW)

    @property
    def jacks(self) -> tuple[Card, ...]:
        """The jacks of which the first to fall makes the dealer; empty for a cut or a draw."""
        black = (card("JC"), card("JS"))
        return {
            FirstDealer.FIRST_JACK: (*black, card("JD"), card("JH")),
            FirstDealer.FIRST_BLACK_JACK: black,
        }.get(self, ())

    def first_to_draw(self, table: Seating) -> tuple[Seat, ...]:
        """The seats that draw first: the lowest of each side for a cut, else all."""
        if self.is_cut:
            return tuple(table.members(side)[0] for side in table.sides)
        return table.seats


class MustHold(Enum):
    """Who needs a card of the suit that they make trumps."""

    NONE = "none"
    NON_DEALER = "non_dealer"
    ALL = "all"


class DealerPartner(Enum):
    """What the dealer's partner may do in the first round."""

    NORMAL = "normal"
    ALONE_ONLY = "alone_only"
    FORBIDDEN = "forbidden"


class PickUp(Enum):
    """The dealer's duty when another player orders the turn-up up."""

    FORCED = "forced"
    OPTIONAL = "optional"


class TurnedSuit(Enum):
    """Whether the suit turned down in the first round may be named in the second."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class DealerLast(Enum):
    """What the dealer does when the second round comes back to them."""

    MAY_PASS = "may_pass"
    MUST_NAME = "must_name"
    TAKES_TURN_UP = "takes_turn_up"
    TURN_UP_OR_NAME = "turn_up_or_name"


class AfterPasses(Enum):
    """Who deals after two rounds of passes."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"
    NOT_POSSIBLE = "not_possible"


class WhoAlone(Enum):
    """Who of the makers may go alone."""

    NOBODY = "nobody"
    CALLER = "caller"
    MAKER_SIDE = "maker_side"


class WhenAlone(Enum):
    """Until when one of the makers may say that they go alone."""

    WITH_CALL = "with_call"
    BEFORE_FIRST_LEAD = "before_first_lead"


class DefendAlone(Enum):
    """Whether a defender may go alone, and against whom."""

    NONE = "none"
    VS_LONE_MAKER = "vs_lone_maker"
    ANY_HAND = "any_hand"


class FirstLead(Enum):
    """Who leads to the first trick; a seat that sits out is skipped."""

    LEFT_OF_DEALER = "left_of_dealer"
    LEFT_OF_LONER = "left_of_loner"


class BothAloneLead(Enum):
    """Who leads to the first trick when both sides have a lone player."""

    LONE_DEFENDER = "lone_defender"
    BY_FIRST_LEAD = "by_first_lead"
