"""A ruleset in sentences: each says what the knobs say, and no difference is passed over."""

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given

from tests.strategies import invented_rulesets
from ukachat.engine.ruleset import PairingRules, Ruleset, WordRules
from ukachat.rulebook import knobs, load_ruleset, read_ruleset, ruleset_names
from ukachat.text.ruleset import differences, explain, summary

NZ = load_ruleset("nz")
USUAL = Ruleset(title="x")


def rules(text: str) -> Ruleset:
    return read_ruleset(f"title: x\n{text}", source="x.yaml")


def sentences(ruleset: Ruleset) -> list[str]:
    return [said for _, part in explain(ruleset) for said in part]


def test_uka_in_full() -> None:
    told = "\n".join(
        f"{heading}\n" + "".join(f"  {said}\n" for said in said_there)
        for heading, said_there in explain(NZ)
    )
    assert told == dedent("""\
        Players and cards
          Four players; partners sit opposite each other.
          32 cards: seven to ace in each suit.

        First dealer
          Each side cuts a card, the ace being high. The side with the higher card chooses which of its players deals first; equal cards cut again.
          After every deal the deal passes to the left.

        Deal
          Each player gets five cards.
          From the dealer's left they are dealt three each, then two each.
          The next card is turned up, which leaves eleven cards face down.

        First round of calls
          In turn from the dealer's left, each player may make the suit of the turn-up trumps, or pass.
          To make its suit trumps, everybody but the dealer needs a card of it; the left bower does not count as one.
          The dealer's partner calls like everybody else.
          Whoever calls, the dealer takes the turn-up and throws a card for it.
          A dealer who takes the turn-up has to keep it.

        Second round of calls
          If all pass, each in the same order may name a suit as trumps, or pass.
          The suit that was turned down may not be named.
          To name a suit, everybody but the dealer needs a card of it; the left bower does not count as one.
          When it comes back to the dealer, the dealer has to take the turn-up, and its suit is trumps.

        Going alone
          The player who makes trumps may play alone by saying so with the call; the partner's cards stay face down.
          But if the dealer's partner does, the dealer is out and the turn-up is not taken.
          A dealer who had to make trumps may play alone.
          A lone maker needs all five tricks.
          No defender may play alone.

        First lead
          The player on the dealer's left leads to the first trick.
          If that player is out, the next one leads.

        Play
          The jack of trumps, the right bower, is the highest card. Next comes the other jack of its colour, the left bower, which counts as a trump in every way.
          The other cards rank from the ace down to the seven, in every suit.
          Follow the suit that was led if you can; otherwise play any card.
          The highest trump takes the trick, or without trumps the highest card of the suit led; its player leads to the next.
          The makers need three tricks together.

        Points
          Nobody alone: the makers score 1 point for three or four tricks, 3 points for all five tricks; if they take fewer, the defenders score 2 points.
          One maker alone: the makers score 4 points for all five tricks; if they take fewer, the defenders score 4 points.

        End of the game
          The first side with 10 points or more wins.

        Words of the calls
          An opponent of the dealer who makes the suit of the turn-up trumps says "pick it up".
          The dealer's partner, for the same, says "pick it up".
          The dealer, for the same, says "pick up".
          A player who passes says "away".
          A player who goes alone says "I am going alone".
        """)  # noqa: E501 - each sentence is one line


NOBODY = "alone: {who: nobody}\nscoring: {lone_vs_pair: null}"
ALL_FIVE = "{makers: {5: 4}, euchred: 4}"
THREE = "{makers: {3: 1, 4: 1, 5: 2}, euchred: 2}"
BOTH = f"scoring: {{pair_vs_lone: {THREE}, lone_vs_lone: {THREE}}}\n"

