"""What was said, as actions, where the game stands.

The functions here answer with what was meant, legal or not: alternatives that exclude each other,
each with the actions that it may stand for. "King" is one alternative of two actions where two
kings are held; "pass hearts" is two alternatives. An alternative without an action is something
that was said and makes no sense here, so that nothing is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ukachat.chat.phrases.cards import Cards
from ukachat.chat.phrases.lexicon import CardTerm, Look, Number, Person, Say
from ukachat.engine.actions import (
    ChooseDealer,
    Declare,
    Discard,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
    SeatAction,
)
from ukachat.engine.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.phrases.hearing import Part
    from ukachat.engine.seats import Seat
    from ukachat.engine.views import DealView, View

Meant: TypeAlias = list[tuple[SeatAction, ...]]

_NONSENSE: tuple[SeatAction, ...] = ()
_CALLS = (Pass, OrderUp, Name)


class _Said(NamedTuple):
    """One part of a text.

    Attributes:
        says: What the speaker does.
        cards: How cards are called.
        people: Who is named.
        ways: Alone (True) or with a partner (False), as far as it was said.
    """

    says: frozenset[Say]
    cards: tuple[CardTerm, ...]
    people: tuple[Person, ...]
    ways: tuple[bool, ...]

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits that were named, each once."""
        return tuple(dict.fromkeys(term for term in self.cards if isinstance(term, Suit)))

    def any_of(self, *says: Say) -> bool:
        """Whether one of these was said."""
        return not self.says.isdisjoint(says)


class _Asked(NamedTuple):
    """Who is asked what.

    Attributes:
        seat: Who is asked.
        legal: What the seat may do; never empty.
        view: What the seat knows.
        slots: By slot, its card.
    """

    seat: Seat
    legal: tuple[SeatAction, ...]
    view: View
    slots: Sequence[Card | None]


def meant(part: Part, view: View, slots: Sequence[Card | None]) -> Meant:
    """What one part of a text means for the seat whose turn it is.

    Args:
        part: The part, as heard.
        view: The view of a seat that has legal actions.
        slots: By slot, its card.
    """
    assert view.seat is not None
    says = frozenset(term for term in part if isinstance(term, Say))
    said = _Said(
        says=says,
        cards=tuple(term for term in part if isinstance(term, Suit | Rank | Card | Number | Look)),
        people=tuple(term for term in part if isinstance(term, Person)),
        ways=(True,) * (Say.ALONE in says) + (False,) * (Say.PARTNER in says),
    )
    asked = _Asked(view.seat, view.legal_actions, view, slots)
    deal = view.deal
    if deal is None:
        found = _dealer(said, asked)
    elif isinstance(asked.legal[0], _CALLS):
        is_first = len(deal.calls) < view.ruleset.seats
        found = _first_round(said, asked, deal) if is_first else _second_round(said, asked, deal)
    elif isinstance(asked.legal[0], Declare):
        found = _answer(said, asked, deal)
    elif isinstance(asked.legal[0], Play):
        found = _play(said, asked, deal)
    else:
        found = _exchange(said, asked, deal)
    return found or [_NONSENSE]


def _dealer(said: _Said, asked: _Asked) -> Meant:
    """Who deals first: "me", "my partner", "Ana deals"."""
    seat = asked.seat
    seats = [person.seats for person in said.people]
    if Say.PARTNER in said.says:
        seats.append(asked.view.ruleset.seating.partners[seat])
    if Say.ME in said.says:
        seats.append((seat,))
    found: Meant = [tuple(ChooseDealer(seat, each) for each in dealers) for dealers in seats]
    found += _out_of_place(said, asked)
    if said.any_of(Say.YES, Say.NO, Say.ALONE, Say.TAKE) or said.cards:
        found.append(_NONSENSE)
    return found or ([(ChooseDealer(seat, seat),)] if Say.I in said.says else [])


def _first_round(said: _Said, asked: _Asked, deal: DealView) -> Meant:
    """Whether the turn-up is wanted; it may be called by its suit, rank or name."""
    seat, turn_up = asked.seat, deal.turn_up
    others = [term for term in said.cards if not _is_called(turn_up, term)]
    # "Turn hearts down" and "leave the nine" decline; "pass hearts" contradicts itself.
    down = said.any_of(Say.TURN_DOWN) or (Say.LEAVE in said.says and bool(said.cards))
    wants_suit = bool(said.suits) and not down and len(others) < len(said.cards)
    wants = said.any_of(Say.ORDER, Say.TAKE, Say.YES) or wants_suit
    found: Meant = []
    if down or said.any_of(Say.PASS, Say.NO):
        found.append((Pass(seat),))
    if wants or (Say.ALONE in said.says and not others):
        found += [(OrderUp(seat, way),) for way in said.ways or (False,)]
    elif said.cards and not others and not down:
        found.append(_NONSENSE)
    for term in others:
        found += _named_too_early(term, asked, said.ways)
    if Say.KEEP in said.says or (Say.LEAVE in said.says and not said.cards):
        found.append(_NONSENSE)
    return found


def _named_too_early(term: CardTerm, asked: _Asked, ways: tuple[bool, ...]) -> Meant:
    """What is named in the first round and is not the turn-up."""
    if isinstance(term, Suit):
        return [(Name(asked.seat, term, way),) for way in ways or (False,)]
    return [(Play(asked.seat, term),)] if isinstance(term, Card) else [_NONSENSE]


