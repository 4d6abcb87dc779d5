"""What a ruleset may not say, and what it says of itself."""

import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given

from tests.strategies import RULESETS, rulesets
from ukachat.engine import EngineError, Ruleset, RulesetError
from ukachat.engine.options import (
    AfterPasses,
    BothAloneLead,
    DealerLast,
    DealerPartner,
    DefendAlone,
    FirstLead,
    MustHold,
    Sides,
    WhenAlone,
    WhoAlone,
)
from ukachat.engine.ruleset import (
    AloneRules,
    DealRules,
    DeckRules,
    FirstRoundRules,
    GameRules,
    PairingRules,
    PlayRules,
    ScoringRules,
    SecondRoundRules,
    WordRules,
)

FORCED = AfterPasses.NOT_POSSIBLE
PAIR = PairingRules({3: 1, 4: 1, 5: 2}, 2)
LONE = PairingRules({3: 1, 4: 1, 5: 4}, 2)
ALL_PAIRINGS = ScoringRules(pair_vs_lone=PAIR, lone_vs_lone=LONE)
NO_LONE = ScoringRules(lone_vs_pair=None)
ANY_HAND = AloneRules(defend=DefendAlone.ANY_HAND)
NOBODY = AloneRules(who=WhoAlone.NOBODY)
LONE_DEFENDER_LEADS = PlayRules(both_alone_lead=BothAloneLead.LONE_DEFENDER)


def one_pairing(makers: dict[int, int], euchred: int | dict[int, int]) -> ScoringRules:
    """Scoring with this for pairs."""
    return ScoringRules(pair_vs_pair=PairingRules(makers, euchred))


