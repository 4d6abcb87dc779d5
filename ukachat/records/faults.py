"""Finding what cannot be right in the cards of a recorded deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.actions import Pass
from ukachat.engine.notation import format_cards
from ukachat.records.course import Played, is_complete, may_be_asked, plays
from ukachat.records.findings import Fault, ImpossibleCard, Revoke, WrongDecision
from ukachat.records.model import TurnUp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ukachat.engine.cards import Card
    from ukachat.engine.seats import Seat
    from ukachat.records.case import Case
    from ukachat.records.course import Trumps
    from ukachat.records.exchange import Exchange
    from ukachat.records.model import KeyPath


def dealt_wrongly(case: Case) -> Iterator[WrongDecision]:
    """Hands and kitty that are too large, cards that are not in the pack, or dealt twice."""
    rules, deal = case.rules, case.deal
    for seat, hand in enumerate(deal.hands):
        if len(hand) > rules.deal.cards:
            who, expected = case.names[seat], rules.deal.cards
            what = f"{who} is dealt {len(hand)} cards; expected {expected}."
            yield WrongDecision(case.number, what, case.path("hands", seat))
    if len(deal.kitty) > rules.kitty_size:
        what = f"the kitty has {len(deal.kitty)} cards; expected {rules.kitty_size}."
        yield WrongDecision(case.number, what, case.path("kitty"))
    dealt: list[tuple[KeyPath, Card]] = [(case.path("turn_up"), deal.turn_up)]
    for seat, hand in enumerate(deal.hands):
        dealt += [(case.path("hands", seat, place), card) for place, card in enumerate(hand)]
    dealt += [(case.path("kitty", place), card) for place, card in enumerate(deal.kitty)]
    seen: set[Card] = set()
    for path, card in dealt:
        if card not in rules.pack_as_set:
            what = f"{card} is not in the pack of {rules.title}."
            yield WrongDecision(case.number, what, path)
        elif card in seen:
            yield WrongDecision(case.number, f"{card} is dealt twice.", path)
        seen.add(card)


def decided_wrongly(case: Case) -> Iterator[WrongDecision]:
    """Calls after trumps were made, and answers and exchanges that nobody was asked for."""
    asked = may_be_asked(case.rules, case.deal, case.trumps)
    for index, answer in enumerate(case.deal.answers):
        if answer.seat not in asked:
            what = f"{case.names[answer.seat]} was not asked whether to go alone."
            yield WrongDecision(case.number, what, case.path("answers", index))
    too_early = case.trumps is None and case.deal.tricks  # which is a fault of its own
    offered = case.trumps is not None and case.trumps.turn_up_offered
    if not offered and not too_early and case.deal.exchange is not TurnUp.NOT_RECORDED:
        what = "nobody was to exchange a card for the turn-up, so there is no discard."
        yield WrongDecision(case.number, what, case.path("exchange"))
    for index, call in enumerate(case.deal.calls[:-1]):
        if not isinstance(call, Pass):
            what = f"{case.names[call.seat]} made trumps, and nobody was to call any more."
            yield WrongDecision(case.number, what, case.path("calls", index + 1))
            return


def tricks_of_wrong_size(case: Case) -> Iterator[WrongDecision]:
    """Tricks without trumps, too many tricks, and tricks with too many or too few cards."""
    rules, deal, trumps = case.rules, case.deal, case.trumps
    if trumps is None:
        if deal.tricks:
            what = "cards are played before anybody has made trumps."
            yield WrongDecision(case.number, what, case.path("tricks"))
        return
    size = rules.seats - len(trumps.active.out)
    for count, cards in enumerate(deal.tricks, 1):
        path = case.path("tricks", count - 1)
        if count > rules.deal.cards:
            what = f"trick {count} is one too many; a deal has {rules.deal.cards}."
            yield WrongDecision(case.number, what, path)
            return
        is_last = count == len(deal.tricks)
        if not cards or len(cards) > size or not (is_last or is_complete(rules, trumps, cards)):
            what = f"trick {count} has {len(cards)} cards; expected {size}."
            yield WrongDecision(case.number, what, path)
            return


def in_the_play(case: Case, trumps: Trumps, exchange: Exchange) -> Iterator[Fault]:
    """Revokes, and cards from seats that cannot have them, in the order of play.

    Args:
        case: The deal.
        trumps: Its trumps.
        exchange: How the dealer's exchange is read.
    """
    played = list(plays(case.rules, case.deal, trumps))
    impossible = {
        index: because
        for index, each in enumerate(played)
        if (because := _why_impossible(case, exchange, played[:index], each))
    }
    yield from _thrown_wrongly(case, exchange)
    for index, each in enumerate(played):
        path = case.path("tricks", each.trick - 1, each.place)
        if index in impossible:
            yield ImpossibleCard(
                case.number, each.trick, each.seat, each.card, impossible[index], path
            )
        suit = trumps.table.suit
        led = suit[each.led.index]
        if suit[each.card.index] is led:
            continue
        later = [
            other.card
            for place, other in enumerate(played[index + 1 :], index + 1)
            if other.seat == each.seat and place not in impossible
        ]
        held = (*later, *_never_played(case, exchange, played, each.seat))
        follows = trumps.table.follows(held, led)
        if follows:
            yield Revoke(case.number, each.trick, each.seat, each.card, each.led, follows[0], path)


def _never_played(case: Case, exchange: Exchange, played: list[Played], seat: Seat) -> list[Card]:
    """The cards that the record says the seat held all through the play."""
    deal = case.deal
    held = list(deal.hands[seat])
    if seat == deal.dealer and exchange.taken:
        held.append(deal.turn_up)
    gone = {each.card for each in played}
    return [card for card in held if card not in gone and card is not exchange.thrown]


def _why_impossible(
    case: Case, exchange: Exchange, before: list[Played], play: Played
) -> str | None:
    """Why the seat cannot have the card, as the end of a sentence; None where it can."""
    card, seat, deal = play.card, play.seat, case.deal
    if card not in case.rules.pack_as_set:
        return f"it is not in the pack of {case.rules.title}"
    earlier = next((each for each in before if each.card is card), None)
    if earlier is not None:
        return f"{case.names[earlier.seat]} played it in trick {earlier.trick}"
    if card is exchange.thrown:
        return "the dealer threw it"
    if card is deal.turn_up:
        if not exchange.taken:
            return "it is the turn-up, which nobody took"
        taken_by_other = seat != deal.dealer
        return "it is the turn-up, which the dealer took" if taken_by_other else None
    return _where_else(case, card, seat) or _one_too_many(case, exchange, before, play)


def _one_too_many(case: Case, exchange: Exchange, before: list[Played], play: Played) -> str | None:
    """Whether the seat has shown as many cards as it can have held without this one."""
    deal, seat = case.deal, play.seat
    shown = {*deal.hands[seat], *(each.card for each in before if each.seat == seat)}
    shown -= {deal.turn_up, exchange.thrown, play.card}
    room = case.rules.deal.cards
    turn_up_strayed = any(each.card is deal.turn_up and each.seat != deal.dealer for each in before)
    took = exchange.taken and exchange.thrown is not deal.turn_up
    if seat == deal.dealer and took and not turn_up_strayed:
        room -= 1  # one of the cards dealt was thrown
    if len(shown) < room:
        return None
    others = format_cards(tuple(sorted(shown, key=lambda card: card.index)))
    return f"beside {others} it is one card too many"


def _thrown_wrongly(case: Case, exchange: Exchange) -> Iterator[WrongDecision]:
    """A card thrown for the turn-up that the dealer cannot have had."""
    thrown = exchange.thrown
    if thrown is None or thrown is case.deal.turn_up:
        return
    because = _where_else(case, thrown, case.deal.dealer)
    if thrown not in case.rules.pack_as_set:
        because = f"it is not in the pack of {case.rules.title}"
    if because is not None:
        what = f"the dealer cannot have thrown {thrown}; {because}."
        yield WrongDecision(case.number, what, case.path("exchange"))


def _where_else(case: Case, card: Card, seat: Seat) -> str | None:
    """Where the deal says a card was, if not with this seat."""
    deal = case.deal
    if card in deal.kitty:
        return "it lay in the kitty"
    for owner, hand in enumerate(deal.hands):
        if owner != seat and card in hand:
            return f"it was dealt to {case.names[owner]}"
    hand = deal.hands[seat]
    if len(hand) == case.rules.deal.cards and card not in hand:
        return f"{case.names[seat]} was dealt {format_cards(hand)}"
    return None
