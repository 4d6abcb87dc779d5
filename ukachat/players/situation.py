"""What a seat that is to play a card can tell about the trick and the cards that are out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ukachat.engine.trumps import TRUMP_TABLES, is_left_bower, is_right_bower

if TYPE_CHECKING:
    from ukachat.engine.cards import Card, Suit
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import DealView, View


class Situation:
    """The play of a deal as one seat sees it.

    Attributes:
        deal: What the seat sees of the deal.
        trump: The trump suit.
        seat: Whose turn it is.
        hand: Its cards.
        partners: Its partners who play.
        rivals: The other side's players who play.
        is_maker: Whether its side made trumps.
        is_alone: Whether it plays without a partner.
    """

    def __init__(self, view: View) -> None:
        deal, seat = view.deal, view.seat
        assert deal is not None
        assert deal.trumps is not None
        assert seat is not None
        seating, trumps = view.ruleset.seating, deal.trumps
        self.deal: DealView = deal
        self.trump: Suit = trumps.suit
        self.seat: Seat = seat
        self.hand = deal.hand
        self._table = TRUMP_TABLES[trumps.suit]
        self._pack = view.ruleset.pack
        self._following = seating.active[trumps.alone].following
        side = seating.side
        playing = [each for each in seating.seats if each not in trumps.sitting_out]
        self.partners = [each for each in playing if each != seat and side[each] == side[seat]]
        self.rivals = [each for each in playing if side[each] != side[seat]]
        self.is_maker = side[trumps.caller] == side[seat]
        self.is_alone = seat in trumps.alone

    def suit(self, card: Card) -> Suit:
        """The suit that a card belongs to."""
        return self._table.suit[card.index]

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return self._table.suit[card.index] is self.trump

    def strength(self, card: Card) -> int:
        """What orders cards of one suit, and puts trumps above the rest."""
        return self._table.strength[self.suit(card)][card.index]

    @cached_property
    def trumps(self) -> list[Card]:
        """The trumps in hand, the highest first."""
        held = [card for card in self.hand if self.is_trump(card)]
        return sorted(held, key=self.strength, reverse=True)

    @cached_property
    def unseen(self) -> list[Card]:
        """The cards that another seat may hold."""
        deal = self.deal
        seen = {*deal.hand, *deal.trick, deal.discard}
        for trick in deal.tricks:
            seen.update(trick.cards)
        if deal.trumps is not None and not deal.trumps.turn_up_taken:
            seen.add(deal.turn_up)
        return [card for card in self._pack if card not in seen]

    @cached_property
    def _voids(self) -> set[tuple[Seat, Suit]]:
        """Who did not follow which suit."""
        found: set[tuple[Seat, Suit]] = set()
        tricks = [(trick.leader, trick.cards) for trick in self.deal.tricks]
        if self.deal.leader is not None and self.deal.trick:
            tricks.append((self.deal.leader, self.deal.trick))
        for leader, cards in tricks:
            led, seat = self.suit(cards[0]), leader
            for card in cards:
                if self.suit(card) is not led:
                    found.add((seat, led))
                seat = self._following[seat]
        return found

    def is_void(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat has shown that it has none of a suit."""
        return (seat, suit) in self._voids

    @cached_property
    def rivals_may_hold_trumps(self) -> bool:
        """Whether a trump may be out with the other side."""
        out = any(self.is_trump(card) for card in self.unseen)
        return out and any(not self.is_void(seat, self.trump) for seat in self.rivals)

    def is_highest(self, card: Card) -> bool:
        """Whether no card of its suit that is still out would beat it."""
        suit, strength = self.suit(card), self.strength(card)
        return not any(
            self.suit(other) is suit and self.strength(other) > strength for other in self.unseen
        )

    def may_be_trumped(self, suit: Suit) -> bool:
        """Whether a rival has shown none of a plain suit, and may have a trump for it."""
        return self.rivals_may_hold_trumps and any(
            self.is_void(seat, suit) and not self.is_void(seat, self.trump) for seat in self.rivals
        )

    @cached_property
    def left_in_danger(self) -> Card | None:
        """The left bower in hand while the right is out; it wants another trump beside it."""
        left = next((card for card in self.trumps if is_left_bower(card, self.trump)), None)
        if left is None or not any(is_right_bower(card, self.trump) for card in self.unseen):
            return None
        return left

    # The trick on the table.

    @cached_property
    def winner(self) -> Seat:
        """Who is winning the trick on the table."""
        seat = self.deal.leader
        assert seat is not None
        for _ in range(self._table.winner(self.deal.trick)):
            seat = self._following[seat]
        return seat

    @cached_property
    def winning(self) -> Card:
        """The card that is winning."""
        return self.deal.trick[self._table.winner(self.deal.trick)]

    @property
    def is_partners(self) -> bool:
        """Whether the trick is a partner's so far."""
        return self.winner in self.partners

    @cached_property
    def is_last(self) -> bool:
        """Whether the seat's card completes the trick."""
        return self._following[self.seat] == self.deal.leader

    def beats(self, card: Card) -> bool:
        """Whether a card would be winning."""
        strength = self._table.strength[self.suit(self.deal.trick[0])]
        return strength[card.index] > strength[self.winning.index]
