"""Playing records back: what is derived, what is assumed, what is a note and what a fault."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.records.recording import forget, record_game
from ukachat.engine import Pass, Seat, card
from ukachat.engine.events import CardPlayed, Dealt, Event, GameOver, TurnUpLeft, TurnUpTaken
from ukachat.engine.notation import parse_cards
from ukachat.records import (
    FaultyGame,
    FirstDealerFound,
    GameWasOver,
    ImpossibleCard,
    Replay,
    Revoke,
    SavedGame,
    TurnUp,
    UnexpectedDealer,
    UnfinishedDeal,
    WrongDecision,
    WrongResult,
    parse_games,
    replay,
)
from ukachat.rulebook import ruleset_names

SEEDS = range(12)


def game_of(text: str, *, ruleset: str = "nz") -> SavedGame:
    """A game typed in a test, below the ruleset and the players."""
    head = f"ruleset: {ruleset}\nseats: [Mere, Hemi, Ana, Tama]\n"
    (game,) = parse_games(head + text, source="typed.yaml")
    return game


# Mere, the dealer, makes hearts in the first round and takes four tricks with Ana.
GOOD = """\
dealer: Mere
deals:
  - hands: {North: 9H KD QD 9C 8S}
    turn_up: AH
    bids: away, away, away, pick up
    discard: 8S
    tricks:
      - AD TD 9D QD
      - KH JH 7H 9H
      - AC QC 9C KC
      - 9S TS AH AS
      - KD 8D JD 7D
"""

# The same with 24 cards.
GOOD_24 = """\
dealer: Mere
deals:
  - hands: {North: 9H KD QD 9C TS}
    turn_up: AH
    bids: pass, pass, pass, pick up
    discard: TS
    tricks:
      - AD TD 9D QD
      - KH JH TH 9H
      - AC QC 9C KC
      - 9S JS AH AS
      - KD QS JD JC