# What a file says, and what is then said otherwise than of the usual game.
SAID = {
    "low": ("deck: {low: 8}", ["28 cards: eight to ace in each suit."]),
    "cards": (
        "deal: {cards: 4}\nscoring: {lone_vs_pair: {makers: {3: 1, 4: 4}, euchred: 2},"
        " pair_vs_pair: {makers: {3: 1, 4: 2}, euchred: 2}}",
        [
            "Each player gets four cards.",
            "Nobody alone: the makers score 1 point for three tricks, 2 points for all four "
            "tricks; if they take fewer, the defenders score 2 points.",
            "One maker alone: the makers score 1 point for three tricks, 4 points for all four "
            "tricks; if they take fewer, the defenders score 2 points.",
        ],
    ),
    "packets": (
        "deal: {packets: [[3, 2, 3, 2], [2, 3, 2, 3]]}",
        [
            "From the dealer's left they are dealt three, two, three and two, then two, three, two "
            "and three."
        ],
    ),
    "singly": ("deal: {packets: [[1], [1], [1], [1], [1]]}", ["They are dealt one at a time."]),
    "low-cut": (
        "deal: {first_dealer: low_cut}",
        [
            "Each side cuts a card, the ace being low. The side with the lower card chooses which "
            "of its players deals first; equal cards cut again."
        ],
    ),
    "high-draw": (
        "deal: {first_dealer: high_draw}",
        [
            "Each player draws a card, the ace being high. The highest deals first; equal cards "
            "draw again."
        ],
    ),
    "low-draw": (
        "deal: {first_dealer: low_draw}",
        [
            "Each player draws a card, the ace being low. The lowest deals first; equal cards draw "
            "again."
        ],
    ),
    "jack": (
        "deal: {first_dealer: first_jack}",
        ["Cards are dealt face up until a jack falls; whoever gets it deals first."],
    ),
    "black-jack": (
        "deal: {first_dealer: first_black_jack}",
        ["Cards are dealt face up until a black jack falls; whoever gets it deals first."],
    ),
    "must-hold": (
        "round1: {must_hold: all, left_bower_holds: yes}",
        [
            "To make its suit trumps, everybody needs a card of it; the left bower counts as one.",
        ],
    ),
    "must-hold-2": (
        "round2: {must_hold: non_dealer}",
        [
            "To name a suit, everybody but the dealer needs a card of it; the left bower does not "
            "count as one."
        ],
    ),
    "must-hold-or-take": (
        "round2: {must_hold: all, dealer: turn_up_or_name}\npassed_out: not_possible\n"
        "alone: {forced_dealer: no}",
        [
            "To name a suit, everybody needs a card of it; the left bower does not count as one. "
            "The dealer needs none to take the turn-up.",
            "When it comes back to the dealer, the dealer has to take the turn-up, which makes its "
            "suit trumps, or to name a suit.",
            "",
            "A dealer who had to make trumps may not play alone.",
        ],
    ),
    "partner-alone": (
        "round1: {dealer_partner: alone_only}",
        ["The dealer's partner may call only to play alone."],
    ),
    "partner-passes": (
        "round1: {dealer_partner: forbidden}",
        ["The dealer's partner may only pass.", ""],
    ),
    "optional": (
        "round1: {pick_up: optional}",
        [
            "The dealer takes the turn-up and throws a card for it; if somebody else has called, "
            "the dealer may leave it lying."
        ],
    ),
    "throw-turn-up": (
        "round1: {may_discard_turn_up: yes}",
        ["The card thrown may be the turn-up itself."],
    ),
    "turned-suit": (
        "round2: {turned_suit: allowed}",
        ["The suit that was turned down may be named."],
    ),
    "must-name": (
        "round2: {dealer: must_name}\npassed_out: not_possible",
        [
            "When it comes back to the dealer, the dealer has to name a suit (stick the dealer).",
            "",
            "A dealer who had to make trumps may play alone.",
        ],
    ),
    "turn-up-or-name": (
        "round2: {dealer: turn_up_or_name}\npassed_out: not_possible\nalone: {forced_dealer: no}",
        [
            "When it comes back to the dealer, the dealer has to take the turn-up, which makes its "
            "suit trumps, or to name a suit.",
            "",
            "A dealer who had to make trumps may not play alone.",
        ],
    ),
    "same-dealer": (
        "passed_out: same_dealer",
        ["If all pass twice, nobody scores and the same player deals again."],
    ),
    "nobody-alone": (
        NOBODY,
        ["The makers always play together.", "", "", "", ""],
    ),
    "before-lead": (
        "alone: {when: before_first_lead}",
        [
            "The player who makes trumps may play alone by saying so before the first lead; the "
            "partner's cards stay face down."
        ],
    ),
    "maker-side": (
        "alone: {who: maker_side, when: before_first_lead}",
        [
            "Either of the makers, the one who made trumps being asked first, may play alone by "
            "saying so before the first lead; the partner's cards stay face down."
        ],
    ),
    "all-or-nothing": (
        f"alone: {{tricks: 5}}\nscoring: {{lone_vs_pair: {ALL_FIVE}}}",
        [
            "A lone maker needs all five tricks.",
            "One maker alone: the makers score 4 points for all five tricks; if they take fewer, "
            "the defenders score 4 points.",
        ],
    ),
    "lone-defender": (
        f"alone: {{defend: any_hand}}\nplay: {{both_alone_lead: by_first_lead}}\n{BOTH}",
        [
            "A defender may play alone too, against one maker or two; the defenders are asked in "
            "turn from the dealer's left.",
            "If both sides have a lone player, the first of the two from the dealer's left leads.",
            "One defender alone: the makers score 1 point for three or four tricks, 2 points for "
            "all five tricks; if they take fewer, the defenders score 2 points.",
            "One of each side alone: the makers score 1 point for three or four tricks, 2 points "
            "for all five tricks; if they take fewer, the defenders score 2 points.",
        ],
    ),
    "vs-lone-maker": (
        "alone: {defend: vs_lone_maker}\n"
        "play: {first_lead: left_of_loner, both_alone_lead: lone_defender}\n"
        f"scoring: {{lone_vs_lone: {THREE}}}",
        [
            "Against a lone maker, a defender may play alone too; the defenders are asked in turn "
            "from the dealer's left.",
            "If one player is alone, the player on the left of the lone player leads instead.",
            "If both sides have a lone player, the lone defender leads.",
            "One of each side alone: the makers score 1 point for three or four tricks, 2 points "
            "for all five tricks; if they take fewer, the defenders score 2 points.",
        ],
    ),
    "points": (
        "scoring: {pair_vs_pair: {makers: {3: 0, 4: 1, 5: 2}, euchred: {0: 4, 1: 2, 2: 2}}}",
        [
            "Nobody alone: the makers score nothing for three tricks, 1 point for four tricks, 2 "
            "points for all five tricks; if they take one or two tricks, the defenders score 2 "
            "points, if no tricks, 4 points."
        ],
    ),
    "points-all-alike": (
        "scoring: {pair_vs_pair: {makers: {3: 1, 4: 1, 5: 1}, euchred: {0: 3, 1: 3, 2: 2}}}",
        [
            "Nobody alone: the makers score 1 point for three, four or all five tricks; if they "
            "take two tricks, the defenders score 2 points, if one trick or fewer, 3 points."
        ],
    ),
    "target": ("game: {target: 15}", ["The first side with 15 points or more wins."]),
    "one-point": ("game: {target: 1}", ["The first side with 1 point or more wins."]),
    "deals": (
        "game: {deals: 8}",
        ["After 8 scored deals the side with more points wins; equal points are a draw."],
    ),
    "order": (
        "words: {order: up}",
        ['An opponent of the dealer who makes the suit of the turn-up trumps says "up".'],
    ),
    "assist": (
        "words: {assist: I help}",
        ['The dealer\'s partner, for the same, says "I help".'],
    ),
    "take": ("words: {take: mine}", ['The dealer, for the same, says "mine".']),
    "pass": ("words: {pass: away}", ['A player who passes says "away".']),
    "alone": ("words: {alone: solo}", ['A player who goes alone says "solo".']),
}