CONTRADICTIONS = [
    pytest.param(
        {"seats": 3}, "seats", "expected 4, the only table size so far, got 3", id="three seats"
    ),
    pytest.param(
        {"sides": Sides.INDIVIDUAL},
        "sides",
        "expected partnerships, the only sides so far, got individual",
        id="each for themselves",
    ),
    pytest.param(
        {"deal": DealRules(cards=0)},
        "deal.cards",
        "expected at least one card, got 0",
        id="no cards",
    ),
    pytest.param(
        {"deal": DealRules(cards=6)},
        "deal.cards",
        "4 hands of 6 and a turn-up need 25 cards; the pack from 9 up has 24",
        id="more cards than the pack has",
    ),
    pytest.param(
        {"deal": DealRules(packets=((3, 2), (2, 3)))},
        "deal.packets",
        "expected one number for everybody or one for each of 4 seats each time round, "
        "got 2 numbers",
        id="packets for two",
    ),
    pytest.param(
        {"deal": DealRules(packets=((3,), ()))},
        "deal.packets",
        "expected one number for everybody or one for each of 4 seats each time round, "
        "got 0 numbers",
        id="packets for nobody",
    ),
    pytest.param(
        {"deal": DealRules(packets=((3, 2, 3, 2), (2, 3, 2, 2)))},
        "deal.packets",
        "expected packets that add up to 5 for everybody, got 4",
        id="packets one short",
    ),
    pytest.param(
        {"deal": DealRules(packets=((5,), (0,)))},
        "deal.packets",
        "expected at least one card in a packet, got 0",
        id="packets of no card",
    ),
    pytest.param(
        {"round2": SecondRoundRules(dealer=DealerLast.MUST_NAME)},
        "passed_out",
        "round2.dealer is must_name, so a deal cannot be passed out: "
        "expected not_possible, got next_dealer",
        id="stuck dealer and passed out",
    ),
    pytest.param(
        {
            "round2": SecondRoundRules(dealer=DealerLast.TAKES_TURN_UP),
            "passed_out": AfterPasses.SAME_DEALER,
        },
        "passed_out",
        "round2.dealer is takes_turn_up, so a deal cannot be passed out: "
        "expected not_possible, got same_dealer",
        id="forced take and passed out",
    ),
    pytest.param(
        {"round2": SecondRoundRules(dealer=DealerLast.TURN_UP_OR_NAME)},
        "passed_out",
        "round2.dealer is turn_up_or_name, so a deal cannot be passed out: "
        "expected not_possible, got next_dealer",
        id="turn-up or name and passed out",
    ),
    pytest.param(
        {"passed_out": FORCED},
        "passed_out",
        "round2.dealer is may_pass, so a deal can be passed out: expected next_dealer or "
        "same_dealer, got not_possible",
        id="free dealer and never passed out",
    ),
    pytest.param(
        {
            "round2": SecondRoundRules(must_hold=MustHold.ALL, dealer=DealerLast.MUST_NAME),
            "passed_out": FORCED,
        },
        "round2.must_hold",
        "round2.dealer is must_name, and a dealer without the suits could not name one: "
        "expected none or non_dealer, got all",
        id="stuck dealer who has to hold the suit",
    ),
    pytest.param(
        {
            "round1": FirstRoundRules(dealer_partner=DealerPartner.ALONE_ONLY),
            "alone": NOBODY,
            "scoring": NO_LONE,
        },
        "round1.dealer_partner",
        "alone_only needs somebody who may go alone with the call: set alone.who to caller "
        "and alone.when to with_call",
        id="partner only alone where nobody may",
    ),
    pytest.param(
        {
            "round1": FirstRoundRules(dealer_partner=DealerPartner.ALONE_ONLY),
            "alone": AloneRules(when=WhenAlone.BEFORE_FIRST_LEAD),
        },
        "round1.dealer_partner",
        "alone_only needs somebody who may go alone with the call: set alone.who to caller "
        "and alone.when to with_call",
        id="partner only alone where it is said later",
    ),
    pytest.param(
        {"alone": AloneRules(who=WhoAlone.MAKER_SIDE)},
        "alone.who",
        "with the call only the caller can say alone: expected caller, or alone.when: "
        "before_first_lead, got maker_side",
        id="caller's partner alone with the call",
    ),
    pytest.param(
        {
            "alone": AloneRules(who=WhoAlone.NOBODY, defend=DefendAlone.VS_LONE_MAKER),
            "scoring": NO_LONE,
        },
        "alone.defend",
        "alone.who is nobody, so there is no lone maker to defend against: expected none or "
        "any_hand, got vs_lone_maker",
        id="defence against no lone maker",
    ),
    pytest.param(
        {"alone": ANY_HAND, "scoring": ALL_PAIRINGS},
        "play.both_alone_lead",
        "both sides may be alone, so it must say who leads then: expected lone_defender or "
        "by_first_lead",
        id="both alone and nobody leads",
    ),
    pytest.param(
        {"play": LONE_DEFENDER_LEADS},
        "play.both_alone_lead",
        "both sides can never be alone under alone.who and alone.defend: leave it out",
        id="a lead for two lone hands that cannot be",
    ),
    pytest.param(
        {
            "alone": ANY_HAND,
            "scoring": ALL_PAIRINGS,
            "play": PlayRules(FirstLead.LEFT_OF_LONER, BothAloneLead.BY_FIRST_LEAD),
        },
        "play.both_alone_lead",
        "by_first_lead needs play.first_lead: left_of_dealer, got left_of_loner",
        id="by first lead left of the loner",
    ),
    pytest.param(
        {"alone": AloneRules(tricks=4)},
        "alone.tricks",
        "expected 3 (as a pair) or 5 (all of them), got 4",
        id="four tricks alone",
    ),
    pytest.param(
        {"alone": AloneRules(tricks=5)},
        "scoring.lone_vs_pair.makers",
        "expected points for each of these numbers of tricks: 5; got 3, 4, 5",
        id="all tricks alone and points for three",
    ),
    pytest.param(
        {"scoring": NO_LONE},
        "scoring.lone_vs_pair",
        "alone.who and alone.defend let lone_vs_pair happen: give its points",
        id="lone maker without points",
    ),
    pytest.param(
        {
            "alone": ANY_HAND,
            "play": LONE_DEFENDER_LEADS,
            "scoring": ScoringRules(lone_vs_lone=LONE),
        },
        "scoring.pair_vs_lone",
        "alone.who and alone.defend let pair_vs_lone happen: give its points",
        id="lone defender without points",
    ),
    pytest.param(
        {
            "alone": AloneRules(defend=DefendAlone.VS_LONE_MAKER),
            "play": LONE_DEFENDER_LEADS,
        },
        "scoring.lone_vs_lone",
        "alone.who and alone.defend let lone_vs_lone happen: give its points",
        id="two lone hands without points",
    ),
    pytest.param(
        {"alone": NOBODY},
        "scoring.lone_vs_pair",
        "alone.who and alone.defend never let lone_vs_pair happen: leave it out",
        id="points for a lone maker that cannot be",
    ),
    pytest.param(
        {"scoring": ScoringRules(pair_vs_lone=PAIR)},
        "scoring.pair_vs_lone",
        "alone.who and alone.defend never let pair_vs_lone happen: leave it out",
        id="points for a lone defender that cannot be",
    ),
    pytest.param(
        {"scoring": ScoringRules(lone_vs_lone=LONE)},
        "scoring.lone_vs_lone",
        "alone.who and alone.defend never let lone_vs_lone happen: leave it out",
        id="points for two lone hands that cannot be",
    ),
    pytest.param(
        {"scoring": one_pairing({3: 1, 5: 2}, 2)},
        "scoring.pair_vs_pair.makers",
        "expected points for each of these numbers of tricks: 3, 4, 5; got 3, 5",
        id="no points for four tricks",
    ),
    pytest.param(
        {"scoring": one_pairing({}, 2)},
        "scoring.pair_vs_pair.makers",
        "expected points for each of these numbers of tricks: 3, 4, 5; got none",
        id="no points for any tricks",
    ),
    pytest.param(
        {"scoring": one_pairing({3: 1, 4: 1, 5: 2}, {1: 2, 2: 2})},
        "scoring.pair_vs_pair.euchred",
        "expected one number, or points for each of these numbers of tricks: 0, 1, 2; got 1, 2",
        id="no points for a makers' nothing",
    ),
    pytest.param(
        {"scoring": one_pairing({3: 1, 4: 1, 5: 2}, {})},
        "scoring.pair_vs_pair.euchred",
        "expected one number, or points for each of these numbers of tricks: 0, 1, 2; got none",
        id="no points for any euchre",
    ),
    pytest.param(
        {"scoring": one_pairing({3: -1, 4: 1, 5: 2}, 2)},
        "scoring.pair_vs_pair",
        "expected points of 0 or more",
        id="makers lose points",
    ),
    pytest.param(
        {"scoring": one_pairing({3: 1, 4: 1, 5: 2}, -2)},
        "scoring.pair_vs_pair",
        "expected points of 0 or more",
        id="defenders lose points",
    ),
    pytest.param(
        {"scoring": one_pairing({3: 1, 4: 1, 5: 2}, {0: 4, 1: 2, 2: -2})},
        "scoring.pair_vs_pair",
        "expected points of 0 or more",
        id="defenders lose points for two tricks",
    ),
    pytest.param(
        {"game": GameRules(target=0)},
        "game.target",
        "expected 1 or more points, got 0",
        id="nothing to win",
    ),
    pytest.param(
        {"game": GameRules(deals=-1)},
        "game.deals",
        "expected 0 or more deals, got -1",
        id="fewer than no deals",
    ),
]


