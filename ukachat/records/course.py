"""Who did what in a recorded deal: the caller, who plays alone, and whose each card was.

A record holds only the decisions in order. What they say about seats follows from the ruleset and
from `trumps`, without knowing a hand; so this works for a deal that breaks the rules as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ukachat.engine.actions import Name, OrderUp, Pass
from ukachat.engine.calling import may_say_alone
from ukachat.engine.options import DealerLast, WhoAlone
from ukachat.engine.ruleset import Ruleset
from ukachat.engine.seats import Active
from ukachat.engine.settling import first_leader
from ukachat.engine.state import Trick
from ukachat.engine.trumps import TRUMP_TABLES, TrumpTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.cards import Card, Hand
    from ukachat.engine.seats import Seat
    from ukachat.records.model import RecordedDeal


class Trumps(NamedTuple):
    """Trumps of a recorded deal.

    Attributes:
        caller: Who made them.
        table: What every card counts as.
        active: Who plays.
        turn_up_offered: Whether the dealer was to exchange the turn-up.
    """

    caller: Seat
    table: TrumpTable
    active: Active
    turn_up_offered: bool


class Played(NamedTuple):
    """A card as it fell.

    Attributes:
        trick: Which trick, from 1.
        place: Which card of the trick, from 0.
        seat: Whose card it was.
        card: The card.
        led: The card led to the trick.
    """

    trick: int
    place: int
    seat: Seat
    card: Card
    led: Card


def trumps_of(rules: Ruleset, deal: RecordedDeal) -> Trumps | None:
    """The trumps that a record tells; None where it stops before, or was passed out."""
    table = rules.seating
    last = deal.calls[-1] if deal.calls else None
    said = [answer.seat for answer in deal.answers if answer.alone]
    # A dealer whose partner goes alone with the call is out before the exchange.
    dealer_is_out = False
    if isinstance(last, OrderUp | Name):
        caller, from_turn_up = last.seat, isinstance(last, OrderUp)
        suit = last.suit if isinstance(last, Name) else deal.turn_up.suit
        if last.alone:
            said.insert(0, last.seat)
            dealer_is_out = deal.dealer in table.partners[caller]
    elif is_forced(rules, deal):
        caller, suit, from_turn_up = deal.dealer, deal.turn_up.suit, True
    else:
        return None
    # The maker comes first, and each side can have but one lone player.
    said.sort(key=lambda seat: table.side[seat] != table.side[caller])
    active = table.active.get(tuple(said)) or table.active[()]
    return Trumps(caller, TRUMP_TABLES[suit], active, from_turn_up and not dealer_is_out)


def is_forced(rules: Ruleset, deal: RecordedDeal, *, calls: int | None = None) -> bool:
    """Whether everybody passed until the dealer had to take the turn-up.

    Args:
        rules: The variant.
        deal: The record.
        calls: How many of its calls count; None for all.
    """
    said = deal.calls[:calls]
    return (
        rules.round2.dealer is DealerLast.TAKES_TURN_UP
        and len(said) == 2 * rules.seats - 1
        and all(isinstance(call, Pass) for call in said)
    )


def may_be_asked(rules: Ruleset, deal: RecordedDeal, trumps: Trumps | None) -> set[Seat]:
    """The seats that the ruleset may ask, apart from the call, whether they go alone."""
    if trumps is None:
        return set()
    table, caller = rules.seating, trumps.caller
    asked: set[Seat] = set()
    if is_forced(rules, deal) and may_say_alone(rules, forced=True):
        asked.add(deal.dealer)
    if rules.makers_are_asked:
        asked.add(caller)
        if rules.alone.who is WhoAlone.MAKER_SIDE:
            asked.update(table.partners[caller])
    if any(rules.defenders_are_asked):
        asked.update(seat for seat in table.seats if table.side[seat] != table.side[caller])
    return asked


def plays(rules: Ruleset, deal: RecordedDeal, trumps: Trumps) -> Iterator[Played]:
    """Every card of the record with its seat, in the order of play."""
    following = trumps.active.following
    for number, (leader, cards) in enumerate(led_tricks(rules, deal, trumps), 1):
        seat = leader
        for place, card in enumerate(cards):
            yield Played(number, place, seat, card, cards[0])
            seat = following[seat]


def led_tricks(rules: Ruleset, deal: RecordedDeal, trumps: Trumps) -> Iterator[tuple[Seat, Hand]]:
    """Each trick of the record with its leader."""
    leader = first_leader(rules, deal.dealer, trumps.active)
    for cards in deal.tricks:
        yield leader, cards
        if is_complete(rules, trumps, cards):
            leader = won_by(trumps, leader, cards)


def is_complete(rules: Ruleset, trumps: Trumps, cards: Hand) -> bool:
    """Whether everybody who plays has played to the trick."""
    return len(cards) == rules.seats - len(trumps.active.out)


def won_by(trumps: Trumps, leader: Seat, cards: Hand) -> Seat:
    """The winner of a complete trick."""
    winner = leader
    for _ in range(trumps.table.winner(cards)):
        winner = trumps.active.following[winner]
    return winner


def complete_tricks(rules: Ruleset, deal: RecordedDeal, trumps: Trumps) -> tuple[Trick, ...]:
    """The complete tricks of the record."""
    return tuple(
        Trick(leader, cards, won_by(trumps, leader, cards))
        for leader, cards in led_tricks(rules, deal, trumps)
        if is_complete(rules, trumps, cards)
    )