"""


def replayed(text: str, *, ruleset: str = "nz", lenient: bool = False) -> Replay:
    return replay(game_of(text, ruleset=ruleset), lenient=lenient)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_plays_back_to_the_state_that_was_recorded(name: str, seed: int) -> None:
    game, state = record_game(name, seed)
    result = replay(game)
    assert result.score == state.score
    assert [deal.score for deal in result.deals] == [deal.score for deal in game.deals]
    assert isinstance(result.deals[-1].events[-1], GameOver)
    assert not result.notes
    assert not result.faults
    assert all(not deal.assumed for deal in result.deals)


_HIDDEN = (Dealt, TurnUpTaken, TurnUpLeft)
"""Events that tell more or less by how much of the cards is known."""


def _agree(seen: tuple[Event, ...], true: tuple[Event, ...]) -> bool:
    """Whether what was seen of a deal is true, though it may be less than the truth."""
    told = [event for event in seen if isinstance(event, TurnUpTaken | TurnUpLeft)]
    truth = [event for event in true if isinstance(event, TurnUpTaken | TurnUpLeft)]
    for event in told:
        if event in truth:
            continue
        hidden = isinstance(event, TurnUpTaken) and event.discard is None
        if not (hidden and any(isinstance(each, TurnUpTaken) for each in truth)):
            return False
    rest = [event for event in seen if not isinstance(event, _HIDDEN)]
    return rest == [event for event in true if not isinstance(event, _HIDDEN)]


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_missing_cards_change_nothing_that_was_seen(name: str, seed: int) -> None:
    game, _ = record_game(name, seed)
    whole, partial = replay(game), replay(forget(game, random.Random(seed)))
    assert partial.score == whole.score
    for before, after in zip(whole.deals, partial.deals, strict=True):
        assert after.points == before.points
        assert _agree(after.events, before.events)
        known = [set(hand) for hand in after.hands]
        assert all(part <= set(full) for part, full in zip(known, before.hands, strict=True))
        assert set(after.kitty) <= set(before.kitty)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_of_an_unfinished_deal_too_only_the_truth_is_told(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game, _ = record_game(name, seed, deals=1)
    (truth,) = replay(game).deals
    for tricks in range(1, len(game.deals[0].tricks)):
        cut = replace(game.deals[0], tricks=game.deals[0].tricks[:tricks], score=None)
        (told,) = replay(forget(replace(game, deals=(cut,)), rng)).deals
        seen, true = (
            [e for e in deal.events if not isinstance(e, _HIDDEN)] for deal in (told, truth)
        )
        assert seen == true[: len(seen)]
        taken, thrown = (
            [event.discard for event in deal.events if isinstance(event, TurnUpTaken)]
            for deal in (told, truth)
        )
        assert taken in ([], [None], thrown)


@pytest.mark.parametrize("seed", SEEDS)
def test_assumed_cards_are_in_no_event(seed: int) -> None:
    game, _ = record_game("na32", seed)
    deals = replay(forget(game, random.Random(seed))).deals
    assert any(deal.assumed for deal in deals)
    for deal in deals:
        dealt, taken = deal.events[0], [e for e in deal.events if isinstance(e, TurnUpTaken)]
        assert isinstance(dealt, Dealt)
        shown = {*dealt.kitty, *(each for hand in dealt.hands for each in hand)}
        shown |= {event.discard for event in taken if event.discard is not None}
        shown |= {event.card for event in deal.events if isinstance(event, CardPlayed)}
        assert not shown & deal.assumed


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_may_stop_at_any_decision(name: str, seed: int) -> None:
    game, _ = record_game(name, seed, deals=1)
    (deal,) = game.deals
    cut = [replace(deal, score=None, tricks=()) for _ in range(1)]
    cut += [
        replace(deal, score=None, tricks=(*deal.tricks[:number], deal.tricks[number][:size]))
        for number in range(len(deal.tricks))
        for size in range(1, len(deal.tricks[number]) + 1)
    ][:-1]
    bare = replace(cut[0], exchange=TurnUp.NOT_RECORDED, answers=())
    cut += [replace(bare, calls=deal.calls[:count]) for count in range(len(deal.calls))]
    for part in cut if deal.tricks else []:
        result = replay(replace(game, deals=(part,)))
        assert result.score == (0, 0)
        (note,) = result.notes
        assert isinstance(note, UnfinishedDeal)
        assert result.deals[0].points is None


def test_what_was_thrown_follows_from_a_known_hand() -> None:
    (deal,) = replayed(GOOD.replace("    discard: 8S\n", "")).deals
    assert TurnUpTaken(Seat(0), card("AH"), card("8S")) in deal.events
    assert deal.hands[0] == parse_cards("9H KD QD 9C 8S")


def test_a_discard_that_cannot_be_known_is_not_shown() -> None:
    unknown = GOOD.replace("    discard: 8S\n", "").replace("9C 8S", "9C")
    (deal,) = replayed(unknown).deals
    assert TurnUpTaken(Seat(0), card("AH"), None) in deal.events


def test_a_dealer_who_plays_five_cards_without_the_turn_up_threw_it() -> None:
    text = GOOD_24.replace("    discard: TS\n", "").replace("9S JS AH AS", "9S JS TS AS")
    (deal,) = replayed(text.replace("KD QS JD JC", "QS JD JC KD"), ruleset="tournament").deals
    assert TurnUpTaken(Seat(0), card("AH"), card("AH")) in deal.events


def test_a_dealer_who_may_leave_the_turn_up_left_it() -> None:
    text = """\
dealer: North
deals:
  - turn_up: AH
    bids: order up
    tricks:
      - JH 9H TH QH
      - AC 9C TC QC
      - AS 9S TS QS
      - KS JC KC JS
      - AD 9D TD QD
"""
    (deal,) = replayed(text, ruleset="na").deals
    assert TurnUpLeft(Seat(0), card("AH")) in deal.events


def test_the_caller_is_given_the_card_that_the_call_needed() -> None:
    # Ana, void of every suit she shows, must have held a heart to say "pick it up".
    text = """\
dealer: North
deals:
  - turn_up: AH
    bids: [away, pick it up]
"""
    (deal,) = replayed(text).deals
    assert deal.assumed
    assert deal.points is None


@pytest.mark.parametrize("ruleset", ["tournament", "na"])
def test_a_discard_that_may_have_been_another_is_not_shown(ruleset: str) -> None:
    # Whether North threw the nine, or not any of the five cards, nobody can tell.
    text = """\
dealer: North
deals:
  - hands: {North: 9H KD QD 9C TS}
    turn_up: AH
    bids: order up
    tricks: [AD TD 9D QD, AC QC TC 9C, AS QS 9S TS, KC JS KS KD]
