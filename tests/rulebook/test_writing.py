"""Rulesets written in full, and their fingerprints."""

import hashlib
import json
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given

from tests.strategies import invented_rulesets
from ukachat.engine.ruleset import DeckRules, PairingRules, Ruleset, ScoringRules, WordRules
from ukachat.rulebook import fingerprint, knobs, load_ruleset, read_ruleset, ruleset_to_tree
from ukachat.yamlio import write_document

# What was saved names a ruleset by these: they may change only together with the rules.
FINGERPRINTS = {
    "bicycle": "b23b78bb59869c2bfde891d7805f5d28b41e031159f83a8440eb20634a3858d8",
    "canadian": "f4baf5524b81f3c39b50f381004fdfceb1b01c38b0f2dee17aff2587a92cbb1d",
    "na": "545a1bb8b01df2492d38f1c39ce68d36eced51b8cbdaadf8f2b9c356e480a58b",
    "na32": "4652bd072798d376ab44f4b36d97919623a4e19a25e77674822dda9314589a51",
    "nz": "bd4fefaaa985734adc96a336bbb04d0d41b0fcd7661d7500defeb6e3f853c22f",
    "tournament": "f17c5bab441ab4446aa05e5fe3f0ac9a6c511cd1b78dd236c02f53d415784f4e",
}


@given(invented_rulesets())
def test_written_and_read_again(rules: Ruleset) -> None:
    written = write_document(ruleset_to_tree(rules))
    again = read_ruleset(written, source="again.yaml", allow_extends=False)
    assert again == rules
    assert write_document(ruleset_to_tree(again)) == written


def test_every_knob_is_written_in_the_order_of_the_classes() -> None:
    written = write_document(ruleset_to_tree(load_ruleset("na")))
    keys = [line.split(":")[0].strip() for line in written.splitlines()]
    for knob in knobs():
        assert knob.path.split(".")[-1] in keys
    tops = [line.split(":")[0] for line in written.splitlines() if not line.startswith(" ")]
    assert tops == list(dict.fromkeys(knob.path.split(".")[0] for knob in knobs()))


def test_what_is_empty_is_written() -> None:
    written = write_document(ruleset_to_tree(load_ruleset("nz")))
    assert "  pair_vs_lone: null\n" in written
    assert "  both_alone_lead: null\n" in written
    assert "    makers: {5: 4}\n" in written
    assert "  packets: [[3], [2]]\n" in written
    assert "  left_bower_holds: no\n" in written


def test_tables_are_written_in_order() -> None:
    table = "{makers: {5: 2, 3: 1, 4: 1}, euchred: {2: 2, 0: 4, 1: 2}}"
    text = f"title: x\nscoring: {{pair_vs_pair: {table}}}"
    written = write_document(ruleset_to_tree(read_ruleset(text, source="x.yaml")))
    assert "makers: {3: 1, 4: 1, 5: 2}\n    euchred: {0: 4, 1: 2, 2: 2}\n" in written


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_fingerprint_stays(name: str) -> None:
    assert fingerprint(load_ruleset(name)) == FINGERPRINTS[name]


def test_fingerprint_can_be_made_by_hand() -> None:
    rules = Ruleset(
        title="Told, and no rule",
        deck=DeckRules(7),
        scoring=ScoringRules(lone_vs_pair=PairingRules({3: 1, 4: 1, 5: 5}, euchred=2)),
    )
    differs = {
        "scoring": {"lone_vs_pair": {"makers": {"3": 1, "4": 1, "5": 5}}},
        "deck": {"low": 7},
    }
    canonical = json.dumps(differs, sort_keys=True, separators=(",", ":"))
    assert fingerprint(rules) == hashlib.sha256(canonical.encode()).hexdigest()
    assert fingerprint(Ruleset(title="")) == hashlib.sha256(b"{}").hexdigest()


@given(invented_rulesets(), invented_rulesets())
def test_fingerprint_tells_rules_apart(first: Ruleset, second: Ruleset) -> None:
    assert (fingerprint(first) == fingerprint(second)) is (first == second)


@given(invented_rulesets())
def test_fingerprint_forgets_title_and_origin(rules: Ruleset) -> None:
    assert fingerprint(replace(rules, title="x", origin="y")) == fingerprint(rules)
    renamed = replace(rules, words=WordRules(order="up you go"))
    assert fingerprint(renamed) != fingerprint(rules)


def test_good_ruleset_is_read_without_pydantic() -> None:
    """Its import takes as long as a short replay."""
    code = """
import sys
from ukachat.rulebook import fingerprint, load_ruleset, ruleset_to_tree, ruleset_names
for name in ruleset_names():
    ruleset_to_tree(load_ruleset(name))
print("pydantic" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)  # noqa: S603 - our own
    assert done.stdout == "False\n"
