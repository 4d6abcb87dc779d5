"""What hypothesis draws: rulesets, cards as people write them, deals, actions and whole games.

Games are drawn as a seed, which a failing example prints; `tests.engine.walks` plays them.
"""

from typing import NamedTuple

from hypothesis import strategies as st

from ukachat.engine import (
    Action,
    Card,
    ChooseDealer,
    Deal,
    Declare,
    Discard,
    Draw,
    LeaveTurnUp,
    Name,
    OrderUp,
    Pass,
    Play,
    Ruleset,
    Seat,
    Suit,
)
from ukachat.engine.actions import SeatAction
from ukachat.engine.cards import CARDS, Rank
from ukachat.engine.options import (
    AfterPasses,
    BothAloneLead,
    DealerLast,
    DealerPartner,
    DefendAlone,
    FirstDealer,
    FirstLead,
    MustHold,
    PickUp,
    TurnedSuit,
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
)
from ukachat.rulebook import load_ruleset, ruleset_names

seeds = st.integers(0, 2**32 - 1)
cards = st.sampled_from(CARDS)
suits = st.sampled_from(Suit)
seats = st.integers(0, 3).map(Seat)

# --- rulesets ---

RULESETS = {name: load_ruleset(name) for name in ruleset_names()}
bundled_rulesets = st.sampled_from(list(RULESETS.values()))


@st.composite
def invented_rulesets(draw: st.DrawFn) -> Ruleset:
    """A ruleset free of contradictions, every knob turned at will; hands of 1 to 7 cards."""
    low = draw(st.sampled_from((7, 8, 9)))
    hand = draw(st.integers(1, {7: 7, 8: 6, 9: 5}[low]))
    alone = draw(_alone_rules(hand))
    with_call = alone.who is WhoAlone.CALLER and alone.when is WhenAlone.WITH_CALL
    partner = [each for each in DealerPartner if with_call or each.value != "alone_only"]
    last = draw(st.sampled_from(DealerLast))
    stuck = last is DealerLast.MUST_NAME
    must_hold = [each for each in MustHold if not (stuck and each is MustHold.ALL)]
    may_pass = last is DealerLast.MAY_PASS
    after = [each for each in AfterPasses if (each.value == "not_possible") is not may_pass]
    return Ruleset(
        title="invented",
        deck=DeckRules(low),
        deal=DealRules(cards=hand, first_dealer=draw(st.sampled_from(FirstDealer))),
        round1=FirstRoundRules(
            must_hold=draw(st.sampled_from(MustHold)),
            left_bower_holds=draw(st.booleans()),
            dealer_partner=draw(st.sampled_from(partner)),
            pick_up=draw(st.sampled_from(PickUp)),
            may_discard_turn_up=draw(st.booleans()),
        ),
        round2=SecondRoundRules(
            turned_suit=draw(st.sampled_from(TurnedSuit)),
            must_hold=draw(st.sampled_from(must_hold)),
            dealer=last,
        ),
        passed_out=draw(st.sampled_from(after)),
        alone=alone,
        play=draw(_play_rules(alone)),
        scoring=draw(_scoring_rules(alone, hand)),
        game=GameRules(target=draw(st.integers(1, 10)), deals=draw(st.integers(0, 3))),
    )


