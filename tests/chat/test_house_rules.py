"""A ruleset by name and options over it, as somebody types them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.walks import walk
from tests.strategies import invented_rulesets
from ukachat.chat.growing import rules_of
from ukachat.chat.house_rules import (
    MESSAGE_CHARACTERS,
    choose,
    explained,
    in_full,
    menu,
)
from ukachat.chat.house_words import HOUSE_RULES
from ukachat.chat.scene import Sorry
from ukachat.engine import start
from ukachat.engine.options import (
    AfterPasses,
    BothAloneLead,
    DealerLast,
    DealerPartner,
    DefendAlone,
    MustHold,
    WhoAlone,
)
from ukachat.engine.ruleset import PairingRules, Ruleset, WordRules
from ukachat.rulebook import (
    RulesetFileError,
    fingerprint,
    knobs,
    load_ruleset,
    read_ruleset,
    ruleset_names,
)
from ukachat.text.ruleset import explain
from ukachat.text.words import either

GUIDE = Path(__file__).parents[2] / "docs" / "rulesets.md"
NAMES = ruleset_names()
KNOBS = [knob.path for knob in knobs()]
# In Canadian Euchre the dealer's partner calls only to play alone.
NO_SENSE = {("canadian", "no alone"), ("canadian", "nobody alone")}
PLACES = [(name, words) for name in NAMES for words in HOUSE_RULES if (name, words) not in NO_SENSE]

# What each house rule is about, as anybody would look it up in a ruleset.
MEANT = {
    "stick the dealer": ("round2.dealer", DealerLast.MUST_NAME),
    "passing out": ("passed_out", AfterPasses.NEXT_DEALER),
    "the same dealer after passing out": ("passed_out", AfterPasses.SAME_DEALER),
    "the dealer taking the turn-up at last": ("round2.dealer", DealerLast.TAKES_TURN_UP),
    "the Canadian loner": ("round1.dealer_partner", DealerPartner.ALONE_ONLY),
    "no Canadian loner": ("round1.dealer_partner", DealerPartner.NORMAL),
    "nobody alone": ("alone.who", WhoAlone.NOBODY),
    "defending alone": ("alone.defend", DefendAlone.ANY_HAND),
    "nobody defending alone": ("alone.defend", DefendAlone.NONE),
    "must hold": ("round2.must_hold", MustHold.NON_DEALER),
    "no must hold": ("round1.must_hold", MustHold.NONE),
    "24 cards": ("deck.low", 9),
    "28 cards": ("deck.low", 8),
    "32 cards": ("deck.low", 7),
}


def _at(ruleset: Ruleset, knob: str) -> object:
    value: object = ruleset
    for part in knob.split("."):
        value = getattr(value, "pass_" if part == "pass" else part)
    return value


def _refusal(words: str) -> str:
    with pytest.raises(Sorry) as caught:
        choose(words)
    return str(caught.value)


# --- names ---


@pytest.mark.parametrize("name", NAMES)
def test_a_name_alone_is_that_ruleset(name: str) -> None:
    for typed in (name, name.upper(), f"  {name.capitalize()} "):
        chosen = choose(typed)
        assert chosen.name == name
        assert chosen.ruleset == load_ruleset(name)


def test_a_bundled_ruleset_is_read_once() -> None:
    assert choose("nz").ruleset is choose("NZ").ruleset


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nx", "I know no rules called nx. Did you mean nz? There are bicycle, "),
        ("tournamnt", "I know no rules called tournamnt. Did you mean tournament?"),
        ("Canada", "I know no rules called Canada. Did you mean canadian?"),
        (
            "whist",
            f"I know no rules called whist. There are {', '.join(NAMES[:-1])} and {NAMES[-1]}.",
        ),
        ("", "Which rules? There are bicycle, "),
        ("..", 'I know rules by name only, not "..". There are bicycle, '),
        ("../nz", 'I know rules by name only, not "../nz". There are '),
        ("rulesets/nz.yaml", 'I know rules by name only, not "rulesets/nz.yaml".'),
        ("nz.yaml", 'I know rules by name only, not "nz.yaml".'),
        ("/etc/passwd", 'I know rules by name only, not "/etc/passwd".'),
        ("nz " + "x" * 400, "That is too long for rules: at most 300 characters."),
    ],
)
def test_no_other_name_is_known_and_never_a_path(words: str, said: str) -> None:
    assert _refusal(words).startswith(said)


def test_not_even_a_path_that_exists_is_read(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: nz\ntitle: Uka at home\n")
    (tmp_path / "hosts").mkdir()
    for typed in (str(tmp_path / "house.yaml"), str(tmp_path / "house"), "../house", "house"):
        with pytest.raises(Sorry):
            choose(typed, folders=[tmp_path / "hosts"])


def test_the_hosts_rulesets_are_there_and_a_faulty_one_is_not_offered(tmp_path: Path) -> None:
    home = tmp_path / "House.yaml"
    home.write_text("extends: nz\ntitle: Uka at home\ngame: {target: 5}\n")
    (tmp_path / "broken.yaml").write_text("title: [\n")
    assert choose("house", folders=[tmp_path]).name == "House"
    assert choose("House to 7", folders=[tmp_path]).ruleset.title == "Uka at home, to 7"
    names = [name for name, _, _ in menu([tmp_path])]
    assert names == ["House", *NAMES]
    with pytest.raises(Sorry, match=r"^The rules called broken have a mistake"):
        choose("broken", folders=[tmp_path])
    home.write_text("extends: nz\ntitle: Uka at ours\n")
    assert choose("house", folders=[tmp_path]).ruleset.title == "Uka at ours"


# --- options ---


@pytest.mark.parametrize(("name", "words"), PLACES)
def test_a_house_rule_does_what_it_is_called_on_every_ruleset(name: str, words: str) -> None:
    base = load_ruleset(name)
    chosen = choose(f"{name} {words.upper()}")
    rules = chosen.ruleset
    knob, meant = MEANT[HOUSE_RULES[words].told]
    assert chosen.name == name
    assert _at(rules, knob) == meant
    if fingerprint(rules) == fingerprint(base):
        assert rules == base
    else:
        assert rules.title == f"{base.title}, with {HOUSE_RULES[words].told}"


@pytest.mark.parametrize("words", HOUSE_RULES)
def test_each_house_rule_changes_some_ruleset(words: str) -> None:
    names = [name for name in NAMES if (name, words) in PLACES]
    assert any(choose(f"{name} {words}").ruleset != load_ruleset(name) for name in names)


@pytest.mark.parametrize("words", ["stick", "canadian", "no alone", "defend alone", "28 cards"])
@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_a_house_rule_comes_to_its_end(name: str, words: str) -> None:
    if (name, words) not in NO_SENSE:
        rules = choose(f"{name} {words} to 3").ruleset
        *_, last = walk(start(rules), Random(3))
        assert max(last.step.state.score) >= 3


def test_defending_alone_scores_as_in_the_ruleset_that_has_it() -> None:
    rules = choose("bicycle defend alone").ruleset
    na = load_ruleset("na")
    assert rules.scoring == na.scoring
    assert rules.play.both_alone_lead is BothAloneLead.LONE_DEFENDER
    uka = choose("nz defend alone").ruleset.scoring
    assert uka.pair_vs_lone == PairingRules({3: 1, 4: 1, 5: 3}, {0: 4, 1: 2, 2: 2})
    assert uka.lone_vs_lone == PairingRules({5: 4}, 4)


def test_a_defender_may_be_alone_where_no_maker_is(tmp_path: Path) -> None:
    lines = "extends: bicycle\nalone: {who: nobody}\nscoring: {lone_vs_pair: null}\n"
    (tmp_path / "house.yaml").write_text(lines)
    rules = choose("house defend alone", folders=[tmp_path]).ruleset
    assert rules.scoring.pair_vs_lone == load_ruleset("na").scoring.pair_vs_lone
    assert rules.scoring.lone_vs_lone is None


def test_nobody_alone_cannot_be_where_a_partner_has_to_be() -> None:
    assert _refusal("canadian no alone").startswith(
        "I cannot play that: round1.dealer_partner: alone_only needs somebody who may go alone"
    )


@pytest.mark.parametrize(
    ("words", "knob", "value"),
    [
        ("nz to 7", "game.target", 7),
        ("nz, TO 7", "game.target", 7),
        ("nz target=7", "game.target", 7),
        ("nz target 7 stick", "game.target", 7),
        ("nz stick 7 points", "game.target", 7),
        ("nz to 7 points stick", "game.target", 7),
        ("nz Game.Target = 7", "game.target", 7),
        ('nz target="7"', "game.target", 7),
        ("nz 8 deals", "game.deals", 8),
        ("nz dealer=Must_Name passed_out=not_possible", "round2.dealer", DealerLast.MUST_NAME),
        ("na 32-cards, to 5", "deck.low", 7),
        ("na round2.must_hold=all", "round2.must_hold", MustHold.ALL),
        ("na must_hold", "round2.must_hold", MustHold.NON_DEALER),
        ("nz left_bower_holds=yes", "round1.left_bower_holds", True),
        ("nz packets=[[2], [3]] to 5", "deal.packets", ((2,), (3,))),
        ("nz to 5, packets=null", "deal.packets", ()),
        ('nz pass="No thanks" to 5', "words.pass", "No thanks"),
        ("nz pass=“No thanks”", "words.pass", "No thanks"),
        ("nz pass=Kāo", "words.pass", "Kāo"),
        ("nz pass='ae", "words.pass", "'ae"),
        ("na pair_vs_pair.euchred=3", "scoring.pair_vs_pair.euchred", 3),
        ("na pair_vs_pair.makers.5=3", "scoring.pair_vs_pair.makers", {3: 1, 4: 1, 5: 3}),
        ("na pair_vs_pair.makers={5: 3}", "scoring.pair_vs_pair.makers", {3: 1, 4: 1, 5: 3}),
        (
            "nz pair_vs_pair.euchred={0: 4, 1: 2, 2: 2} to 5",
            "scoring.pair_vs_pair.euchred",
            {0: 4, 1: 2, 2: 2},
        ),
    ],
)
def test_an_option_turns_its_knob(words: str, knob: str, value: object) -> None:
    assert _at(choose(words).ruleset, knob) == value


@pytest.mark.parametrize("path", [path for path in KNOBS if path not in {"title", "origin"}])
def test_every_knob_is_an_option_by_its_path_and_its_end_if_that_is_unique(path: str) -> None:
    end = path.rpartition(".")[2]
    many = [each for each in KNOBS if each.endswith(f".{end}") or each.split(".")[0] == end]
    wrong = "[{a: b}]"  # that no knob can be
    assert _refusal(f"na {path}={wrong}").startswith(f"I cannot play that: {path}")
    if len(many) == 1:
        assert _refusal(f"na {end}={wrong}") == _refusal(f"na {path}={wrong}")
    else:
        assert _refusal(f"na {end}={wrong}") == f"{end} can be {either(many)}. Which one?"


# --- titles ---


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("target=5 stick", "with stick the dealer, to 5"),
        ("to 5", "to 5"),
        ("target 5 stick", "with stick the dealer, to 5"),
        ("5 points, stick", "with stick the dealer, to 5"),
        ('target="5"', "to 5"),
        ("deals=1", "1 deal"),
        ("deals=2", "2 deals"),
        ("stick, no must hold, 3 deals", "with stick the dealer and no must hold, 3 deals"),
        ("first_dealer=random", "with first_dealer random"),
        ("to 10 stick must hold", "with stick the dealer"),  # the rest is so already
        ("stick stick the dealer", "with stick the dealer"),
    ],
)
def test_the_title_says_what_is_different(words: str, told: str) -> None:
    assert choose(f"nz {words}").ruleset.title == f"{load_ruleset('nz').title}, {told}"


@pytest.mark.parametrize("words", ["target=10", "32 cards", "must hold to 10", "pass=away"])
def test_options_that_change_nothing_leave_the_ruleset(words: str) -> None:
    assert choose(f"nz {words}").ruleset is choose("nz").ruleset


# --- what is not understood ---


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nz taget=5", 'I know no option "taget". Did you mean target=...?'),
        ("nz target", 'I know no option "target". Did you mean target=...?'),
        ("nz stck", 'I know no option "stck". Did you mean stick?'),
        ("nz to 5 no stik", 'I know no option "no stik". Did you mean no stick?'),
        ("nz wibble", 'I know no option "wibble". There are stick, no alone, must hold, to 5, '),
        ("nz title=Mine", 'I know no option "title".'),
        ("nz extends=na", 'I know no option "extends".'),
        ("nz game=5", "game can be game.target or game.deals. Which one?"),
        ("nz alone=no", "alone can be words.alone, alone.who, alone.when, "),
        ("nz scoring=5", "scoring can be scoring.pair_vs_pair.makers, "),
        ("nz game.target.5=1", 'I know no option "game.target.5". Did you mean game.target=...?'),
        ("nz =5", 'I know no option "".'),
        ("nz target=", "What shall game.target be? Write target=value."),
        ("nz must_hold=all", "must_hold can be round1.must_hold or round2.must_hold. Which one?"),
        (
            "nz to 5 target=7",
            '"to 5" and "target=7" do not go together: both settle game.target.',
        ),
        (
            "nz stick no stick",
            '"stick" and "no stick" do not go together: both settle round2.dealer.',
        ),
        (
            "na pair_vs_lone=null pair_vs_lone.euchred=3",
            '"pair_vs_lone=null" and "pair_vs_lone.euchred=3" do not go together: both settle '
            "scoring.pair_vs_lone.",
        ),
        ("nz wibble target=0", 'I know no option "wibble".'),  # the first of several
        ('nz pass="no', "I cannot play that: words.pass: "),
    ],
)
def test_what_is_not_understood_is_said_kindly(words: str, said: str) -> None:
    assert _refusal(words).startswith(said)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("nz target=0", "game: {target: 0}"),
        ("nz target=five", "game: {target: five}"),
        ("nz to 5.0", "game: {target: 5.0}"),
        ("nz dealer=must_nam", "round2: {dealer: must_nam}"),
        ("na dealer=must_name", "round2: {dealer: must_name}"),
        ("nz low=6", "deck: {low: 6}"),
        ("nz deal.cards=6", "deal: {cards: 6}"),
        ("na both_alone_lead=by_first_lead", "play: {both_alone_lead: by_first_lead}"),
        ("na pair_vs_pair.makers.6=3", "scoring: {pair_vs_pair: {makers: {6: 3}}}"),
        ("na pair_vs_pair.makers.05=3", "scoring: {pair_vs_pair: {makers: {05: 3}}}"),
        ("nz packets=[[1]]", "deal: {packets: [[1]]}"),
    ],
)
def test_what_does_not_fit_is_said_as_of_a_file_without_its_place(words: str, file: str) -> None:
    said = _refusal(words)
    assert ":1:" not in said
    assert "typed rules" not in said
    with pytest.raises(RulesetFileError) as caught:
        read_ruleset(f"extends: {words[:2]}\n{file}\n", source="x")
    reason = caught.value.problems[0].reason.removesuffix(" (inherited by x)")
    assert said.removesuffix(".") == f"I cannot play that: {reason}"


_words = st.one_of(
    st.sampled_from([*HOUSE_RULES, "to", "5", "deals", "target=7", "low=8", "null", ",", "["]),
    st.builds("{}={}".format, st.sampled_from(KNOBS), st.text(max_size=8)),
    st.builds("{}={}".format, st.sampled_from(KNOBS), st.sampled_from(["0", "5", "all", "null"])),
    st.text(max_size=12),
)


@given(st.sampled_from(NAMES), st.lists(_words, max_size=4))
@example("nz", ['pass="\\x07"'])
@example("na", ["scoring.lone_vs_pair=null", "alone.who=nobody"])
def test_whatever_is_typed_becomes_rules_or_one_sentence(name: str, words: list[str]) -> None:
    try:
        chosen = choose(" ".join([name, *words]))
    except Sorry as sorry:
        said = str(sorry)
        assert said.endswith((".", "?"))
        assert "\n" not in said
        assert "typed rules" not in said
    else:
        assert chosen.name == name
        assert rules_of(in_full(chosen.ruleset)) == chosen.ruleset


# --- rulesets shown ---


@pytest.mark.parametrize(("name", "words"), [*((name, "") for name in NAMES), *PLACES])
def test_rules_in_full_read_back_the_same(name: str, words: str) -> None:
    rules = choose(f"{name} {words}").ruleset
    again = rules_of(in_full(rules))
    assert fingerprint(again) == fingerprint(rules)
    assert again == rules


@given(invented_rulesets())
def test_invented_rules_in_full_read_back_the_same(rules: Ruleset) -> None:
    assert fingerprint(rules_of(in_full(rules))) == fingerprint(rules)


def test_the_menu_says_what_marks_each_ruleset() -> None:
    marks = {name: (title, summary) for name, title, summary in menu()}
    assert list(marks) == NAMES
    title, summary = marks["tournament"]
    assert title == load_ruleset("tournament").title
    assert "stick the dealer" in summary


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_told_in_full_and_in_messages_of_a_bearable_length(name: str) -> None:
    rules = choose(f"{name} to 5").ruleset
    texts = explained(rules)
    assert all(0 < len(text) <= MESSAGE_CHARACTERS for text in texts)
    lines = "\n\n".join(texts).splitlines()
    told = [line for heading, said in explain(rules) for line in ("", heading, *said)]
    assert lines == [rules.title, *told]


def test_words_of_any_length_fit_into_messages() -> None:
    long = "away " * 2000
    texts = explained(replace(load_ruleset("nz"), title="x" * 4000, words=WordRules(order=long)))
    assert all(0 < len(text) <= MESSAGE_CHARACTERS for text in texts)
    assert "".join(texts).count("away") == 2000


def test_the_page_on_rulesets_names_every_house_rule() -> None:
    page = GUIDE.read_text(encoding="utf-8")
    chapter = page.partition("## In a chat\n")[2].partition("\n## ")[0]
    assert [words for words in HOUSE_RULES if f"`{words}`" not in chapter] == []
    (typed,) = re.findall(r"^/rules (.+)$", chapter, re.MULTILINE)
    assert f'"{choose(typed).ruleset.title}"' in " ".join(chapter.split())
