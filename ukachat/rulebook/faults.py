"""What is wrong with a ruleset file, in sentences with their places."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ukachat.engine import RulesetError
from ukachat.rulebook.knobs import RULESET, Choice, Kind, Part, Several, Simple, knobs
from ukachat.rulebook.layers import Layers
from ukachat.yamlio import Node, Text, YamlError, YamlList, YamlMap, did_you_mean, nearest
from ukachat.yamlio.nodes import in_words

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_KNOB = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")


def contradiction(layers: Layers, error: RulesetError) -> YamlError:
    """What the engine refuses.

    Its place is where the file writes the knob at fault or one that the reason names, and only
    otherwise where a parent does: a parent that is good by itself is not what has to be changed.
    """
    paths = [path.split(".") for path in (error.path, *_KNOB.findall(error.reason))]
    written = [path for path in paths if layers.says(path)]
    own = [path for path in written if layers.says(path, itself=True)]
    return layers.problem([*own, *written, *paths][0], f"{error.path}: {error.reason}")


def translated(layers: Layers, errors: "Iterable[ErrorDetails]") -> list[YamlError]:
    """What pydantic finds, in the order of the files."""
    return sorted(_translated(layers, errors), key=layers.order)


def _translated(layers: Layers, errors: "Iterable[ErrorDetails]") -> Iterator[YamlError]:
    for error in errors:
        cause = error.get("ctx", {}).get("error")
        if isinstance(cause, RulesetError):
            yield contradiction(layers, cause)
        elif problem := _misfit(layers, error["loc"]):
            yield problem


def _misfit(layers: Layers, place: tuple[str | int, ...]) -> YamlError | None:
    """What does not fit at one of pydantic's places; None for what another place tells better."""
    kind: Kind = RULESET
    node: Node = layers.merged
    path: list[str | int] = []
    shown: list[str] = []
    for step in place:
        if kind is Simple.NUMBER_OR_TABLE:  # the step names one of the two: pydantic tries both
            if str(step).startswith("dict") is not isinstance(node, YamlMap):
                return None
            kind = Simple.TABLE if isinstance(node, YamlMap) else kind
            continue
        path.append(step)
        match kind:
            case Part(fields=fields):
                if step not in fields:
                    return layers.problem(path, _unknown_key(shown, str(step), fields), key=True)
                kind = fields[str(step)].kind
                shown.append(str(step))
            case Several():
                kind = kind.item
            case _:
                kind = Simple.NUMBER
                if place[-1] == "[key]":
                    reason = _unexpected(shown, f"{kind.value} as key", Text(str(step)))
                    return layers.problem(path, reason, key=True)
                shown += [str(step)] if isinstance(step, int) else []
        node = _at(node, step)
    return layers.problem(path, _unexpected(shown, _expected(kind), node) + _hint(kind, node))


def _hint(kind: Kind, node: Node) -> str:
    if isinstance(kind, Choice) and isinstance(node, Text):
        return did_you_mean(node, kind.words)
    return ""


def _at(node: Node, step: str | int) -> Node:
    if isinstance(node, YamlMap):
        return node.get(str(step))
    return node[step] if isinstance(node, YamlList) and isinstance(step, int) else None


def _unexpected(shown: list[str], expected: str, node: Node) -> str:
    return f"{'.'.join(shown)}: expected {expected}, got {in_words(node)}"


def _unknown_key(shown: list[str], key: str, siblings: Iterable[str]) -> str:
    """Names the key that was meant, here or in another part of a ruleset; else those there are."""
    siblings = [*siblings] if shown else ["extends", *siblings]
    elsewhere = {knob.path.rpartition(".")[2]: knob.path for knob in reversed(knobs())}
    meant = nearest(key, siblings) or elsewhere.get(key)
    hint = f"; did you mean {meant}?" if meant else f", expected {_one_of(siblings)}"
    return f"{'.'.join(shown) or 'ruleset'}: unknown key {in_words(Text(key))}{hint}"


def _expected(kind: Kind) -> str:
    match kind:
        case Simple():
            return kind.value
        case Choice(words=words):
            return _one_of(words)
        case Part(fields=fields):
            return f"a mapping with {_one_of([*fields])}"
        case Several():
            return "a list"


def _one_of(words: list[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
