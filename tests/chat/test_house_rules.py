"""A ruleset by name and options over it, as somebody types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ukachat.chat.growing import rules_of
from ukachat.chat.house_rules import (
    MESSAGE_CHARACTERS,
    choose,
    explained,
    in_full,
    menu,
)
from ukachat.chat.scene import Sorry
from ukachat.engine.options import DealerLast, DealerPartner, MustHold
from ukachat.rulebook import fingerprint, load_ruleset, ruleset_names

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ruleset_names()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_alone_is_that_ruleset(name: str) -> None:
    chosen = choose(name.upper())
    assert chosen.name == name
    assert chosen.ruleset == load_ruleset(name)


@pytest.mark.parametrize("name", NAMES)
def test_target_and_stick_work_on_every_ruleset(name: str) -> None:
    rules = choose(f"{name} target=5 stick").ruleset
    assert rules.game.target == 5
    assert rules.round2.dealer is DealerLast.MUST_NAME
    if name != "tournament":
        assert rules.title == f"{load_ruleset(name).title}, to 5, stick the dealer"


@pytest.mark.parametrize(
    ("words", "knob", "value"),
    [
        ("nz to 7", "game.target", 7),
        ("nz game.target=7", "game.target", 7),
        ("nz no stick", "round2.dealer", DealerLast.MAY_PASS),
        ("na pass out", "round2.dealer", DealerLast.MAY_PASS),
        ("na farmer dealer", "round2.dealer", DealerLast.TAKES_TURN_UP),
        ("nz canadian", "round1.dealer_partner", DealerPartner.ALONE_ONLY),
        ("na must hold", "round1.must_hold", MustHold.NON_DEALER),
        ("nz hold nothing", "round2.must_hold", MustHold.NONE),
        ("nz 24 cards", "deck.low", 9),
        ("na 32 cards, to 5", "deck.low", 7),
        ("na scoring.pair_vs_pair.euchred=3", "scoring.pair_vs_pair.euchred", 3),
    ],
)
def test_an_option_turns_its_knob(words: str, knob: str, value: object) -> None:
    turned: object = choose(words).ruleset
    for part in knob.split("."):
        turned = getattr(turned, part)
    assert turned == value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", ["", " to 5", " stick", " no stick", " must hold to 3"])
def test_rules_in_full_read_back_the_same(name: str, options: str) -> None:
    rules = choose(f"{name}{options}").ruleset
    assert fingerprint(rules_of(in_full(rules))) == fingerprint(rules)
    assert rules_of(in_full(rules)).title == rules.title


def test_options_that_change_nothing_leave_the_title() -> None:
    assert choose("nz target=10").ruleset.title == load_ruleset("nz").title


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tournamnt", "I know no rules called tournamnt. Did you mean tournament?"),
        ("../nz", "I know no rules called ../nz. There are"),
        ("rulesets/nz.yaml", "I know no rules called rulesets/nz.yaml."),
        ("nz taget=5", 'I know no option "taget". Did you mean target=...?'),
        ("nz stck", 'I know no option "stck". Did you mean stick?'),
        ("nz wibble", 'I know no option "wibble". There are stick'),
        ("nz target=", "What shall target be? Write target=value."),
        ("nz target=0", "That does not go together: game.target: expected 1 or more"),
        ("nz target=five", "That does not go together: game.target: expected a whole number"),
        ("nz must_hold=all", "must_hold can be round1.must_hold or round2.must_hold. Which one?"),
        ("na canadian", "That does not go together: round1.dealer_partner: alone_only needs"),
        ("nz " + "x" * 400, "That is too long for rules"),
    ],
)
def test_what_is_not_understood_is_said_kindly(words: str, said: str) -> None:
    with pytest.raises(Sorry) as caught:
        choose(words)
    assert str(caught.value).startswith(said)
    assert "typed rules" not in str(caught.value)


def test_the_hosts_rulesets_are_there_and_a_faulty_one_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("extends: nz\ntitle: Uka at home\ngame: {target: 5}\n")
    (tmp_path / "broken.yaml").write_text("title: [\n")
    assert choose("house", folders=[tmp_path]).ruleset.title == "Uka at home"
    names = [name for name, _, _ in menu([tmp_path])]
    assert "house" in names
    assert "broken" not in names
    with pytest.raises(Sorry, match="broken have a mistake"):
        choose("broken", folders=[tmp_path])


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_told_in_messages_of_a_bearable_length(name: str) -> None:
    texts = explained(load_ruleset(name))
    assert texts
    assert all(len(text) <= MESSAGE_CHARACTERS for text in texts)
