"""The rulebook: finds rulesets, reads them from YAML, and says what is wrong with one.

A ruleset file is a document of knobs for `ukachat.engine.ruleset`, the one model of a variant; a
knob that is left out has its default. ``extends: NAME`` begins with another ruleset instead.

    from ukachat.rulebook import load_ruleset
    ruleset = load_ruleset("nz")

Whatever is wrong raises `RulebookError`, whose text is for people: one line for each problem, with
file, line and column.
"""

from ukachat.rulebook.errors import RulebookError, RulesetFileError, UnknownRuleset
from ukachat.rulebook.finding import (
    bundled_folder,
    load_ruleset,
    read_ruleset,
    ruleset_from_node,
    ruleset_names,
)
from ukachat.rulebook.knobs import Knob, knobs
from ukachat.rulebook.writing import fingerprint, ruleset_to_tree

__all__ = [
    "Knob",
    "RulebookError",
    "RulesetFileError",
    "UnknownRuleset",
    "bundled_folder",
    "fingerprint",
    "knobs",
    "load_ruleset",
    "read_ruleset",
    "ruleset_from_node",
    "ruleset_names",
    "ruleset_to_tree",
]