@st.composite
def _alone_rules(draw: st.DrawFn, hand: int) -> AloneRules:
    who = draw(st.sampled_from(WhoAlone))
    return AloneRules(
        who=who,
        when=(
            WhenAlone.BEFORE_FIRST_LEAD
            if who is WhoAlone.MAKER_SIDE
            else draw(st.sampled_from(WhenAlone))
        ),
        forced_dealer=draw(st.booleans()),
        tricks=draw(st.sampled_from((hand // 2 + 1, hand))),
        defend=draw(
            st.sampled_from(
                [DefendAlone.NONE, DefendAlone.ANY_HAND]
                if who is WhoAlone.NOBODY
                else list(DefendAlone)
            )
        ),
    )


@st.composite
def _play_rules(draw: st.DrawFn, alone: AloneRules) -> PlayRules:
    first = draw(st.sampled_from(FirstLead))
    if alone.who is WhoAlone.NOBODY or alone.defend is DefendAlone.NONE:
        return PlayRules(first)
    possible = list(BothAloneLead)
    if first is not FirstLead.LEFT_OF_DEALER:
        possible.remove(BothAloneLead.BY_FIRST_LEAD)
    return PlayRules(first, draw(st.sampled_from(possible)))


@st.composite
def _scoring_rules(draw: st.DrawFn, alone: AloneRules, hand: int) -> ScoringRules:
    lone_maker = alone.who is not WhoAlone.NOBODY
    as_pair = draw(_pairings(hand // 2 + 1, hand))
    any_hand = alone.defend is DefendAlone.ANY_HAND
    both = lone_maker and alone.defend is not DefendAlone.NONE
    return ScoringRules(
        pair_vs_pair=as_pair,
        lone_vs_pair=draw(_pairings(alone.tricks, hand)) if lone_maker else None,
        pair_vs_lone=draw(_pairings(hand // 2 + 1, hand)) if any_hand else None,
        lone_vs_lone=draw(_pairings(alone.tricks, hand)) if both else None,
    )


def _pairings(needed: int, hand: int) -> st.SearchStrategy[PairingRules]:
    points = st.integers(0, 5)
    return st.builds(
        PairingRules,
        st.fixed_dictionaries(dict.fromkeys(range(needed, hand + 1), points)),
        points | st.fixed_dictionaries(dict.fromkeys(range(needed), points)),
    )


rulesets = bundled_rulesets | invented_rulesets()

# --- cards, deals, games ---

_SIGNS = {Suit.CLUBS: "♣♧", Suit.DIAMONDS: "♦♢", Suit.HEARTS: "♥♡", Suit.SPADES: "♠♤"}


@st.composite
def spellings(draw: st.DrawFn, card: Card) -> str:
    """One of the ways in which people write a card."""
    rank = draw(st.sampled_from(["T", "10"])) if card.rank is Rank.TEN else card.rank.letter
    sign = draw(st.sampled_from([card.suit.letter, *_SIGNS[card.suit]]))
    picture = draw(st.sampled_from(["", "\ufe0e", "\ufe0f"])) if sign != card.suit.letter else ""
    text = rank + sign + picture
    blanks = st.sampled_from(["", " ", "\t"])
    before, after = draw(blanks), draw(blanks)
    return f"{before}{draw(st.sampled_from([text, text.lower()]))}{after}"


def packs(rules: Ruleset) -> st.SearchStrategy[list[Card]]:
    """The pack of a ruleset, shuffled."""
    return st.permutations(rules.pack)


@st.composite
def deals(draw: st.DrawFn, rules: Ruleset) -> Deal:
    """The pack of a ruleset as any seat may deal it."""
    return Deal.from_pack(draw(packs(rules)), rules, draw(st.sampled_from(rules.seating.seats)))


class Start(NamedTuple):
    """How a random game begins."""

    rules: Ruleset
    seed: int
    dealer: Seat


def starts(of: st.SearchStrategy[Ruleset] = rulesets) -> st.SearchStrategy[Start]:
    """A ruleset, a seed and a dealer: a game, once `tests.engine.walks` plays it."""
    return st.builds(Start, of, seeds, seats)


# --- actions, whether they fit a game or not ---

seat_actions: st.SearchStrategy[SeatAction] = st.one_of(
    st.builds(ChooseDealer, seats, seats),
    st.builds(Pass, seats),
    st.builds(OrderUp, seats, st.booleans()),
    st.builds(Name, seats, suits, st.booleans()),
    st.builds(Declare, seats, st.booleans()),
    st.builds(Discard, seats, cards),
    st.builds(LeaveTurnUp, seats),
    st.builds(Play, seats, cards),
)
actions: st.SearchStrategy[Action] = st.one_of(
    seat_actions,
    st.builds(Draw, st.lists(cards, min_size=1, max_size=8).map(tuple)),
    bundled_rulesets.flatmap(deals),
)
