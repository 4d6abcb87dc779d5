"""Reads the deals of an EGN file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ukachat.engine.actions import Name, OrderUp, Pass
from ukachat.engine.cards import Suit, card
from ukachat.engine.notation import parse_card
from ukachat.engine.seats import Seat
from ukachat.records.egn.rules import TABLE
from ukachat.records.model import RecordedDeal, TurnUp
from ukachat.yamlio import Text, YamlMap

if TYPE_CHECKING:
    from ukachat.engine.actions import Call
    from ukachat.engine.cards import Card, Hand
    from ukachat.records.egn.values import EgnSource, Value

BIDDING: Final = "EUCHRE_BIDDING"
PLAY: Final = "TRICK_PLAY"

_COMMENTS: Final = (
    "alternativeLines",
    "dealNumber",
    "phaseNumber",
    "callAnnotations",
    "callsAnnotations",
    "playAnnotations",
    "tricksAnnotations",
)
"""Keys that say nothing of the play, under the names of all versions."""

_SUITS: Final = {suit.letter.lower(): suit for suit in Suit}
_UNKNOWN: Final = re.compile(r"(x.?|(10|.)x|\?*)", re.IGNORECASE)
"""A card of which the rank or the suit, or both, were not seen."""


class DealReader:
    """Reads one deal.

    What is read adds its places to `where`, and to `notes` what is worth saying.
    """

    def __init__(self, deal: Value, number: int, where: EgnSource, notes: list[str]) -> None:
        if isinstance(deal.node, Text):
            raise deal.fault("deals packed into one text cannot be read; expected a mapping")
        deal.refuse_unknown("initialState", "phases", *_COMMENTS)
        self._number, self._where, self._notes = number, where, notes
        self._dealt = deal["initialState"]
        self._dealt.refuse_unknown("dealer", "upCard", "playerCards", "kitty")
        phases = self._phases(deal["phases"])
        self._bidding, self._play = phases[BIDDING], phases[PLAY]
        self._bidding.refuse_unknown(
            *("type", "calls", "isAlone", "aloneDefender", "discard", "cardExchanges"), *_COMMENTS
        )
        self._play.refuse_unknown("type", "tricks", "isAlone", "initialLead", *_COMMENTS)
        self._trump: Suit | None = None
        self._put(deal)

    def read(self) -> RecordedDeal:
        """The deal."""
        dealer = Seat(self._dealt["dealer"].number(high=len(TABLE.seats) - 1))
        turned = self._dealt["upCard"]
        turn_up = self._card(turned)
        if turn_up is None:
            raise turned.expected("a card such as Jd")
        self._put(turned, "turn_up")
        calls = self._calls(dealer)
        self._refuse_exchanges()
        self._trump = _trump(calls, turn_up)
        tricks = self._tricks()
        return RecordedDeal(
            dealer=dealer,
            hands=self._hands(),
            turn_up=turn_up,
            kitty=self._kitty(turn_up),
            calls=calls,
            exchange=self._exchange(),
            tricks=tricks,
            leaders=self._leaders(len(tricks)),
        )

    def _put(self, value: Value, *path: str | int) -> None:
        self._where.places["deals", self._number, *path] = value.place

    def _phases(self, value: Value) -> dict[str, Value]:
        """The two phases; an empty one for one that is missing."""
        nothing = replace(value, node=YamlMap(*value.place))
        found: dict[str, Value] = {}
        for each in value.items():
            kind = each["type"].text()
            if kind not in (BIDDING, PLAY):
                raise each["type"].expected(f"{BIDDING} or {PLAY}")
            if kind in found:
                raise each["type"].fault(f"expected {kind} once in a deal, got it twice")
            found[kind] = each
        return {kind: found.get(kind, nothing) for kind in (BIDDING, PLAY)}

    def _calls(self, dealer: Seat) -> tuple[Call, ...]:
        self._put(self._bidding["calls"], "calls")
        written = list(self._bidding["calls"].maybe_items())
        # Either phase may say it, and it belongs to the last call.
        said = (self._bidding["isAlone"], self._play["isAlone"])
        alone = [each for each in said if each.flag()]
        order = TABLE.after[dealer]
        calls: list[Call] = []
        for index, each in enumerate(written):
            self._put(each, "calls", index)
            is_alone = bool(alone) and index == len(written) - 1
            calls.append(_call(each, order[index % len(order)], alone=is_alone))
        if alone and (not calls or isinstance(calls[-1], Pass)):
            raise alone[0].fault("nobody can play alone here; the last call makes no trumps")
        return tuple(calls)

    def _refuse_exchanges(self) -> None:
        """Refuses what would follow the calls in games that cannot be replayed yet."""
        defender, exchanges = self._bidding["aloneDefender"], self._bidding["cardExchanges"]
        if defender.number(low=-1, default=-1) >= 0:
            raise defender.fault("a defender who plays alone cannot be replayed yet")
        if list(exchanges.maybe_items()):
            raise exchanges.fault("cards exchanged after the calls cannot be replayed yet")

    def _hands(self) -> tuple[Hand, ...]:
        self._put(self._dealt["playerCards"], "hands")
        written = list(self._dealt["playerCards"].maybe_items())
        if len(written) > len(TABLE.seats):
            raise written[-1].fault(f"expected 4 hands, got {len(written)}")
        hands: list[Hand] = [()] * len(TABLE.seats)
        for seat, each in enumerate(written):
            self._put(each, "hands", seat)
            hands[seat] = self._known(each, "hands", seat)
        return tuple(hands)

    def _kitty(self, turn_up: Card) -> Hand:
        value = self._dealt["kitty"]
        self._put(value, "kitty")
        # Some call all that is left after the deal the kitty, the card that is turned as well.
        return self._known(value, "kitty", but=turn_up)

    def _known(self, value: Value, *path: str | int, but: Card | None = None) -> Hand:
        """The cards of a list that are known."""
        cards: list[Card] = []
        for each in value.maybe_items():
            found = self._card(each)
            if found is not None and found is not but:
                self._put(each, *path, len(cards))
                cards.append(found)
        return tuple(cards)

    def _exchange(self) -> Card | TurnUp:
        discard = self._bidding["discard"]
        self._put(discard, "exchange")
        return self._card(discard) or TurnUp.NOT_RECORDED

    def _tricks(self) -> tuple[Hand, ...]:
        """The tricks, up to the first card that is not known.

        Nothing known may follow that one: who won its trick, and so led to the next, is open.
        """
        tricks: list[Hand] = []
        unknown: Value | None = None
        self._put(self._play["tricks"], "tricks")
        for trick, value in enumerate(self._play["tricks"].maybe_items()):
            self._put(value, "tricks", trick)
            cards: list[Card] = []
            for each in value.items():
                found = self._card(each)
                if found is None:
                    unknown = unknown or each
                    continue
                if unknown is not None:
                    raise unknown.fault("this card is unknown; what follows cannot be replayed")
                self._put(each, "tricks", trick, len(cards))
                cards.append(found)
            tricks.append(tuple(cards))
        while tricks and not tricks[-1]:
            tricks.pop()
        if unknown is not None and unknown.text():
            self._notes.append(f"Deal {self._number + 1} is read up to its first unknown card.")
        return tuple(tricks)

    def _leaders(self, tricks: int) -> tuple[Seat | None, ...]:
        """Who led, which version 1.0 says of the first trick."""
        value = self._play["initialLead"]
        if value.node is None or not tricks:
            return ()
        return Seat(value.number(high=len(TABLE.seats) - 1)), *[None] * (tricks - 1)

    def _card(self, value: Value) -> Card | None:
        """The card; None for one that is missing or unknown."""
        written = value.text()
        if _UNKNOWN.fullmatch(written):
            return None
        if written in ("R", "L"):
            return self._bower(value)
        if written == "B":
            raise value.fault("this is the joker, which cannot be replayed yet")
        try:
            return parse_card(re.sub("^[Nn]", "9", written))
        except ValueError:
            raise value.expected("a card such as Jd") from None

    def _bower(self, value: Value) -> Card:
        if self._trump is None:
            raise value.fault(f"{value.text()} is a bower, but no suit was made trumps")
        suit = self._trump if value.text() == "R" else self._trump.same_colour
        return card(f"J{suit.letter}")


def _call(value: Value, seat: Seat, *, alone: bool) -> Call:
    match value.text().lower():
        case "pass":
            return Pass(seat)
        case "order":
            return OrderUp(seat, alone)
        case "c" | "d" | "h" | "s" as letter:
            return Name(seat, _SUITS[letter], alone)
        case "n":
            raise value.fault("no trump cannot be replayed yet")
        case "x":
            raise value.fault("this call is unknown, so the deal cannot be replayed")
        case _:
            raise value.expected("Pass, Order or one of c, d, h, s")


def _trump(calls: tuple[Call, ...], turn_up: Card) -> Suit | None:
    match calls:
        case (*_, OrderUp()):
            return turn_up.suit
        case (*_, Name(suit=suit)):
            return suit
        case _:
            return None