def _second_round(said: _Said, asked: _Asked, deal: DealView) -> Meant:
    """Which suit is to be trumps."""
    seat, turned = asked.seat, deal.turn_up.suit
    ways = said.ways or (False,)
    found: Meant = []
    if said.any_of(Say.PASS, Say.NO, Say.TURN_DOWN):
        found.append((Pass(seat),))
    orders = Say.ORDER in said.says
    if orders:
        found += [(OrderUp(seat, way),) for way in ways]
    for suit in said.suits:
        if orders and suit is turned:
            continue
        found += [(_made_trumps(suit, way, asked, turned),) for way in ways]
    if Say.ALONE in said.says and not said.suits and not orders:
        alone = (call for call in asked.legal if isinstance(call, OrderUp | Name) and call.alone)
        found.append(tuple(alone))
    for term in said.cards:
        if isinstance(term, Card):
            found.append((Play(seat, term),))
        elif not (isinstance(term, Suit) or (term is Look.TRUMP and said.suits)):
            found.append(_NONSENSE)
    if said.any_of(Say.KEEP, Say.LEAVE):
        found.append(_NONSENSE)
    return found


def _made_trumps(suit: Suit, way: bool, asked: _Asked, turned: Suit) -> SeatAction:
    """The call that makes a suit trumps: by its name, or else by taking the turn-up."""
    call, take = Name(asked.seat, suit, way), OrderUp(asked.seat, way)
    return take if suit is turned and call not in asked.legal and take in asked.legal else call


def _answer(said: _Said, asked: _Asked, deal: DealView) -> Meant:
    """Whether the seat goes alone; a dealer who must take the turn-up may say just that."""
    seat, trumps = asked.seat, deal.trumps
    suit = trumps.suit if trumps else deal.turn_up.suit
    ways = set(said.ways)
    declines = Say.NO in said.says or (Say.PASS in said.says and trumps is not None)
    if declines:
        ways.add(False)
    if Say.YES in said.says and not ways:
        ways.add(True)
    others = [term for term in said.cards if term is not suit and term is not Look.TRUMP]
    takes = said.any_of(Say.ORDER, Say.TAKE) or suit in said.suits
    if trumps is None:
        others = [term for term in others if not _is_called(deal.turn_up, term)]
        if takes and not ways:
            ways.add(False)
    found: Meant = [(Declare(seat, way),) for way in sorted(ways)]
    found += _out_of_place(said, asked, but=(Say.PASS,) if declines else ())
    if trumps is not None and takes and (not ways or Say.ORDER in said.says):
        found.append((Name(seat, suit),) if suit in said.suits else (OrderUp(seat),))
    for term in others:
        found += _named_too_early(term, asked, ())
    if said.any_of(Say.KEEP, Say.LEAVE):
        found.append(_NONSENSE)
    return found


def _exchange(said: _Said, asked: _Asked, deal: DealView) -> Meant:
    """Which card the dealer throws for the turn-up, or whether it is left."""
    seat, turn_up = asked.seat, deal.turn_up
    found = _out_of_place(said, asked)
    found += [(Declare(seat, way),) for way in said.ways]
    about_turn_up = all(_is_called(turn_up, term) for term in said.cards)
    takes = said.any_of(Say.ORDER, Say.TAKE, Say.KEEP)
    if Say.LEAVE in said.says:
        found.append((LeaveTurnUp(seat),) if said.cards and about_turn_up else _NONSENSE)
    elif takes and about_turn_up and Say.THROW not in said.says:
        # The turn-up is taken; what is thrown for it has not been said.
        found.append(tuple(each for each in asked.legal if each != Discard(seat, turn_up)))
    elif takes and (Say.THROW not in said.says or Say.KEEP in said.says):
        found.append(_NONSENSE)
    elif said.cards:
        act = Play if Say.PLAY in said.says else Discard
        found += _cards_meant(said.cards, act, asked, deal, (*deal.hand, turn_up))
    if said.any_of(Say.YES, Say.NO):
        found.append(_NONSENSE)
    return found


def _play(said: _Said, asked: _Asked, deal: DealView) -> Meant:
    """Which card is played."""
    seat = asked.seat
    found = _out_of_place(said, asked)
    found += [(Declare(seat, way),) for way in said.ways]
    if Say.ORDER in said.says:
        found.append((OrderUp(seat),))
    if Say.LEAVE in said.says and said.cards == (Look.TURN_UP,):
        found.append((LeaveTurnUp(seat),))
    elif said.cards:
        found += _cards_meant(said.cards, Play, asked, deal, deal.hand)
        if said.any_of(Say.KEEP, Say.LEAVE):
            found.append(_NONSENSE)
    if Say.NO in said.says:
        found.append(_NONSENSE)
    return found


def _cards_meant(
    terms: tuple[CardTerm, ...],
    act: type[Play | Discard],
    asked: _Asked,
    deal: DealView,
    pool: tuple[Card, ...],
) -> Meant:
    assert deal.trumps is not None
    legal = tuple(each.card for each in asked.legal if isinstance(each, Play | Discard))
    cards = Cards(deal.trumps.suit, deal.turn_up, pool, legal, asked.slots)
    return [tuple(act(asked.seat, card) for card in alike) for alike in cards.meant(terms)]


def _out_of_place(said: _Said, asked: _Asked, but: tuple[Say, ...] = ()) -> Meant:
    """A call that declines, where no calls are made."""
    declines = {Say.PASS, Say.TURN_DOWN}.difference(but)
    return [(Pass(asked.seat),)] if said.any_of(*declines) else []


def _is_called(card: Card, term: CardTerm) -> bool:
    """Whether the card may be called so before trumps are made."""
    match term:
        case Card():
            return term is card
        case Suit():
            return term is card.suit
        case Rank():
            return term is card.rank
        case Number(value=number):
            return card.rank == number
        case Look.RED | Look.BLACK:
            return False
        case _:
            return term in (Look.TURN_UP, Look.TRUMP)
