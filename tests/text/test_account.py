from hypothesis import given

from tests.strategies import Start, starts
from tests.text.telling import states_of
from ukachat.engine.events import DealerForced, DealScored, GameOver, NextDealer
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


@given(starts())
def test_account_knows_what_the_state_knows(game: Start) -> None:
    for account, state in states_of(game):
        assert account.score == state.score
        match state.phase:
            case FirstRound() | SecondRound():
                assert account.trump is None
                assert account.caller is None
                assert bool(account.second_round) <= isinstance(state.phase, SecondRound)
            case TakingTurnUp(dealer=dealer, deal=deal):
                assert (account.caller, account.trump) == (dealer, deal.turn_up.suit)
                assert isinstance(account.calls[-1], DealerForced)
            case Discarding(made=made) | GoingAlone(made=made) | Playing(made=made):
                assert (account.caller, account.trump) == (made.caller, made.trump)
                assert set(account.alone) == set(made.active.alone)
                assert account.out == set(made.active.out)
            case _:
                pass
        if isinstance(state.phase, Playing):
            made = state.phase.made
            complete = [trick for trick in account.tricks if trick.winner is not None]
            assert [(t.leader, t.cards, t.winner) for t in complete] == list(state.phase.tricks)
            on_table = account.on_table
            assert (on_table.cards if on_table else ()) == state.phase.cards
            if on_table is not None:
                place = made.table.winner(on_table.cards)
                assert account.winning(on_table) == on_table.plays[place].seat


@given(starts())
def test_account_of_an_ended_deal_says_how_it_ended(game: Start) -> None:
    for account, state in states_of(game):
        if not isinstance(state.phase, AwaitingDeal | Over):
            assert account.ending is None
            continue
        expected = GameOver if isinstance(state.phase, Over) else NextDealer
        assert isinstance(account.following, expected)
        if isinstance(account.ending, DealScored):
            makers = account.ending.makers
            assert account.taken(makers) == account.ending.tricks
            assert sum(map(account.taken, state.ruleset.seating.sides)) == len(account.tricks)
