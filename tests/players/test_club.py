"""The habits of a club player, one situation each.

Seat 0 deals, so seat 1 leads; seats 0 and 2 are partners. All hands are given, so that nothing
else is in them.
"""

from dataclasses import replace
from random import Random

import pytest

from tests.engine.tables import deal_of, do, texts, turned, with_partners
from tests.strategies import RULESETS
from ukachat.engine import GameState, Ruleset, Seat, Suit, apply, start, to_act, view
from ukachat.engine.notation import format_action, parse_card, parse_cards
from ukachat.engine.options import PickUp
from ukachat.engine.ruleset import DeckRules, PairingRules
from ukachat.players.bidding import score_shift, sure_tricks
from ukachat.players.club import Club
from ukachat.players.counting import best_throw, worth
from ukachat.players.thresholds import Thresholds, thresholds

NZ, NA, TOURNAMENT = RULESETS["nz"], RULESETS["na"], RULESETS["tournament"]
CLUB = Club()
ALWAYS_PASS = ("1 pass", "2 pass", "3 pass", "0 pass")
# A turn-up of hearts, and hands without a heart, a bower or an ace.
NOTHING = ("9C TC QC 9S TS", "KC QS KS TD 9D", "QC TC QS KD QD")


def choice(state: GameState, player: Club = CLUB) -> str:
    """What the seat to act does."""
    seat = to_act(state)
    assert isinstance(seat, Seat)
    return format_action(player.choose(view(state, seat), Random(0)))


def table(
    *hands: str, rules: Ruleset = TOURNAMENT, score: tuple[int, int] = (0, 0), turn_up: str = "9H"
) -> GameState:
    """The first call; hands that are not given in full are filled up."""
    deal = deal_of(rules, turn_up, *hands, *[""] * (4 - len(hands)))
    return apply(start(rules, dealer=Seat(0), score=score), deal).state


def everywhere(least: int, alone: int = 99) -> Club:
    """A club player who wants as much in every place."""
    return Club(lambda _: Thresholds((least,) * 4, (least,) * 4, alone))


# --- counting ---


def test_bowers_aces_and_voids_count() -> None:
    def count(hand: str) -> int:
        return worth(parse_cards(hand), Suit.HEARTS)

    assert count("JH 9C TC 9S TD") > count("JD 9C TC 9S TD") > count("AH 9C TC 9S TD")
    assert count("JH AC 9C 9S TD") > count("JH QC 9C 9S TD")
    assert count("JH QC 9C TC KC") > count("JH QC 9C TS KS")  # another void to trump in
    assert count("QC 9C TC QD TS") == count("QC 9C TC 9D TD")  # a void is no use without a trump


def test_a_partners_turn_up_counts_for_and_a_rivals_against() -> None:
    hand = "AH KH QC 9C 9S"
    assert worth(parse_cards(hand), Suit.HEARTS) == 6 + 5 + 2
    assert choice(table("", hand, turn_up="JH"), everywhere(13)) == "1 pass"
    assert choice(do(table("", "", hand, turn_up="JH"), "1 pass"), everywhere(18)) == "2 order up"


# --- calling ---


def test_orders_up_a_strong_hand_and_passes_a_weak_one() -> None:
    assert choice(table("", "JH JD KH AS 9C")) in ("1 order up", "1 order up alone")
    assert choice(table("", NOTHING[1])) == "1 pass"


def test_names_the_best_suit_in_the_second_round() -> None:
    state = do(table("", "JS JC AS 9S 9D"), *ALWAYS_PASS)
    assert choice(state).startswith("1 spades")


def test_a_stuck_dealer_names_the_best_suit() -> None:
    state = do(table("AC KC QC 9D 9S"), *ALWAYS_PASS, "1 pass", "2 pass", "3 pass")
    assert choice(state) == "0 clubs"


def test_calls_with_less_when_the_other_side_is_about_to_win() -> None:
    hand, player = "AH KH QC 9C 9S", everywhere(13)
    assert choice(table("", hand), player) == "1 pass"  # 13 less 2 for the dealer's nine
    assert choice(table("", hand, score=(9, 0)), player) == "1 order up"


def test_wants_more_when_being_euchred_would_end_the_game() -> None:
    hand, player = "AH KH QC 9C 9S", everywhere(11)
    assert choice(table("", hand), player) == "1 order up"
    assert choice(table("", hand, score=(8, 0)), player) == "1 pass"


