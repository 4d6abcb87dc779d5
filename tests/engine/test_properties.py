"""What holds at every point of every game, whatever the ruleset."""

import copy
import pickle
from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given

from tests.engine.walks import Turn, first_dealer, one_deal, walk
from tests.strategies import RULESETS, Start, bundled_rulesets, seeds, starts
from ukachat.engine import (
    PACK,
    Card,
    ChooseDealer,
    Declare,
    Discard,
    GameState,
    LeaveTurnUp,
    MalformedAction,
    Name,
    OrderUp,
    Pass,
    Play,
    Refusal,
    Ruleset,
    Seat,
    Suit,
    apply,
    check,
    legal_actions,
    start,
    to_act,
)
from ukachat.engine.actions import SeatAction
from ukachat.engine.cards import CARDS
from ukachat.engine.events import DealScored, GameOver, NextDealer, PassedOut, TrickWon
from ukachat.engine.options import AfterPasses
from ukachat.engine.state import (
    AwaitingDeal,
    Discarding,
    FirstRound,
    GoingAlone,
    Over,
    Playing,
    SecondRound,
    TakingTurnUp,
)


def conceivable(seat: Seat) -> list[SeatAction]:
    """Every action that a seat could think of."""
    return [
        *(ChooseDealer(seat, Seat(dealer)) for dealer in range(5)),
        Pass(seat),
        *(OrderUp(seat, alone) for alone in (False, True)),
        *(Name(seat, suit, alone) for suit in Suit for alone in (False, True)),
        *(Declare(seat, alone) for alone in (False, True)),
        *(Discard(seat, card) for card in CARDS),
        LeaveTurnUp(seat),
        *(Play(seat, card) for card in CARDS),
    ]


# Of the four seats of this table, and of two that it does not have.
CONCEIVABLE = [action for seat in (0, 1, 2, 3, 4, -1) for action in conceivable(Seat(seat))]


def turns_of(game: Start) -> list[Turn]:
    """The draw for a dealer, and then a deal by the dealer that the game gives."""
    return [*first_dealer(game.rules, game.seed), *one_deal(*game)]


def states_of(game: Start) -> list[GameState]:
    """All states of those turns."""
    turns = turns_of(game)
    return [*(turn.before for turn in turns), turns[-1].step.state]


def cards_of(state: GameState) -> list[Card]:
    """Every card of the deal in hand, wherever it lies; empty between deals."""
    match state.phase:
        case FirstRound(deal=deal) | SecondRound(deal=deal) | TakingTurnUp(deal=deal):
            return [*sum(deal.hands, ()), deal.turn_up, *deal.kitty]
        case Discarding(made=made):
            return [*sum(made.deal.hands, ()), made.deal.turn_up, *made.deal.kitty]
        case GoingAlone(made=made, discard=discard, hands=hands):
            aside = made.deal.turn_up if discard is None else discard
            return [*sum(hands, ()), aside, *made.deal.kitty]
        case Playing(made=made, discard=discard, hands=hands, tricks=tricks, cards=cards):
            aside = made.deal.turn_up if discard is None else discard
            won = [card for trick in tricks for card in trick.cards]
            return [*sum(hands, ()), aside, *made.deal.kitty, *won, *cards]
        case _:
            return []


@given(starts())
def test_cards_are_conserved(game: Start) -> None:
    whole = Counter(game.rules.pack)
    for before, _, _ in one_deal(*game)[1:]:
        assert Counter(cards_of(before)) == whole


@given(starts())
def test_legal_actions_and_check_agree(game: Start) -> None:
    for state in states_of(game):
        legal = legal_actions(state)
        assert len(set(legal)) == len(legal)
        assert bool(legal) is isinstance(to_act(state), Seat)
        for action in legal:
            check(state, action)
        for action in set(CONCEIVABLE) - set(legal):
            with pytest.raises((Refusal, MalformedAction)):
                check(state, action)


@given(starts())
def test_refusal_leaves_the_state_equal(game: Start) -> None:
    for state in states_of(game):
        before = copy.deepcopy(state)
        for action in CONCEIVABLE:
            with suppress(Refusal, MalformedAction):
                apply(state, action)
        assert state == before
        assert hash(state) == hash(before)