"""
    (deal,) = replayed(text, ruleset=ruleset).deals
    taken = [event for event in deal.events if isinstance(event, TurnUpTaken)]
    assert [event.discard for event in taken] == ([None] if ruleset == "tournament" else [])
    assert not any(isinstance(event, TurnUpLeft) for event in deal.events)


def test_nobody_is_accused_of_what_another_reading_explains() -> None:
    # South revokes; North only left the turn-up lying.
    text = """\
dealer: North
deals:
  - turn_up: AH
    bids: order up
    tricks: [JH 9H TH QS, AC 9D TC QC, AS 9C JS TD]
"""
    (fault,) = replayed(text, ruleset="na", lenient=True).faults
    assert isinstance(fault, Revoke)
    assert fault.seat == Seat(2)


def test_a_lone_hand_that_was_never_asked_for_is_refused() -> None:
    text = """\
dealer: Mere
deals:
  - turn_up: JD
    bids: away, away, away, away, spades
    alone: [Hemi: alone]
    tricks: [KS 7S 9S, AD QD 7D]
"""
    for lenient in (False, True):
        with pytest.raises(FaultyGame, match="Deal 1: Hemi was not asked whether to go alone"):
            replayed(text, lenient=lenient)


@pytest.mark.parametrize("discard", ["AS", "left"])
def test_a_discard_where_nothing_was_exchanged_is_refused(discard: str) -> None:
    text = f"""\
dealer: Mere
deals:
  - turn_up: JD
    bids: away, away, away, away, spades
    discard: {discard}