def test_the_score_does_not_matter_in_a_fixed_number_of_deals() -> None:
    rules = turned(TOURNAMENT, game=replace(TOURNAMENT.game, deals=8))
    assert score_shift(view(table(rules=rules, score=(9, 0)), Seat(1))) == 0
    assert score_shift(view(table(score=(9, 0)), Seat(1))) < 0


def test_calls_nothing_where_makers_cannot_score() -> None:
    nothing = PairingRules(makers={3: 0, 4: 0, 5: 0}, euchred=2)
    rules = turned(TOURNAMENT, scoring=replace(TOURNAMENT.scoring, pair_vs_pair=nothing))
    assert choice(table("", "JH JD KH AS 9C", rules=rules), everywhere(0)) == "1 pass"


@pytest.mark.parametrize("low", [7, 8, 9])
def test_calls_with_every_pack(low: int) -> None:
    rules = turned(NZ, deck=DeckRules(low))
    assert choice(table("", "JH JD KH AS 9C", rules=rules)).startswith("1 order up")
    assert choice(table("", NOTHING[1] if low == 9 else "KC QS KS TD 9D", rules=rules)) == "1 pass"


# --- alone ---

ALL_TRICKS = "JH JD AH KH QH"


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_goes_alone_with_every_trick_in_hand(rules: Ruleset) -> None:
    state = table("", ALL_TRICKS, rules=rules)
    if not rules.makers_are_asked:
        assert choice(state) == "1 order up alone"
        return
    assert choice(state) == "1 order up"
    state = do(state, "1 order up")
    assert choice(do(state, texts(state)[0])) == "1 alone"


def test_uka_asks_more_of_a_lone_hand_as_it_needs_all_five() -> None:
    hand = "JH AH KH QH 9C"
    assert choice(table("", hand)) == "1 order up alone"
    assert choice(table("", hand, rules=turned(NZ, deck=DeckRules(9)))) == "1 order up"
    assert thresholds(NZ).alone > thresholds(RULESETS["na32"]).alone


@pytest.mark.parametrize(("rules", "points"), [(TOURNAMENT, 8), (NZ, 7)], ids=["tournament", "nz"])
def test_does_not_go_alone_for_points_that_a_march_gives(rules: Ruleset, points: int) -> None:
    before = table("", ALL_TRICKS, rules=rules, score=(0, points - 1))
    assert choice(before) == "1 order up alone"
    for score in range(points, 10):
        assert choice(table("", ALL_TRICKS, rules=rules, score=(0, score))) == "1 order up"


def test_the_dealers_partner_who_has_to_be_alone_orders_up_a_lone_hand_only() -> None:
    canadian = RULESETS["canadian"]
    strong = do(table("", "", ALL_TRICKS, rules=canadian), "1 pass")
    assert texts(strong) == ["2 pass", "2 order up alone"]
    assert choice(strong) == "2 order up alone"
    assert choice(do(table("", "", "JH KH QC TC 9S", rules=canadian), "1 pass")) == "2 pass"


def test_a_dealer_who_takes_the_turn_up_says_whether_alone() -> None:
    passes = (*ALWAYS_PASS, "1 pass", "2 pass", "3 pass")
    strong = do(table("JH JD AH KH 9C", rules=NZ, turn_up="QH"), *passes)
    assert texts(strong) == ["0 with partner", "0 alone"]
    assert choice(strong) == "0 alone"
    assert choice(do(table("9C TC 9S QS KD", rules=NZ), *passes)) == "0 with partner"


def asked_to_defend(hand: str, *answers: str) -> GameState:
    """Seat 2 is asked, against seats 1 and 3, who made hearts."""
    state = do(table("", "", hand, rules=NA), "1 order up")
    thrown = view(state, Seat(0)).deal
    assert thrown is not None
    state = do(state, f"0 discards {thrown.hand[-1]}", *answers)
    assert texts(state) == ["2 with partner", "2 alone"]
    return state


def test_defends_alone_only_with_every_trick_in_hand() -> None:
    answers = ("1 with partner", "3 with partner")
    assert choice(asked_to_defend(ALL_TRICKS, *answers)) == "2 alone"
    assert choice(asked_to_defend("JH JD AH KH AS", *answers)) == "2 with partner"


