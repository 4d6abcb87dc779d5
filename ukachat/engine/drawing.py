"""Finding the first dealer: cuts, draws and the first jack."""

from __future__ import annotations

from ukachat.engine.actions import ChooseDealer, Draw
from ukachat.engine.cards import Card, Rank
from ukachat.engine.errors import BadDraw, NotOfYourSide, Refusal
from ukachat.engine.events import CardsDrawn, DealerChosen, DrawTied
from ukachat.engine.options import FirstDealer
from ukachat.engine.state import AwaitingDeal, ChoosingDealer, DrawingForDealer, GameState, Step

_ACE_LOW = 1


def check_draw(state: GameState, phase: DrawingForDealer, action: Draw) -> None:
    """Raises `BadDraw` where the cards are not what the method asks for."""
    rules, cards = state.ruleset, action.cards
    jacks = rules.deal.first_dealer.jacks
    whole = rules.pack_as_set
    if type(cards) is not tuple or any(type(card) is not Card for card in cards):
        raise BadDraw("expected a tuple of cards")
    if len(set(cards)) != len(cards) or not all(card in whole for card in cards):
        raise BadDraw("expected different cards of this ruleset's pack")
    if jacks:
        if [card in jacks for card in cards] != [False] * (len(cards) - 1) + [True]:
            raise BadDraw("expected cards up to the first jack that decides, and no further")
    elif len(cards) != len(phase.seats):
        raise BadDraw(f"expected {len(phase.seats)} cards, one a seat, got {len(cards)}")


def draw(state: GameState, phase: DrawingForDealer, action: Draw) -> Step:
    """Turns the cards and finds the dealer, the seat that may choose, or who draws again."""
    rules, seats, cards = state.ruleset, phase.seats, action.cards
    method = rules.deal.first_dealer
    draws = tuple((seats[number % len(seats)], card) for number, card in enumerate(cards))
    drawn = CardsDrawn(draws)
    if method.jacks:
        winners = [draws[-1][0]]
    else:
        best = max(_worth(card, method) for card in cards)
        winners = [seat for seat, card in draws if _worth(card, method) == best]
    if len(winners) > 1:
        again = tuple(winners)
        return state.step(DrawingForDealer(again), drawn, DrawTied(again))
    winner = winners[0]
    if method.is_cut and rules.seating.partners[winner]:
        return state.step(ChoosingDealer(winner), drawn)
    return state.step(AwaitingDeal(winner), drawn, DealerChosen(winner))


def _worth(card: Card, method: FirstDealer) -> tuple[int, int]:
    """What orders the cards of a draw: the higher wins, and equals draw again."""
    if method is FirstDealer.RANDOM:
        return card.rank, card.suit
    if method.is_low:
        return -(_ACE_LOW if card.rank is Rank.ACE else card.rank), 0
    return card.rank, 0


def choices(state: GameState, phase: ChoosingDealer) -> tuple[ChooseDealer, ...]:
    """The players of the side that won the cut."""
    table = state.ruleset.seating
    return tuple(
        ChooseDealer(phase.turn, dealer) for dealer in table.members(table.side[phase.turn])
    )


def refuse_choice(state: GameState, phase: ChoosingDealer, action: ChooseDealer) -> Refusal | None:
    """Why this dealer may not be chosen."""
    return None if action in choices(state, phase) else NotOfYourSide()


def choose(state: GameState, _phase: ChoosingDealer, action: ChooseDealer) -> Step:
    """Makes the chosen player the dealer."""
    return state.step(AwaitingDeal(action.dealer), DealerChosen(action.dealer))
