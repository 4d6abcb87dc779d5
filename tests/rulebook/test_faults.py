"""Every way in which a ruleset file can be wrong, with the exact words and the place."""

import ast
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from ukachat.engine import contradictions
from ukachat.engine.errors import RulesetError
from ukachat.rulebook import RulesetFileError, load_ruleset


def problems(text: str, folder: Path) -> list[str]:
    """What is wrong with a file, without the name of the file."""
    file = folder / "mine.yaml"
    file.write_text(text)
    with pytest.raises(RulesetFileError) as caught:
        load_ruleset(file)
    lines = [str(problem) for problem in caught.value.problems]
    assert str(caught.value) == "\n".join(lines)
    return [line.removeprefix(f"{file}:").replace(str(file), "mine.yaml") for line in lines]


TITLE_IS_MISSING = "1:1: title: expected text, got nothing"

MISFITS = {
    "unknown-near": ("deal: {packet: 1}", "2:8: deal: unknown key 'packet'; did you mean packets?"),
    "unknown-elsewhere": (
        "target: 5",
        "2:1: ruleset: unknown key 'target'; did you mean game.target?",
    ),
    "unknown-far": (
        "game: {points: 5}",
        "2:8: game: unknown key 'points', expected target or deals",
    ),
    "unknown-empty": (
        "game: {points: }",
        "2:8: game: unknown key 'points', expected target or deals",
    ),
    "unknown-at-top": (
        "zzz: [1, {a: b}]",
        "2:1: ruleset: unknown key 'zzz', expected extends, title, origin, seats, sides, deck, "
        "deal, words, round1, round2, passed_out, alone, play, scoring or game",
    ),
    "python-name": (
        "words: {pass_: away}",
        "2:9: words: unknown key 'pass_'; did you mean pass?",
    ),
    "awkward-key": (
        r'game: {"a\nb": 1}',
        "2:8: game: unknown key 'a\\nb', expected target or deals",
    ),
    "number": ("seats: four", "2:8: seats: expected a whole number, got 'four'"),
    "number-list": ("seats: [4]", "2:8: seats: expected a whole number, got a list"),
    "yes-no": (
        "alone: {forced_dealer: si}",
        "2:24: alone.forced_dealer: expected yes or no, got 'si'",
    ),
    "text": ("origin: {a: b}", "2:9: origin: expected text, got a mapping"),
    "choice-near": (
        "round1: {must_hold: non-dealer}",
        "2:21: round1.must_hold: expected none, non_dealer or all, got 'non-dealer'; did you mean "
        "non_dealer?",
    ),
    "choice-far": (
        "round1: {pick_up: maybe}",
        "2:19: round1.pick_up: expected forced or optional, got 'maybe'",
    ),
    "choice-list": (
        "round1: {pick_up: [forced]}",
        "2:19: round1.pick_up: expected forced or optional, got a list",
    ),
    "choice-at-top": (
        "passed_out: nextdealer",
        "2:13: passed_out: expected next_dealer, same_dealer or not_possible, got 'nextdealer'; "
        "did you mean next_dealer?",
    ),
    "choice-or-empty": (
        "play: {both_alone_lead: both}",
        "2:25: play.both_alone_lead: expected lone_defender or by_first_lead, got 'both'",
    ),
    "part": ("deck: 7", "2:7: deck: expected a mapping with low, got '7'"),
    "part-list": ("game: [10]", "2:7: game: expected a mapping with target or deals, got a list"),
    "list": ("deal: {packets: 32}", "2:17: deal.packets: expected a list, got '32'"),
    "list-in-list": ("deal: {packets: [3, [2]]}", "2:18: deal.packets: expected a list, got '3'"),
    "list-of-maps": (
        "deal: {packets: [{3: 2}]}",
        "2:18: deal.packets: expected a list, got a mapping",
    ),
    "list-item": (
        "deal: {packets: [[3], [two]]}",
        "2:24: deal.packets: expected a whole number, got 'two'",
    ),
    "list-item-empty": (
        "deal: {packets: [[3], [null]]}",
        "2:24: deal.packets: expected a whole number, got nothing",
    ),
    "pairing": (
        "scoring: {lone_vs_pair: 4}",
        "2:25: scoring.lone_vs_pair: expected a mapping with makers or euchred, got '4'",
    ),
    "table": (
        "scoring: {pair_vs_pair: {makers: 2, euchred: 2}}",
        "2:34: scoring.pair_vs_pair.makers: expected a mapping of tricks to points, got '2'",
    ),
    "table-missing": (
        "scoring: {pair_vs_pair: {euchred: 2}}",
        "2:11: scoring.pair_vs_pair.makers: expected a mapping of tricks to points, got nothing",
    ),
    "table-key": (
        "scoring: {pair_vs_pair: {makers: {three: 1}, euchred: 2}}",
        "2:35: scoring.pair_vs_pair.makers: expected a whole number as key, got 'three'",
    ),
    "table-key-decimals": (
        "scoring: {pair_vs_pair: {makers: {03: 1}, euchred: 2}}",
        "2:35: scoring.pair_vs_pair.makers: expected a whole number as key, got '03'",
    ),
    "table-value": (
        "scoring: {pair_vs_pair: {makers: {3: one}, euchred: 2}}",
        "2:38: scoring.pair_vs_pair.makers.3: expected a whole number, got 'one'",
    ),
    "euchred": (
        "scoring: {pair_vs_pair: {makers: {3: 1}, euchred: two}}",
        "2:51: scoring.pair_vs_pair.euchred: expected a whole number or a mapping of tricks to "
        "points, got 'two'",
    ),
    "euchred-list": (
        "scoring: {pair_vs_pair: {makers: {3: 1}, euchred: [2]}}",
        "2:51: scoring.pair_vs_pair.euchred: expected a whole number or a mapping of tricks to "
        "points, got a list",
    ),
    "euchred-missing": (
        "scoring: {pair_vs_pair: {makers: {3: 1}, euchred: }}",
        "2:42: scoring.pair_vs_pair.euchred: expected a whole number or a mapping of tricks to "
        "points, got nothing",
    ),
    "euchred-key": (
        "scoring: {pair_vs_pair: {makers: {3: 1}, euchred: {x: 1}}}",
        "2:52: scoring.pair_vs_pair.euchred: expected a whole number as key, got 'x'",
    ),
    "euchred-value": (
        "scoring: {pair_vs_pair: {makers: {3: 1}, euchred: {0: x}}}",
        "2:55: scoring.pair_vs_pair.euchred.0: expected a whole number, got 'x'",
    ),
}