def test_a_hand_that_takes_every_trick_goes_alone_whatever_it_must_be_worth() -> None:
    assert choice(table("", ALL_TRICKS), everywhere(0)) == "1 order up alone"
    assert choice(table("", "JH JD AH KH AS"), everywhere(0)) == "1 order up"


def test_sure_tricks_are_trumps_from_the_top_without_a_gap() -> None:
    for hand, sure in ((ALL_TRICKS, 5), ("JH JD KH QH TH", 2), ("JD AH KH QH TH", 0)):
        assert sure_tricks(view(table(), Seat(1)), parse_cards(hand), Suit.HEARTS) == sure


# --- the dealer ---


def test_chooses_to_deal() -> None:
    assert choice(do(start(NZ), "draw 9C KC")) == "1 chooses 1"


@pytest.mark.parametrize(
    ("hand", "turn_up", "thrown"),
    [
        ("JH AH 9C KS QS", "9H", "9C"),  # a void rather than the lowest
        ("JH AH AC QS TS", "9H", "TS"),  # an ace is kept
        ("JH AH 9C TS AS", "9H", "9C"),  # of two voids none but that without the ace
        ("JD AH KH QH TC", "9H", "TC"),  # trumps are kept, the left bower's guard first
    ],
)
def test_discards_to_make_a_void(hand: str, turn_up: str, thrown: str) -> None:
    assert choice(do(table(hand, turn_up=turn_up), "1 order up")) == f"0 discards {thrown}"


def test_keeps_the_lefts_guard_from_the_discard() -> None:
    hand = parse_cards("JD AH KH QH")
    assert best_throw(hand, parse_card("9H"), (*hand, parse_card("9H"))) is parse_card("9H")


def test_takes_a_turn_up_that_may_be_left() -> None:
    assert NA.round1.pick_up is PickUp.OPTIONAL
    state = do(table("9C TC QC 9S QS", rules=NA), "1 order up")
    assert "0 leaves the turn-up" in texts(state)
    assert choice(state).startswith("0 discards ")


# --- leading ---


def test_a_maker_leads_the_highest_trump() -> None:
    state = do(
        table("9C TC QC 9S TS", "JH AH KH AC 9D", "KC AS QS TD QD", "KS TH QH KD AD"),
        "1 order up",
        "0 discards 9C",
    )
    assert choice(state) == "1 plays JH"


def test_the_makers_partner_leads_trumps_too() -> None:
    hands = ("9C TC JC 9S TS", "KH QS KS KC 9D", "AS QC TD QD AD", "JH JD AH AC KD")
    state = do(table(*hands), "1 pass", "2 pass", "3 order up", "0 discards 9S")
    assert choice(state) == "1 plays KH"


def test_a_defender_leads_an_ace_and_no_trump() -> None:
    hands = ("JH JD AH 9C TC", "KH QH AS KC 9D", "QC KS TD QD QS", "TH AC AD KD 9S")
    state = do(table(*hands), "1 pass", "2 pass", "3 pass", "0 order up", "0 discards TC")
    assert choice(state) == "1 plays AS"


def test_does_not_lead_trumps_when_only_the_partner_has_any_left() -> None:
    # East draws two rounds; North and South show that they have none, West still holds the queen.
    hands = ("9C TC QC 9S TS", "JH JD AH 9D TD", "KC AS QS QD KD", "KH QH TH AC KS")
    state = do(table(*hands), "1 order up", "0 discards TS", "1 plays JH", "2 plays QS")
    state = do(state, "3 plays TH", "0 plays 9H", "1 plays JD", "2 plays QD")
    assert choice(do(state, "3 plays QH", "0 plays 9C")) == "1 plays 9D"
    one_more = do(table(*hands), "1 order up", "0 discards TS", "1 plays JH", "2 plays QS")
    one_more = do(one_more, "3 plays TH", "0 plays 9H")
    assert choice(one_more) == "1 plays JD"  # North may still have one


def test_leads_no_ace_of_a_suit_that_a_rival_trumps() -> None:
    hands = ("9C TD QC 9S TC", "KD JS KC JC AC", "AD 9D AS KS QS", "JH AH TH TS KH")
    state = do(table(*hands), "1 pass", "2 pass", "3 order up", "0 discards 9C", "1 plays KD")
    state = do(state, "2 plays 9D", "3 plays TH", "0 plays TD", "3 plays TS", "0 plays 9S")
    assert choice(do(state, "1 plays JS", "2 plays KS")) == "2 plays AS"