@pytest.mark.parametrize(("text", "expected"), SAID.values(), ids=SAID)
def test_knob_is_said(text: str, expected: list[str]) -> None:
    found = differences(USUAL, rules(text))
    assert [said.second for said in found] == expected
    assert set(sentences(rules(text))) >= set(expected) - {""}
    assert [said.first for said in differences(rules(text), USUAL)] == expected


def test_every_knob_has_its_sentence() -> None:
    texts = " ".join(text for text, _ in SAID.values())
    untold = {"title", "origin", "extends", "seats", "sides"}  # as yet there is one table only
    keys = {key for knob in knobs() for key in knob.path.split(".")} - untold
    assert {key for key in keys if key not in texts} == set()


def test_one_card_each() -> None:
    points = PairingRules(makers={1: 1}, euchred=1)
    tiny = rules(
        "deal: {cards: 1}\nalone: {tricks: 1}\nscoring:"
        " {pair_vs_pair: {makers: {1: 1}, euchred: 1},"
        " lone_vs_pair: {makers: {1: 1}, euchred: {0: 0}}}"
    )
    assert tiny.scoring.pair_vs_pair == points
    told = sentences(tiny)
    assert "Each player gets one card." in told
    assert "The next card is turned up, which leaves 19 cards face down." in told
    assert (
        "One maker alone: the makers score 1 point for one trick; if they take fewer, the "
        "defenders score nothing."
    ) in told


