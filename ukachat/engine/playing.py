"""The tricks, and the score at their end.

Source: following suit and taking tricks, the common core of all texts; the end of a game at or past
the target, the Uka text and the Euchre text.
"""

from __future__ import annotations

from operator import add

from ukachat.engine.actions import Play
from ukachat.engine.cards import CARDS
from ukachat.engine.errors import MustFollow, NotInHand, Refusal
from ukachat.engine.events import CardPlayed, DealScored, Event, GameOver, NextDealer, TrickWon
from ukachat.engine.scoring import deal_points, outcome
from ukachat.engine.seats import Seat
from ukachat.engine.state import AwaitingDeal, GameState, Made, Over, Playing, Step, Trick, make

# Every play and its event, by seat and card index, and every won trick, made once.
_PLAY = tuple(tuple(Play(Seat(seat), card) for card in CARDS) for seat in range(6))
_PLAYED = tuple(tuple(CardPlayed(Seat(seat), card) for card in CARDS) for seat in range(6))
_WON = tuple(tuple(TrickWon(Seat(seat), n) for n in range(len(CARDS))) for seat in range(6))


def plays(phase: Playing) -> tuple[Play, ...]:
    """The cards that the seat may play: those that follow the suit led, or any if void of it."""
    seat = phase.turn
    hand, of_seat = phase.hands[seat], _PLAY[seat]
    if phase.cards:
        suit = phase.made.table.suit
        led = suit[phase.cards[0].index]
        following: list[Play] = []
        for card in hand:  # A comprehension here costs a third more, for every card of a game.
            index = card.index
            if suit[index] is led:
                following.append(of_seat[index])
        if following:
            return tuple(following)
    return tuple([of_seat[card.index] for card in hand])


def refuse_play(_state: GameState, phase: Playing, action: Play) -> Refusal | None:
    """Why the card may not be played; None where it may."""
    card, hand = action.card, phase.hands[phase.turn]
    if card not in hand:
        return NotInHand(card)
    if phase.cards:
        table = phase.made.table
        suit = table.suit
        led = suit[phase.cards[0].index]
        if suit[card.index] is not led:
            for held in hand:
                if suit[held.index] is led:
                    return MustFollow(card, phase.cards[0], table.follows(hand, led))
    return None


def play(state: GameState, phase: Playing, action: Play) -> Step:
    """Lays the card on the table, and takes the trick where it is the last of it."""
    made, discard, before, tricks, leader, cards, seat = phase
    card = action.card
    hand = before[seat]
    place = hand.index(card)
    left = list(before)
    left[seat] = hand[:place] + hand[place + 1 :]
    hands = tuple(left)
    cards = (*cards, card)
    played = _PLAYED[seat][card.index]
    following = made.active.following
    turn = following[seat]
    if turn != leader:
        after = make(Playing, (made, discard, hands, tricks, leader, cards, turn))
        return make(
            Step, (make(GameState, (state.ruleset, state.score, state.deals, after)), (played,))
        )
    winner = leader
    for _ in range(made.table.winner(cards)):
        winner = following[winner]
    tricks = (*tricks, make(Trick, (leader, cards, winner)))
    won = _WON[winner][len(tricks)]
    if len(tricks) == state.ruleset.deal.cards:
        return score_deal(state, made, tricks, (played, won))
    after = make(Playing, (made, discard, hands, tricks, winner, (), winner))
    return make(
        Step, (make(GameState, (state.ruleset, state.score, state.deals, after)), (played, won))
    )


def score_deal(
    state: GameState, made: Made, tricks: tuple[Trick, ...], events: tuple[Event, ...]
) -> Step:
    """Scores a deal that is played out, and finds the next dealer or the end of the game.

    Args:
        state: The state before; its phase does not matter.
        made: Trumps.
        tricks: All tricks of the deal.
        events: What happened before, to begin the step's events.
    """
    rules, table = state.ruleset, state.ruleset.seating
    makers = table.side[made.caller]
    taken = [table.side[trick.winner] for trick in tricks].count(makers)
    pairing, points = deal_points(rules, made.caller, made.active.alone, taken)
    score = tuple(map(add, state.score, points))
    deals = state.deals + 1
    scored = DealScored(
        made.caller, makers, taken, pairing.needed, made.active.alone, points, score
    )
    ended, winner = outcome(rules.game, score, deals)
    if ended:
        after = GameState(rules, score, deals, Over(winner))
        return Step(after, (*events, scored, GameOver(winner, score)))
    dealer = table.left(made.dealer)
    after = GameState(rules, score, deals, AwaitingDeal(dealer))
    return Step(after, (*events, scored, NextDealer(dealer)))