"""
    with pytest.raises(FaultyGame, match="nobody was to exchange a card for the turn-up"):
        replayed(text)


def test_a_card_too_many_is_a_fault_that_lenient_reading_survives() -> None:
    text = GOOD.replace("{North: 9H KD QD 9C 8S}", "{Hemi: JC}")
    with pytest.raises(FaultyGame, match=r"Hemi cannot have .* it is one card too many"):
        replayed(text)
    result = replayed(text, lenient=True)
    assert result.score == (1, 0)
    (fault,) = result.faults
    assert isinstance(fault, ImpossibleCard)
    assert (fault.trick, fault.seat) == (5, Seat(1))


def test_a_dealer_who_must_keep_the_turn_up_cannot_play_five_others() -> None:
    text = GOOD.replace("{North: 9H KD QD 9C 8S}", "{}").replace("    discard: 8S\n", "")
    text = text.replace("9S TS AH AS", "9S TS 8S AS").replace("KD 8D JD 7D", "8D JD 7D KD")
    with pytest.raises(FaultyGame, match=r"Mere cannot have .* it is one card too many"):
        replayed(text)
    assert replayed(text, lenient=True).deals[0].points is not None


def test_one_unknown_hand_is_known_after_all() -> None:
    game, _ = record_game("nz", 3)
    deal = game.deals[0]
    hidden = replace(game, deals=(replace(deal, hands=(*deal.hands[:3], ())),))
    (whole,) = replay(hidden).deals
    assert not whole.assumed
    assert set(whole.hands[3]) == set(deal.hands[3])


def test_a_game_that_goes_on_past_its_end_is_noted() -> None:
    game, _ = record_game("nz", 5)
    longer = replace(game, deals=(*game.deals, replace(game.deals[0], score=None)))
    result = replay(longer)
    assert GameWasOver(len(game.deals)) in result.notes
    ends = [e for deal in result.deals for e in deal.events if isinstance(e, GameOver)]
    assert len(ends) == 1


def test_an_unexpected_dealer_is_noted() -> None:
    game, _ = record_game("nz", 5)
    first = game.deals[0]
    assert first.score is not None
    again = replace(game, deals=(first, replace(first, score=None)))
    expected = game.deals[1].dealer
    assert UnexpectedDealer(2, expected, first.dealer) in replay(again).notes


def test_a_deal_may_be_dealt_again_after_an_unfinished_one() -> None:
    game, _ = record_game("nz", 5)
    first = game.deals[0]
    cut = replace(first, tricks=first.tricks[:2], score=None)
    result = replay(replace(game, deals=(cut, *game.deals)))
    assert result.notes == (UnfinishedDeal(1, 2),)


def test_a_revoke_names_deal_trick_seat_and_both_cards() -> None:
    text = GOOD.replace("AD TD 9D QD", "AD TD 9D 9C").replace("QC 9C", "QC QD")
    with pytest.raises(FaultyGame) as refused:
        replayed(text)
    (fault,) = refused.value.faults
    assert isinstance(fault, Revoke)
    assert (fault.deal, fault.trick, fault.seat) == (1, 1, Seat(0))
    assert (fault.card, fault.led, fault.held) == (card("9C"), card("AD"), card("QD"))
    assert str(refused.value) == (
        "typed.yaml:10:18: Deal 1, trick 1, Mere: the nine of clubs (9C) does not follow the ace "
        "of diamonds (AD); Mere still held the queen of diamonds (QD)."
    )
    assert refused.value.so_far.deals == ()


def test_a_revoke_shows_in_a_hand_that_was_never_played_out() -> None:
    text = GOOD.partition("      - KH")[0].replace("9D QD", "9D 9C")
    with pytest.raises(FaultyGame) as refused:
        replayed(text)
    (fault,) = refused.value.faults
    assert isinstance(fault, Revoke)
    assert fault.held in (card("KD"), card("QD"))


def test_a_lenient_replay_goes_on_and_counts() -> None:
    text = GOOD.replace("AD TD 9D QD", "AD TD 9D 9C").replace("QC 9C", "QC QD")
    result = replayed(text, lenient=True)
    assert result.score == (1, 0)
    assert len(result.faults) == 1


IMPOSSIBLE = {
    "played before": ("AC QC 9C KC", "AC TD 9C KC", "Ana played it in trick 1"),
    "turn-up": ("KH JH 7H 9H", "KH JH AH 9H", "it is the turn-up, which the dealer took"),
    "thrown": ("9S TS AH AS", "9S 8S AH AS", "the dealer threw it"),
    "other hand": ("AD TD 9D QD", "AD TD KD QD", "it was dealt to Mere"),
    "not dealt": ("AD TD 9D QD", "AD TD 9D 8D", "Mere was dealt 9H KD QD 9C 8S"),
    "not in the pack": ("AD TD 9D QD", "AD TD 7D QD", "it is not in the pack"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_card_from_a_seat_that_cannot_have_it(case: str) -> None:
    before, after, because = IMPOSSIBLE[case]
    ruleset, good = ("tournament", GOOD_24) if case == "not in the pack" else ("nz", GOOD)
    text = good.replace(before, after)
    with pytest.raises(FaultyGame, match=because) as refused:
        replayed(text, ruleset=ruleset)
    assert isinstance(refused.value.faults[0], ImpossibleCard)
    assert replayed(text, ruleset=ruleset, lenient=True).faults


WRONG = {
    "dealt twice": ("KD QD", "KD KD", "Deal 1: KD is dealt twice."),
    "too many cards": ("9C 8S}", "9C 8S 7C}", "Deal 1: Mere is dealt 6 cards; expected 5."),
    "large kitty": (
        "turn_up: AH",
        "turn_up: AH\n    kitty: AC KC QC JC TC 9C 8C 7C AS KS QS JS",
        "the kitty has 12 cards; expected 11.",
    ),
    "short trick": ("KH JH 7H 9H", "KH JH 7H", "Deal 1: trick 2 has 3 cards; expected 4."),
    "long trick": ("KH JH 7H 9H", "KH JH 7H 9H QH", "trick 2 has 5 cards; expected 4."),
    "sixth trick": ("JD 7D", "JD 7D\n      - QS", "trick 6 is one too many; a deal has 5."),
    "no trumps": ("away, away, away, pick up", "away", "before anybody has made trumps"),
    "must hold": ("away, away, away, pick up", "pick it up", "Only a player who holds hearts"),
    "called after": (
        "pick up",
        "pick up, hearts",
        "Mere made trumps, and nobody was to call any more",
    ),
    "not asked": ("discard", "alone: [Hemi: with partner]\n    discard", "Hemi was not asked"),
    "thrown elsewhere": ("discard: 8S", "discard: 8C", "the dealer cannot have thrown 8C"),
    "turn-up thrown": ("discard: 8S", "discard: AH", "must keep the turn-up"),
    "left lying": ("discard: 8S", "discard: left", "must take the turn-up"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_decision_refuses_even_leniently(case: str) -> None:
    before, after, sentence = WRONG[case]
    text = GOOD.replace(before, after)
    if case == "must hold":
        text = text.replace("KH JH 7H 9H", "KC JH 7H 9C").replace("9C KC", "9H KS")
    for lenient in (False, True):
        with pytest.raises(FaultyGame, match=sentence) as refused:
            replayed(text, lenient=lenient)
        assert any(isinstance(fault, WrongDecision) for fault in refused.value.faults)


RESULTS = {
    "leader": ("- KH JH 7H 9H", "- Ana: KH JH 7H 9H", "the leader of trick 2", "Ana", "Hemi"),
    "winner": (
        "- KH JH 7H 9H",
        "- {cards: KH JH 7H 9H, winner: Tama}",
        "the winner of trick 2",
        "Tama",
        "Ana",
    ),
    "points": ("    discard", "    points: 2-0\n    discard", "the points", "2-0", "1-0"),
    "score": ("    discard", "    score: 0-1\n    discard", "the score", "0-1", "1-0"),
}


@pytest.mark.parametrize("case", RESULTS)
def test_what_is_written_is_checked(case: str) -> None:
    before, after, what, recorded, derived = RESULTS[case]
    text = GOOD.replace(before, after)
    with pytest.raises(FaultyGame) as refused:
        replayed(text)
    (fault,) = refused.value.faults
    assert isinstance(fault, WrongResult)
    assert (fault.what, fault.recorded, fault.derived) == (what, recorded, derived)
    assert replayed(text, lenient=True).faults == (fault,)


def test_the_good_deals_before_a_fault_are_kept() -> None:
    game, _ = record_game("nz", 5)
    second = replace(game.deals[1], score=(9, 9))
    with pytest.raises(FaultyGame) as refused:
        replay(replace(game, deals=(game.deals[0], second, *game.deals[2:])))
    assert [deal.number for deal in refused.value.so_far.deals] == [1]
    assert refused.value.so_far.score == game.deals[0].score


def test_the_first_dealer_is_checked() -> None:
    game, _ = record_game("bicycle", 5)
    assert replay(game).opening
    assert game.first_dealer is not None
    other = Seat((game.deals[0].dealer + 1) % 4)
    wrong = replace(game, first_dealer=FirstDealerFound(game.first_dealer.draws, other))
    with pytest.raises(FaultyGame, match=r"First dealer: .* is written as dealer, but the draw"):
        replay(wrong)
    short = replace(game, first_dealer=FirstDealerFound((parse_cards("9H TH"),), other))
    with pytest.raises(FaultyGame, match="First dealer: Expected 4 cards, one a seat, got 2"):
        replay(short)


def test_silence_in_a_deal_that_went_on_means_with_partner() -> None:
    game, _ = record_game("na", 4)
    deals = [
        replace(deal, answers=tuple(answer for answer in deal.answers if answer.alone))
        for deal in game.deals
    ]
    result = replay(replace(game, deals=tuple(deals)))
    assert result.score == replay(game).score


def test_a_seat_that_was_asked_out_of_turn_is_refused() -> None:
    game, _ = record_game("nz", 5)
    deal = game.deals[0]
    passes = (Pass(Seat((deal.dealer + 1) % 4)), Pass(Seat((deal.dealer + 3) % 4)))
    wrong = replace(
        deal,
        calls=passes,
        answers=(),
        tricks=(),
        score=None,
        exchange=TurnUp.NOT_RECORDED,
    )
    with pytest.raises(FaultyGame, match="it was the turn of"):
        replay(replace(game, deals=(wrong,)))


CALLS = {
    "a call too many": (
        "nz",
        "away, away, away, away, away, away, away, away",
        "typed.yaml:6:53: Deal 1: call 8, Mere: the dealer makes no second call but has to take",
    ),
    "alone too early": (
        "na",
        "pass, order up alone",
        "typed.yaml:6:17: Deal 1: call 2, Ana: This player may not go alone with this call.",
    ),
    "turned down": (
        "na",
        "pass, pass, pass, pass, hearts",
        "typed.yaml:6:35: Deal 1: call 5, Hemi: Hearts was turned down and may not be named.",
    ),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_refused_call_is_named_with_its_place_and_player(case: str) -> None:
    ruleset, bids, message = CALLS[case]
    with pytest.raises(FaultyGame) as refused:
        replayed(f"dealer: Mere\ndeals:\n  - turn_up: AH\n    bids: {bids}\n", ruleset=ruleset)
    assert str(refused.value).startswith(message)