@given(starts())
def test_apply_gives_the_same_step_again(game: Start) -> None:
    for before, action, step in turns_of(game):
        assert apply(copy.deepcopy(before), action) == step
        assert step.events


@given(starts())
def test_what_is_no_action_is_malformed(game: Start) -> None:
    for state in states_of(game):
        for nonsense in (None, "1 pass", 7, CARDS[0], state):
            with pytest.raises(MalformedAction):
                check(state, nonsense)  # type: ignore[arg-type]


@given(starts())
def test_points_are_those_of_the_table(game: Start) -> None:
    turns = one_deal(*game)
    state, events = turns[-1].step
    if any(isinstance(event, PassedOut) for event in events):
        assert state.score == (0, 0)
        return
    scored = next(event for event in events if isinstance(event, DealScored))
    won = [
        event.seat for turn in turns for event in turn.step.events if isinstance(event, TrickWon)
    ]
    makers = scored.caller % 2
    tricks = sum(seat % 2 == makers for seat in won)
    assert len(won) == game.rules.deal.cards
    assert (scored.makers, scored.tricks) == (makers, tricks)
    lone = [any(seat % 2 == side for seat in scored.alone) for side in (makers, 1 - makers)]
    tables = game.rules.scoring
    table = {
        (False, False): tables.pair_vs_pair,
        (True, False): tables.lone_vs_pair,
        (False, True): tables.pair_vs_lone,
        (True, True): tables.lone_vs_lone,
    }[lone[0], lone[1]]
    assert table is not None
    if tricks in table.makers:
        points = {makers: table.makers[tricks]}
    else:
        euchred = table.euchred
        points = {1 - makers: euchred if isinstance(euchred, int) else euchred[tricks]}
    assert scored.needed == min(table.makers)
    assert state.score == scored.points == (points.get(0, 0), points.get(1, 0))


@given(bundled_rulesets, seeds)
def test_games_end(rules: Ruleset, seed: int) -> None:
    turns = list(walk(start(rules), Random(seed)))
    scores = [
        event for turn in turns for event in turn.step.events if isinstance(event, DealScored)
    ]
    state, events = turns[-1].step
    assert isinstance(state.phase, Over)
    assert state.deals == len(scores) <= 2 * (rules.game.target - 1) + 1
    assert to_act(state) is None
    assert legal_actions(state) == ()
    winner = state.phase.winner
    assert winner is not None
    assert state.score[winner] >= rules.game.target > state.score[1 - winner]
    assert events[-1] == GameOver(winner, state.score)
    assert all(max(event.score) < rules.game.target for event in scores[:-1])


@given(starts())
def test_deal_moves_to_the_left(game: Start) -> None:
    state, events = one_deal(*game)[-1].step
    if isinstance(state.phase, AwaitingDeal):
        passed_out = any(isinstance(event, PassedOut) for event in events)
        again = passed_out and game.rules.passed_out is AfterPasses.SAME_DEALER
        dealer = game.dealer if again else Seat((game.dealer + 1) % 4)
        assert state.phase == AwaitingDeal(dealer)
        assert events[-1] == NextDealer(dealer)


@given(starts())
def test_copies_keep_the_cards(game: Start) -> None:
    for state in states_of(game):
        for again in (copy.copy(state), copy.deepcopy(state)):
            assert again == state
            assert all(card is CARDS[card.index] for card in cards_of(again))


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_pickled_card_is_the_one_card(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 -- made here


@pytest.mark.parametrize("name", RULESETS)
def test_pickles_keep_the_cards(name: str) -> None:
    for state in states_of(Start(RULESETS[name], 1, Seat(0))):
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 -- made here
        assert again == state
        assert all(card is CARDS[card.index] for card in cards_of(again))
        assert legal_actions(again) == legal_actions(state)


@given(starts())
def test_turn_is_the_packs_only_between_deals(game: Start) -> None:
    for before, action, _ in one_deal(*game)[1:]:
        assert to_act(before) is not PACK
        assert isinstance(action, Pass | OrderUp | Name | Declare | Discard | LeaveTurnUp | Play)