@pytest.mark.parametrize(
    ("hand", "led"),
    [
        ("JD AH KC QC 9D", "9D"),  # with one guard: no trump at all
        ("JD AH TH KC QC", "TH"),  # with two: the low one draws the right bower
    ],
)
def test_keeps_the_left_guarded_when_leading(hand: str, led: str) -> None:
    hands = ("9C TC AC 9S TS", hand, "JH KS QS QD AD", "KH QH AS KD TD")
    state = do(table(*hands), "1 order up", "0 discards 9C")
    assert choice(state) == f"1 plays {led}"


# --- following ---


def after_lead(led: str, *more: str, hands: tuple[str, str, str, str]) -> GameState:
    """West made hearts, North threw the nine of clubs, East led."""
    state = do(table(*hands), "1 pass", "2 pass", "3 order up", "0 discards 9C")
    return do(with_partners(state), led, *more)


def test_keeps_the_left_guarded_when_following() -> None:
    hands = ("9C TC QC 9S TS", "KH 9D TD KC QS", "JD AH KS QD KD", "JH QH TH AC AS")
    state = after_lead("1 plays KH", hands=hands)
    assert choice(state) == "2 plays AH"
    low = ("9C TC QC 9S TS", "AH 9D TD KC QS", "JD KH KS QD KD", "JH QH TH AC AS")
    assert choice(after_lead("1 plays AH", hands=low)) == "2 plays KH"


def test_does_not_trump_a_partners_winning_trick() -> None:
    hands = ("9C TC QC 9S KH", "9D TD QD KC KS", "AD AS QS JS QH", "JH JD AH AC KD")
    state = after_lead("1 plays QD", "2 plays AD", "3 plays KD", hands=hands)
    assert choice(state) == "0 plays 9S"
    one_trump = ("9C TC QC 9S TS", *hands[1:])
    state = after_lead("1 plays QD", "2 plays AD", "3 plays KD", hands=one_trump)
    assert choice(state) == "0 plays 9S"
    theirs = ("9C TC QC 9S KH", "9D TD QD KC KS", "KD AS QS JS QH", "JH JD AH AC AD")
    state = after_lead("1 plays QD", "2 plays KD", "3 plays AD", hands=theirs)
    assert choice(state) == "0 plays 9H"


def test_trumps_a_rivals_trick_with_the_lowest_that_wins() -> None:
    hands = ("9C TC QC AS TS", "9S KC 9D TD QD", "KS QS AD KD AC", "JH JD TH QH KH")
    assert choice(after_lead("1 plays QD", "2 plays KD", hands=hands)) == "3 plays TH"


def test_wins_with_no_more_than_is_needed_when_last() -> None:
    hands = ("9C AD KD AS TS", "TD KC 9S QC JC", "KS QS 9D AC TC", "JH AH TH QH QD")
    state = after_lead("1 plays TD", "2 plays 9D", "3 plays QD", hands=hands)
    assert choice(state) == "0 plays KD"


def test_leaves_the_trick_to_a_partner_whose_card_is_highest() -> None:
    hands = ("9C TC QS AS TS", "KD KC 9S QC JC", "QD KS AC 9D JS", "AD TD JH AH KH")
    assert choice(after_lead("1 plays KD", "2 plays 9D", hands=hands)) == "3 plays TD"
    lower = ("9C TC QS AS TS", "QD KC 9S QC JC", "KD KS AC 9D JS", "AD TD JH AH KH")
    assert choice(after_lead("1 plays QD", "2 plays 9D", hands=lower)) == "3 plays AD"


def test_throws_from_a_short_suit() -> None:
    hands = ("9C TC KC KH TS", "9D QC 9S JC QS", "AD TD QD AC AS", "JH JD TH QH JS")
    state = after_lead("1 plays 9D", "2 plays AD", "3 plays JS", hands=hands)
    assert choice(state) == "0 plays TS"


def test_keeps_aces_and_trumps_when_throwing() -> None:
    hands = ("9C AC KS KH TS", "9D QC 9S JC QS", "AD TD QD TC AS", "JH JD TH QH JS")
    state = after_lead("1 plays 9D", "2 plays AD", "3 plays JS", hands=hands)
    assert choice(state) == "0 plays TS"
