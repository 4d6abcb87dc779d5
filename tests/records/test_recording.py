"""Writing a game down from its actions."""

from __future__ import annotations

from ukachat.engine import ChooseDealer, Deal, Discard, Draw, OrderUp, Pass, Play, Seat
from ukachat.engine.actions import Action
from ukachat.engine.notation import parse_cards
from ukachat.fair import Promise
from ukachat.records import TurnUp, Undone, record_actions
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


def test_what_checks_a_shuffle_goes_to_the_draw_and_to_its_deal() -> None:
    words = ("", "a", "", "")
    of_draw, of_deal, of_next = (Promise.of(bytes([n]) * 32, words) for n in (1, 2, 3))
    found, (deal,) = record_actions(NZ, OPENING, fair=[of_draw, of_deal, of_next.sealed])
    assert (found.fair, deal.fair) == (of_draw, of_deal)
    found, (deal,) = record_actions(NZ, OPENING, fair=[None, of_deal])
    assert (found.fair, deal.fair) == (None, of_deal)
    found, (deal,) = record_actions(NZ, OPENING, fair=[of_draw])
    assert (found.fair, deal.fair) == (of_draw, None)
    found, deals = record_actions(NZ, CUT, fair=[of_draw, of_deal])
    assert (found.fair, deals) == (of_draw, ())


def test_what_was_taken_back_goes_to_its_deal_and_is_no_decision() -> None:
    undone = [Undone(OrderUp(Seat(3)), 0), Undone(OrderUp(Seat(0)), 1)]
    actions = (*OPENING, Pass(Seat(3)))
    _, (deal,) = record_actions(NZ, actions, undone=[(0, each) for each in undone])
    assert deal.undone == tuple(undone)
    assert deal.calls == (Pass(Seat(3)),)
