"""Rulesets written in full, and their fingerprints."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from ukachat.engine import Ruleset
from ukachat.rulebook.knobs import RULESET, Choice, Kind, Part, Several, Simple
from ukachat.yamlio import Flow, Tree

_Value: TypeAlias = Any
"""What a field of the engine's classes holds."""


def ruleset_to_tree(ruleset: Ruleset) -> dict[str, Tree]:
    """Every knob of a ruleset with its value, in the order of a file, for `write_document`.

    Defaults are written out and so is what is empty: the file means the same in a later version
    that has other defaults.
    """
    return _part(RULESET, ruleset)


def _part(part: Part, value: object) -> dict[str, Tree]:
    return {
        key: _tree(field.kind, getattr(value, field.name)) for key, field in part.fields.items()
    }


def _tree(kind: Kind, value: _Value) -> Tree:
    if value is None:
        return None
    match kind:
        case Part():
            return _part(kind, value)
        case Choice():
            return str(value.value)
        case Several():
            return Flow(value)
        case Simple():
            is_scalar = isinstance(value, str | int)
            return value if is_scalar else Flow(dict(sorted(value.items())))


def fingerprint(ruleset: Ruleset) -> str:
    """Identify the rules of a ruleset: 64 hexadecimal digits.

    It is the SHA-256 of the ruleset as JSON (keys sorted, ASCII only, no blanks), without the knobs
    that have their default and without title and origin, which tell of the rules and are no part of
    them. So it stays what it is when a knob is added whose default is what was always played.
    """
    from hashlib import sha256
    from json import dumps

    tree = ruleset_to_tree(ruleset) | {"title": "", "origin": ""}
    rules = _differing(tree, ruleset_to_tree(Ruleset(title="")))
    canonical = dumps(rules, sort_keys=True, separators=(",", ":"), default=_without_flow)
    return sha256(canonical.encode()).hexdigest()


def _differing(tree: Mapping[str, Tree], usual: Mapping[str, Tree]) -> dict[str, Tree]:
    """The part of a ruleset that is not as usual."""
    return {
        key: _differing(value, other)
        if isinstance(value, Mapping) and isinstance(other := usual[key], Mapping)
        else value
        for key, value in tree.items()
        if value != usual[key]
    }


def _without_flow(flow: Flow) -> Tree:
    return flow.tree