def test_differences_are_named_and_ordered() -> None:
    found = differences(NZ, load_ruleset("canadian"))
    assert [each.topic for each in found] == [
        "Pack",
        "First dealer",
        "Dealing",
        "Suit needed in the first round",
        "Dealer's partner in the first round",
        "Throwing the turn-up",
        "Suit needed in the second round",
        "Dealer in the second round",
        "Passing out",
        "Forced dealer alone",
        "Tricks needed alone",
        "Points, nobody alone",
        "Points, one maker alone",
        "Words of the dealer's partner",
        "Words for passing",
        "Words for going alone",
    ]


@given(invented_rulesets())
def test_any_ruleset_can_be_said(ruleset: Ruleset) -> None:
    for said in sentences(ruleset):
        assert said.endswith(".")
        assert "  " not in said
        assert "None" not in said
    assert differences(ruleset, ruleset) == []


@given(invented_rulesets(), invented_rulesets())
def test_differences_are_what_is_not_said_of_both(first: Ruleset, second: Ruleset) -> None:
    both = differences(first, second)
    assert {each.first for each in both} - {""} <= set(sentences(first))
    assert {each.second for each in both} - {""} <= set(sentences(second))
    if first.scoring != second.scoring:
        assert any("oints" in each.topic for each in both)


def test_words_of_strangers_stay_in_their_line() -> None:
    wild = replace(USUAL, words=WordRules(order="a\n\x1b[31mb"))
    assert all(said.isprintable() for said in sentences(wild))


SUMMARIES = {
    "nz": "32 cards, to 10 points, if all pass, the dealer takes the turn-up, "
    "the caller may go alone",
    "na": "24 cards, to 10 points, a deal can be passed out, either maker may go alone, "
    "a defender too",
    "tournament": "24 cards, to 10 points, stick the dealer, the caller may go alone",
}


@pytest.mark.parametrize("name", SUMMARIES)
def test_summary(name: str) -> None:
    assert summary(load_ruleset(name)) == SUMMARIES[name]


def test_summary_of_others() -> None:
    told = rules(
        "round2: {dealer: turn_up_or_name}\npassed_out: not_possible\ngame: {deals: 8}\n"
        "alone: {who: nobody, defend: any_hand}\n"
        f"scoring: {{lone_vs_pair: null, pair_vs_lone: {THREE}}}"
    )
    assert summary(told) == (
        "24 cards, 8 deals, if all pass, the dealer takes the turn-up or names a suit, no maker "
        "goes alone, a defender too"
    )


def test_no_name_of_a_ruleset_is_in_the_code() -> None:
    folder = Path(__file__).parents[2] / "ukachat" / "text" / "ruleset"
    code = "".join(path.read_text() for path in folder.glob("*.py"))
    assert not [name for name in ruleset_names() if f'"{name}"' in code]