@pytest.mark.parametrize(("text", "expected"), MISFITS.values(), ids=MISFITS)
def test_misfit(text: str, expected: str, tmp_path: Path) -> None:
    assert problems(f"title: x\n{text}", tmp_path) == [expected]


def test_missing_title(tmp_path: Path) -> None:
    assert problems("seats: 4", tmp_path) == [TITLE_IS_MISSING]
    assert problems("seats: 4\ntitle: null", tmp_path) == ["2:1: title: expected text, got nothing"]


def test_all_problems_are_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
        scoring:
          lone_vs_pair: {makers: {5: four}}
        deck: {low: 6}
        words: {pass: [no], passs: x}
        round1: {pick_up: forcd}
        """
    assert problems(dedent(text), tmp_path) == [
        TITLE_IS_MISSING,
        "2:3: scoring.lone_vs_pair.euchred: expected a whole number or a mapping of tricks to "
        "points, got nothing",
        "2:30: scoring.lone_vs_pair.makers.5: expected a whole number, got 'four'",
        "3:13: deck.low: expected 7, 8 or 9 as lowest rank, got 6",
        "4:15: words.pass: expected text, got a list",
        "4:21: words: unknown key 'passs'; did you mean pass?",
        "5:19: round1.pick_up: expected forced or optional, got 'forcd'; did you mean forced?",
    ]


# --- contradictions, which the engine finds ---

ANY_HAND = "alone: {defend: any_hand}\nplay: {both_alone_lead: lone_defender}\n"
POINTS = "{makers: {3: 1, 4: 1, 5: 2}, euchred: 2}"

CONTRADICTIONS = {
    "seats": ("seats: 6", "2:8: seats: expected 4, the only table size so far, got 6"),
    "sides": (
        "sides: individual",
        "2:8: sides: expected partnerships, the only sides so far, got individual",
    ),
    "low": ("deck: {low: 6}", "2:13: deck.low: expected 7, 8 or 9 as lowest rank, got 6"),
    "cards": ("deal: {cards: 0}", "2:15: deal.cards: expected at least one card, got 0"),
    "pack": (
        "deal: {cards: 6}",
        "2:15: deal.cards: 4 hands of 6 and a turn-up need 25 cards; the pack from 9 up has 24",
    ),
    "packets": (
        "deal: {packets: [[3, 2], [2]]}",
        "2:17: deal.packets: expected one number for everybody or one for each of 4 seats each "
        "time round, got 2 numbers",
    ),
    "packets-sum": (
        "deal: {packets: [[3], [3]]}",
        "2:17: deal.packets: expected packets that add up to 5 for everybody, got 6",
    ),
    "words-empty": ("words: {order: ''}", "2:16: words.order: expected a word or more, got none"),
    "words-alike": (
        "words: {pass: Pick it up}",
        "2:15: words.pass: expected another word than words.order, got Pick it up for both",
    ),
    "packets-empty": (
        "deal: {packets: [[5], [0]]}",
        "2:17: deal.packets: expected at least one card in a packet, got 0",
    ),
    "passed-out": (
        "round2: {dealer: must_name}",
        "2:18: passed_out: round2.dealer is must_name, so a deal cannot be passed out: expected "
        "not_possible, got next_dealer",
    ),
    "not-passed-out": (
        "passed_out: not_possible",
        "2:13: passed_out: round2.dealer is may_pass, so a deal can be passed out: expected "
        "next_dealer or same_dealer, got not_possible",
    ),
    "must-name": (
        "round2: {dealer: must_name, must_hold: all}\npassed_out: not_possible",
        "2:40: round2.must_hold: round2.dealer is must_name, and a dealer without the suits could "
        "not name one: expected none or non_dealer, got all",
    ),
    "alone-only": (
        "round1: {dealer_partner: alone_only}\nalone: {when: before_first_lead}",
        "2:26: round1.dealer_partner: alone_only needs somebody who may go alone with the call: "
        "set alone.who to caller and alone.when to with_call",
    ),
    "maker-side": (
        "alone: {who: maker_side}",
        "2:14: alone.who: with the call only the caller can say alone: expected caller, or "
        "alone.when: before_first_lead, got maker_side",
    ),
    "vs-lone-maker": (
        "alone: {who: nobody, defend: vs_lone_maker}\nscoring: {lone_vs_pair: null}",
        "2:30: alone.defend: alone.who is nobody, so there is no lone maker to defend against: "
        "expected none or any_hand, got vs_lone_maker",
    ),
    "both-alone": (
        "alone: {defend: any_hand}\nplay:\n  first_lead: left_of_loner",
        "3:1: play.both_alone_lead: both sides may be alone, so it must say who leads then: "
        "expected lone_defender or by_first_lead",
    ),
    "never-both-alone": (
        "play: {both_alone_lead: lone_defender}",
        "2:25: play.both_alone_lead: both sides can never be alone under alone.who and "
        "alone.defend: leave it out",
    ),
    "by-first-lead": (
        "alone: {defend: any_hand}\n"
        "play: {first_lead: left_of_loner, both_alone_lead: by_first_lead}",
        "3:52: play.both_alone_lead: by_first_lead needs play.first_lead: left_of_dealer, got "
        "left_of_loner",
    ),
    "lone-tricks": (
        "alone: {tricks: 4}",
        "2:17: alone.tricks: expected 3 (as a pair) or 5 (all of them), got 4",
    ),
    "pairing-missing": (
        f"{ANY_HAND}scoring: {{lone_vs_lone: {POINTS}}}",
        "2:17: scoring.pair_vs_lone: alone.who and alone.defend let pair_vs_lone happen: give its "
        "points",
    ),
    "pairing-too-many": (
        f"scoring: {{pair_vs_lone: {POINTS}}}",
        "2:25: scoring.pair_vs_lone: alone.who and alone.defend never let pair_vs_lone happen: "
        "leave it out",
    ),
    "makers": (
        "scoring: {pair_vs_pair: {makers: {4: 1, 5: 2}, euchred: 2}}",
        "2:34: scoring.pair_vs_pair.makers: expected points for each of these numbers of tricks: "
        "3, 4, 5; got 4, 5",
    ),
    "no-makers": (
        "scoring: {pair_vs_pair: {makers: {}, euchred: 2}}",
        "2:34: scoring.pair_vs_pair.makers: expected points for each of these numbers of tricks: "
        "3, 4, 5; got none",
    ),
    "euchred": (
        "scoring: {pair_vs_pair: {makers: {3: 1, 4: 1, 5: 2}, euchred: {0: 4, 1: 2}}}",
        "2:63: scoring.pair_vs_pair.euchred: expected one number, or points for each of these "
        "numbers of tricks: 0, 1, 2; got 0, 1",
    ),
    "negative": (
        "scoring: {pair_vs_pair: {makers: {3: 1, 4: 1, 5: -2}, euchred: 2}}",
        "2:25: scoring.pair_vs_pair: expected points of 0 or more",
    ),
    "target": ("game: {target: 0}", "2:16: game.target: expected 1 or more points, got 0"),
    "deals": ("game: {deals: -1}", "2:15: game.deals: expected 0 or more deals, got -1"),
}


@pytest.mark.parametrize(("text", "expected"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_contradiction(text: str, expected: str, tmp_path: Path) -> None:
    assert problems(f"title: x\n{text}", tmp_path) == [expected]


def test_every_contradiction_of_the_engine_has_its_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: set[int] = set()

    class Noted(RulesetError):
        def __init__(self, path: str, reason: str) -> None:
            super().__init__(path, reason)
            raised.add(sys._getframe(1).f_lineno)

    monkeypatch.setattr(contradictions, "RulesetError", Noted)
    for text, _ in CONTRADICTIONS.values():
        problems(f"title: x\n{text}", tmp_path)
    source = ast.parse(Path(contradictions.__file__).read_text())
    sites = [node for node in ast.walk(source) if isinstance(node, ast.Raise)]
    missed = [site.lineno for site in sites if not raised & set(lines_of(site))]
    assert missed == []


def lines_of(node: ast.Raise) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


# --- whose file is named ---


def test_parent_is_named_for_what_it_says(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text("title: Parent\n\ngame: {target: many}\n")
    text = "extends: parent\ndeck: {low: x}"
    assert problems(text, tmp_path) == [
        "2:13: deck.low: expected a whole number, got 'x'",
        f"{parent}:3:16: game.target: expected a whole number, got 'many' (inherited by mine.yaml)",
    ]
    text = "extends: parent\ndeck: {low: 7}\ngame: {target: 9}"
    (tmp_path / "mine.yaml").write_text(text)
    assert load_ruleset(tmp_path / "mine.yaml").game.target == 9


def test_parent_is_named_for_its_contradiction(tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text("title: Parent\nround2: {dealer: must_name}\n")
    assert problems("extends: parent\ngame: {target: 5}", tmp_path) == [
        f"{parent}:2:18: passed_out: round2.dealer is must_name, so a deal cannot be passed out: "
        "expected not_possible, got next_dealer (inherited by mine.yaml)"
    ]


def test_file_is_named_for_contradicting_a_good_parent(tmp_path: Path) -> None:
    assert problems("extends: canadian\nalone: {when: before_first_lead}", tmp_path) == [
        "2:15: round1.dealer_partner: alone_only needs somebody who may go alone with the call: "
        "set alone.who to caller and alone.when to with_call"
    ]


def test_file_is_named_for_what_it_takes_out(tmp_path: Path) -> None:
    assert problems("extends: na\nscoring: {pair_vs_lone: }", tmp_path) == [
        "2:11: scoring.pair_vs_lone: alone.who and alone.defend let pair_vs_lone happen: give its "
        "points"
    ]
    assert problems("extends: na\nscoring: ", tmp_path) == [
        "2:1: scoring.pair_vs_lone: alone.who and alone.defend let pair_vs_lone happen: give its "
        "points"
    ]