@pytest.mark.parametrize(("knobs", "path", "reason"), CONTRADICTIONS)
def test_refuses_contradictions(knobs: dict[str, Any], path: str, reason: str) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset(title="contradictory", **knobs)
    assert (refused.value.path, refused.value.reason) == (path, reason)
    assert str(refused.value) == f"{path}: {reason}"
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, EngineError)


@pytest.mark.parametrize("low", [6, 10, 14])
def test_refuses_other_packs(low: int) -> None:
    with pytest.raises(
        RulesetError, match=f"^deck.low: expected 7, 8 or 9 as lowest rank, got {low}$"
    ):
        DeckRules(low=low)


@given(rulesets)
def test_same_knobs_are_the_same_ruleset(rules: Ruleset) -> None:
    again = replace(rules)
    assert again == rules
    assert hash(again) == hash(rules)
    assert replace(rules, title="another") != rules


@pytest.mark.parametrize(("low", "size"), [(7, 32), (8, 28), (9, 24)])
def test_pack(low: int, size: int) -> None:
    rules = Ruleset(title="a pack", deck=DeckRules(low))
    assert len(rules.pack) == len(rules.pack_as_set) == size
    assert min(card.rank for card in rules.pack) == low


def test_ruleset_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        RULESETS["na"].seats = 2  # type: ignore[misc]


def test_packets_of_every_shape() -> None:
    for packets in ((), ((5,),), ((3,), (2,)), ((3, 2, 3, 2), (2, 3, 2, 3)), ((1,),) * 5):
        assert Ruleset(title="packets", deal=DealRules(packets=packets)).deal.packets == packets


def test_points_cannot_be_changed() -> None:
    given = {3: 1, 4: 1, 5: 2}
    pairing = PairingRules(makers=given, euchred={0: 4, 1: 2, 2: 2})
    given[3] = 9
    assert pairing.points(3) == (1, 0)
    with pytest.raises(TypeError):
        pairing.makers[3] = 9  # type: ignore[index]
    assert pickle.loads(pickle.dumps(pairing)) == pairing  # noqa: S301 - made here


def test_one_table_has_one_form() -> None:
    as_number = PairingRules(makers={3: 1, 4: 1, 5: 2}, euchred=2)
    by_tricks = PairingRules(makers={3: 1, 4: 1, 5: 2}, euchred={0: 2, 1: 2, 2: 2})
    assert by_tricks == as_number
    assert by_tricks.euchred == 2


@pytest.mark.parametrize(
    ("words", "path", "reason"),
    [
        (WordRules(take=" "), "words.take", "expected a word or more, got none"),
        (
            WordRules(order="away", pass_="Away"),
            "words.pass",
            "expected another word than words.order, got Away for both",
        ),
    ],
    ids=["no word", "one word for two calls"],
)
def test_words_tell_the_calls_apart(words: WordRules, path: str, reason: str) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset(title="words", words=words)
    assert (refused.value.path, refused.value.reason) == (path, reason)


def test_kitty_size() -> None:
    assert Ruleset(title="24 cards").kitty_size == 3
    assert Ruleset(title="32 cards", deck=DeckRules(low=7)).kitty_size == 11
