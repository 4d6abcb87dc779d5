"""What a seat is asked and told of its cards, word for word."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.chat.telling.tables import (
    ANA,
    HANDS,
    HEMI,
    MERE,
    NAMES,
    PLAYED,
    TAMA,
    act,
    laid,
    na,
    nz,
)
from tests.strategies import RULESETS
from ukachat.chat import telling
from ukachat.engine import check
from ukachat.engine.errors import (
    MustFollow,
)
from ukachat.engine.notation import parse_action
from ukachat.engine.options import DealerPartner
from ukachat.engine.ruleset import PairingRules
from ukachat.text import Style

if TYPE_CHECKING:
    pass


# --- what is asked ---


def test_the_first_round() -> None:
    assert telling.turn(nz("1 pass", "2 pass"), TAMA, NAMES, Style.SIGNS) == (
        "Turn-up: queen of hearts Q♥. Mere deals. Hemi and Ana said away.\n"
        "Your turn, Tama. Will you have hearts? You hold three; one is the left bower.\n"
        "Your cards: ace of spades A♠, jack and nine of hearts J♥ 9♥, "
        "king and jack of diamonds K♦ J♦.\n"
        "You may say: away, pick it up or pick it up alone."
    )


def test_who_can_only_pass_is_told_why_and_not_asked() -> None:
    assert telling.turn(nz(), HEMI, NAMES, Style.WORDS) == (
        "Turn-up: queen of hearts. Mere deals.\n"
        "Your turn, Hemi. You hold no heart, so you can only say away.\n"
        "Your cards: nine and eight of diamonds, ace, king and queen of clubs."
    )


def test_the_left_bower_alone_is_no_heart() -> None:
    hands = (HANDS[0], "JD 8D AC KC QC", "AD TD AH 8S 9S", "JH AS KD 9H 9D")
    table = laid(RULESETS["nz"], "QH", *hands)
    assert (
        "Your turn, Hemi. You hold no heart, for the left bower does not count as one, "
        "so you can only say away."
    ) in telling.turn(table, HEMI, NAMES, Style.WORDS)


def test_the_left_bower_as_the_only_trump() -> None:
    hands = (HANDS[0], "JD 8D AC KC QC", "AD TD AH 8S 9S", "JH AS KD 9H 9D")
    table = laid(RULESETS["na32"], "QH", *hands)
    assert "You hold one, the left bower." in telling.turn(table, HEMI, NAMES, Style.WORDS)


def test_below_the_table_the_turn_up_and_the_calls_are_not_said_again() -> None:
    table = nz("1 pass", "2 pass")
    assert telling.turn(table, TAMA, NAMES, Style.WORDS, below_table=True).startswith("Your turn")


def test_trumps_that_were_just_made_are_not_said_again() -> None:
    before = nz("1 pass", "2 pass", "3 pass")
    effects = act(before, "0 order up")
    asked = telling.turn(effects.after, MERE, NAMES, Style.WORDS, effects.effects[0].events)
    assert asked.startswith("Your turn, Mere. You take the queen of hearts.")
    again = telling.turn(effects.after, MERE, NAMES, Style.WORDS)
    assert again.startswith("Hearts are trumps, made by Mere.")


def test_the_second_round() -> None:
    table = nz("1 pass", "2 pass", "3 pass", "0 pass")
    assert telling.turn(table, HEMI, NAMES, Style.LETTERS) == (
        "Mere has turned the queen of hearts QH down.\n"
        "Your turn, Hemi. Which suit shall be trumps?\n"
        "Your cards: nine and eight of diamonds 9D 8D, ace, king and queen of clubs AC KC QC.\n"
        "You may say: away, clubs, clubs alone, diamonds or diamonds alone."
    )


def test_the_dealer_of_uka_who_must_take_the_turn_up() -> None:
    table = nz("1 pass", "2 pass", "3 pass", "0 pass", "1 pass", "2 pass", "3 pass")
    assert table.turn == MERE
    assert telling.turn(table, MERE, NAMES, Style.WORDS).splitlines()[0] == (
        "Your turn, Mere. Nobody has called, so you must take the queen of hearts. Do you go alone?"
    )


def test_the_dealer_who_is_stuck() -> None:
    table = na(*(f"{seat} pass" for seat in (1, 2, 3, 0, 1, 2, 3)), rules="tournament")
    assert telling.turn(table, MERE, NAMES, Style.WORDS).splitlines()[1] == (
        "Your turn, Mere. Which suit shall be trumps? You are the last, and must make trumps."
    )


def test_the_card_to_throw() -> None:
    table = nz(*PLAYED[:3])
    assert telling.turn(table, MERE, NAMES, Style.WORDS) == (
        "Hearts are trumps, made by Tama.\n"
        "Your turn, Mere. You take the queen of hearts. Which card do you throw for it?\n"
        "Your cards: ten and seven of spades, king of hearts, seven of diamonds, eight of clubs.\n"
        "You may throw any of them."
    )
    assert telling.hand(table, MERE, Style.SIGNS) == (
        "1 10♠, 2 7♠, 3 K♥, 4 7♦, 5 8♣. The turn-up takes the place of the card you throw."
    )


def test_the_turn_up_that_may_be_left() -> None:
    table = na("1 pass", "2 pass", "3 order up")
    assert telling.turn(table, MERE, NAMES, Style.WORDS).splitlines()[1:] == [
        "Your turn, Mere. You may take the queen of hearts, or leave it. "
        "Which card do you throw for it?",
        "Your cards: ace and ten of spades, king of hearts, queen of diamonds, ten of clubs.",
        "You may throw any of them.",
    ]


def test_the_turn_up_that_may_be_thrown() -> None:
    table = na("1 pass", "2 pass", "3 order up", rules="tournament")
    assert telling.turn(table, MERE, NAMES, Style.WORDS).splitlines()[-1] == (
        "You may throw any of them, or the turn-up itself."
    )
    assert telling.hand(table, MERE, Style.SIGNS) == (
        "1 A♠, 2 10♠, 3 K♥, 4 Q♦, 5 10♣, 6 Q♥. 6 is the turn-up. Which do you throw?"
    )


def test_going_alone() -> None:
    table = na("1 pass", "2 order up", "0 discards TC")
    assert telling.turn(table, ANA, NAMES, Style.WORDS).splitlines()[:2] == [
        "Hearts are trumps, made by Ana.",
        "Your turn, Ana. Do you go alone?",
    ]


def test_defending_alone() -> None:
    table = na("1 pass", "2 order up", "0 discards TC", "2 alone")
    assert table.turn == HEMI
    assert telling.turn(table, HEMI, NAMES, Style.WORDS).splitlines()[:2] == [
        "Hearts are trumps, made by Ana. Ana plays alone.",
        "Your turn, Hemi. Do you defend alone?",
    ]


def test_leading_and_following() -> None:
    table = nz(*PLAYED)
    assert telling.turn(table, HEMI, NAMES, Style.WORDS) == (
        "Your turn, Hemi. You lead. Hearts are trumps.\n"
        "Your cards: nine and eight of diamonds, ace, king and queen of clubs.\n"
        "You may play any of them."
    )
    table = nz(*PLAYED, "1 plays 9D")
    assert telling.turn(table, ANA, NAMES, Style.WORDS) == (
        "Your turn, Ana. Diamonds were led; Hemi is winning with the nine of diamonds. "
        "Hearts are trumps.\n"
        "Your cards: nine and eight of spades, ace of hearts, ace and ten of diamonds.\n"
        "You may play: ace of diamonds or ten of diamonds."
    )


def test_all_cards_but_one_may_be_played() -> None:
    hands = (HANDS[0], "9D 8D AC KC QC", "AD KD QD TD 9S", "JH AS TH 9H JD")
    table = laid(RULESETS["nz"], "QH", *hands, said=(*PLAYED, "1 plays 9D"))
    assert telling.turn(table, ANA, NAMES, Style.WORDS).splitlines()[1:] == [
        "Your cards: nine of spades, ace, king, queen and ten of diamonds.",
        "You may play: ace of diamonds, king of diamonds, queen of diamonds or ten of diamonds.",
    ]


def test_the_dealers_partner_who_may_not_call() -> None:
    rules = RULESETS["na"]
    forbidden = replace(rules.round1, dealer_partner=DealerPartner.FORBIDDEN)
    table = laid(replace(rules, round1=forbidden), "QH", "KH", "9D", "AD", "JH", said=("1 pass",))
    assert (
        "Your turn, Ana. The dealer's partner may not call in this round, so you can only say pass."
    ) in telling.turn(table, ANA, NAMES, Style.WORDS)


def test_no_suit_that_could_be_named() -> None:
    hands = (HANDS[0], "9H 8H AH TH 7H", "AD TD KD 8S 9S", "JH AS QD 9D JD")
    passes = ("1 pass", "2 pass", "3 pass", "0 pass")
    table = laid(RULESETS["nz"], "QH", *hands, said=passes)
    assert telling.turn(table, HEMI, NAMES, Style.WORDS).splitlines()[1] == (
        "Your turn, Hemi. You hold no suit that you could name, so you can only say away."
    )


def test_the_left_bower_follows_trumps_and_is_called_so() -> None:
    hands = (HANDS[0], "9H 8D AC KC QC", "AD TD AH 8S 9S", "AS KD JD 9C TC")
    table = laid(RULESETS["nz"], "QH", *hands)
    for said in ("1 order up", "0 discards 7D", "1 plays 9H", "2 plays AH"):
        table = act(table, said).after
    assert telling.turn(table, TAMA, NAMES, Style.WORDS) == (
        "Your turn, Tama. Hearts, the trumps, were led; Ana is winning with the ace of hearts.\n"
        "Your cards: ace of spades, king and jack of diamonds, ten and nine of clubs.\n"
        "You can only play the jack of diamonds (the left bower)."
    )
    action = parse_action("3 plays KD")
    with pytest.raises(MustFollow) as caught:
        check(table.game.state, action)  # type: ignore[union-attr]
    assert telling.refused(caught.value, table, TAMA, NAMES, Style.WORDS) == (
        "Hearts, the trumps, were led and you hold one: jack of diamonds (the left bower)."
    )


def test_a_trick_that_was_just_told_is_not_told_again() -> None:
    before = nz(*PLAYED)
    one = act(before, "1 plays 9D")
    told = [event for effect in one.effects for event in effect.events]
    assert telling.turn(one.after, ANA, NAMES, Style.WORDS, told).startswith(
        "Your turn, Ana. Hearts are trumps.\n"
    )
    three = act(before, "1 plays 9D", "2 plays AD", "3 plays KD")
    told = [event for effect in three.effects for event in effect.events]
    assert telling.turn(three.after, MERE, NAMES, Style.WORDS, told).startswith(
        "Your turn, Mere. Ana is winning. Hearts are trumps.\n"
    )
    assert telling.turn(three.after, MERE, NAMES, Style.WORDS, told[1:]).startswith(
        "Your turn, Mere. Diamonds were led; Ana is winning with the ace of diamonds. "
    )


def test_trumps_that_were_just_made_are_not_said_again_to_whoever_leads() -> None:
    moment = act(nz(*PLAYED[:2]), "3 order up", "0 discards 7D")
    told = [event for effect in moment.effects for event in effect.events]
    assert telling.turn(moment.after, HEMI, NAMES, Style.WORDS, told).startswith(
        "Your turn, Hemi. You lead.\n"
    )


def test_a_reminder_is_the_question_again() -> None:
    table = nz(*PLAYED, "1 plays 9D")
    assert telling.nudge(table, ANA, NAMES, Style.WORDS) == (
        "The table is waiting for you, Ana. Diamonds were led; "
        "Hemi is winning with the nine of diamonds. Hearts are trumps.\n"
        "Your cards: nine and eight of spades, ace of hearts, ace and ten of diamonds.\n"
        "You may play: ace of diamonds or ten of diamonds."
    )
    assert telling.nudge(nz("1 pass", "2 pass"), TAMA, NAMES, Style.WORDS).splitlines()[1] == (
        "The table is waiting for you, Tama. Will you have hearts? "
        "You hold three; one is the left bower."
    )


# --- the hand ---


def test_my_cards_in_slots() -> None:
    table = nz(*PLAYED, "1 plays 9D", "2 plays AD")
    assert telling.hand(table, TAMA, Style.SIGNS) == (
        "1 A♠, 2 J♥, 3 9♥, 4 K♦, 5 J♦. Diamonds were led: you may play 4."
    )
    assert telling.hand(table, HEMI, Style.LETTERS) == "1 played, 2 8D, 3 AC, 4 KC, 5 QC."


def test_the_turn_up_lies_where_the_thrown_card_lay() -> None:
    assert telling.hand(nz(*PLAYED), MERE, Style.SIGNS) == "1 10♠, 2 7♠, 3 K♥, 4 Q♥, 5 8♣."


def test_who_sits_out_is_told_so() -> None:
    table = nz("1 pass", "2 pass", "3 order up alone", "0 discards 7D")
    assert telling.hand(table, HEMI, Style.SIGNS).endswith(" You sit out this deal.")


def test_what_is_too_long_for_a_pop_up_leaves_out_what_may_be_played() -> None:
    nz_rules = RULESETS["nz"]
    scores = PairingRules({4: 1, 5: 1, 6: 1, 7: 3}, 2)
    rules = replace(
        nz_rules,
        deal=replace(nz_rules.deal, cards=7, packets=()),
        alone=replace(nz_rules.alone, tricks=7),
        scoring=replace(
            nz_rules.scoring, pair_vs_pair=scores, lone_vs_pair=PairingRules({7: 4}, 4)
        ),
    )
    hands = ("7C 8C 9C TC AC KC QS", "AD 7H 8H 9H TH JH QH", "QD 7D 8D 9D TD KD QC", "7S 8S")
    table = laid(rules, "JD", *hands, said=("1 order up", "0 discards 7C"))
    table = act(table, "1 plays AD").after
    text = telling.hand(table, ANA, Style.WORDS)
    assert text.endswith("6 seven of diamonds, 7 queen of clubs.")
    whole = telling.hand(table, ANA, Style.SIGNS)
    assert whole.endswith("Diamonds, the trumps, were led: you may play 1, 2, 3, 4, 5 or 6.")
    assert len(text) + len(whole) - whole.index(" Diamonds, the trumps") > 200
