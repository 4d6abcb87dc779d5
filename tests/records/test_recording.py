"""Writing a game down from its actions."""

from __future__ import annotations

from ukachat.engine import ChooseDealer, Deal, Discard, Draw, OrderUp, Pass, Play, Seat
from ukachat.engine.actions import Action
from ukachat.engine.notation import parse_cards
from ukachat.records import TurnUp, record_actions
from ukachat.rulebook import load_ruleset

NZ = load_ruleset("nz")
DEAL = Deal.from_pack(NZ.pack, NZ, Seat(2))
CUT = (Draw(parse_cards("KH KD")), Draw(parse_cards("AS 7C")))
OPENING: tuple[Action, ...] = (*CUT, ChooseDealer(Seat(0), Seat(2)), DEAL)


def test_a_game_that_has_not_begun() -> None:
    found, deals = record_actions(NZ, [CUT[0]])
    assert (found.draws, found.dealer, deals) == ((parse_cards("KH KD"),), None, ())
    found, deals = record_actions(NZ, [*CUT, ChooseDealer(Seat(0), Seat(2))])
    assert (found.dealer, deals) == (Seat(2), ())


def test_a_deal_is_written_as_far_as_it_goes() -> None:
    _, (deal,) = record_actions(NZ, (*OPENING, Pass(Seat(3))))
    assert deal.dealer == Seat(2)
    assert deal.hands == DEAL.hands
    assert deal.calls == (Pass(Seat(3)),)
    assert deal.exchange is TurnUp.NOT_RECORDED
    assert deal.tricks == ()


def test_a_trick_may_be_incomplete() -> None:
    passes = [Pass(Seat(3)), Pass(Seat(0)), Pass(Seat(1))]
    thrown = DEAL.hands[2][0]
    play = Play(Seat(3), DEAL.hands[3][0])
    calls: tuple[Action, ...] = (*passes, OrderUp(Seat(2)))
    actions = (*OPENING, *calls, Discard(Seat(2), thrown), play)
    _, (deal,) = record_actions(NZ, actions)
    assert deal.exchange is thrown
    assert deal.tricks == ((play.card,),)
