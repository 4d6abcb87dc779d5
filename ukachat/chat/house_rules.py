"""A table's own rules: a ruleset by name, and options over it, as somebody types them.

``nz target=5 stick`` is the ruleset ``nz`` to five points with the dealer stuck. Options are
checked exactly as a file that extends the ruleset would be.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.chat.scene import Sorry
from ukachat.rulebook import (
    RulebookError,
    RulesetFileError,
    fingerprint,
    knobs,
    load_ruleset,
    read_ruleset,
    ruleset_names,
    ruleset_to_tree,
)
from ukachat.text.ruleset import explain, summary
from ukachat.text.words import joined, one_line
from ukachat.yamlio.fields import nearest
from ukachat.yamlio.writing import write_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ukachat.engine import Ruleset
    from ukachat.yamlio import Tree

MESSAGE_CHARACTERS: Final = 3500
"""The longest text of one message, with room to spare in every chat."""

_LONGEST: Final = 300
_TYPED: Final = "typed rules"

# What players call the usual house rules, and the knobs that they turn.
_HOUSE: Final[Mapping[str, Mapping[str, str]]] = {
    "stick the dealer": {"round2.dealer": "must_name", "passed_out": "not_possible"},
    "no stick": {"round2.dealer": "may_pass", "passed_out": "next_dealer"},
    "farmer dealer": {"round2.dealer": "takes_turn_up", "passed_out": "not_possible"},
    "same dealer": {"round2.dealer": "may_pass", "passed_out": "same_dealer"},
    "canadian loner": {"round1.dealer_partner": "alone_only"},
    "must hold": {"round1.must_hold": "non_dealer", "round2.must_hold": "non_dealer"},
    "hold nothing": {"round1.must_hold": "none", "round2.must_hold": "none"},
    "24 cards": {"deck.low": "9"},
    "28 cards": {"deck.low": "8"},
    "32 cards": {"deck.low": "7"},
}
_SHORT: Final = {
    "stick": "stick the dealer",
    "pass out": "no stick",
    "canadian": "canadian loner",
}


class HouseRules(NamedTuple):
    """What a table plays.

    Attributes:
        name: The ruleset that was named.
        ruleset: It, with the options.
    """

    name: str
    ruleset: Ruleset


def choose(words: str, *, folders: Sequence[Path] = ()) -> HouseRules:
    """The rules that somebody means.

    Args:
        words: The name of a ruleset, then options: knobs as ``target=5``, house rules as ``stick``.
        folders: Folders of the host with rulesets, besides the bundled ones.

    Raises:
        Sorry: They mean none, or contradict one another.
    """
    said = one_line(words).lower()
    if len(said) > _LONGEST:
        raise Sorry(f"That is too long for rules: at most {_LONGEST} characters.")
    name, _, rest = said.partition(" ")
    names = ruleset_names(folders=folders)
    if name not in names:
        near = nearest(name, names)
        hint = f"Did you mean {near}?" if near else f"There are {joined(names)}."
        raise Sorry(f"I know no rules called {name}. {hint}")
    base = _named(name, tuple(folders))
    if not rest:
        return HouseRules(name, base)
    options = list(_options(rest))
    turned = {knob: value for _, values in options for knob, value in values.items()}
    changed = _changed(name, turned, tuple(folders))
    if fingerprint(changed) == fingerprint(base):
        return HouseRules(name, base)
    title = f"{base.title}, {', '.join(told for told, _ in options)}"
    return HouseRules(name, replace(changed, title=title))


@lru_cache(maxsize=32)
def _named(name: str, folders: tuple[Path, ...]) -> Ruleset:
    try:
        return load_ruleset(name, folders=folders)
    except RulebookError:
        raise Sorry(f"The rules called {name} have a mistake, which the host can mend.") from None


def _options(rest: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Each option that was typed: what it is called, and the knobs it turns."""
    words = rest.replace(" = ", "=").replace(",", " ").split()
    while words:
        for length in (3, 2, 1):
            option = " ".join(words[:length])
            house = _HOUSE.get(_SHORT.get(option, option))
            if house is not None:
                yield _SHORT.get(option, option), house
                words = words[length:]
                break
        else:
            if words[0] == "to" and len(words) > 1:
                words[:2] = [f"target={words[1]}"]
            yield _knob(words.pop(0))


def _knob(option: str) -> tuple[str, Mapping[str, str]]:
    key, _, value = option.partition("=")
    paths = [knob.path for knob in knobs()]
    by_end = [path for path in paths if path == key or path.rpartition(".")[2] == key]
    if "=" in option and len(by_end) > 1:
        raise Sorry(f"{key} can be {' or '.join(by_end)}. Which one?")
    if "=" not in option or not by_end:
        raise Sorry(_unknown(key, paths, has_value="=" in option))
    if not value:
        raise Sorry(f"What shall {key} be? Write {key}=value.")
    told = f"to {value}" if by_end[0] == "game.target" else f"{key} {value}"
    return told, {by_end[0]: value}


def _unknown(key: str, paths: Sequence[str], *, has_value: bool) -> str:
    ends = [path.rpartition(".")[2] for path in paths]
    known = [*paths, *ends] if has_value else [*_HOUSE, *_SHORT, *ends]
    near = nearest(key, known)
    hint = f" Did you mean {near}{'=...' if near in ends else ''}?" if near else ""
    usual = "stick, no stick, canadian, must hold, to 5 or a knob such as target=5"
    return f'I know no option "{key}".{hint or f" There are {usual}."}'


def _changed(name: str, turned: Mapping[str, str], folders: tuple[Path, ...]) -> Ruleset:
    """The ruleset with knobs turned, through the reader of files."""
    tree: dict[str, Tree] = {"extends": name}
    for path, value in turned.items():
        *parts, key = path.split(".")
        inside = tree
        for part in parts:
            inner = inside.setdefault(part, {})
            assert isinstance(inner, dict)
            inside = inner
        inside[key] = value
    try:
        return read_ruleset(write_document(tree), source=_TYPED, folders=folders)
    except RulesetFileError as error:
        problem = error.problems[0]
        raise Sorry(f"That does not go together: {problem.reason}") from None
    except RulebookError as error:
        raise Sorry(str(error)) from None


def menu(folders: Sequence[Path] = ()) -> list[tuple[str, str, str]]:
    """What can be chosen: the name, title and marks of each ruleset without a mistake."""
    listed: list[tuple[str, str, str]] = []
    for name in ruleset_names(folders=folders):
        try:
            ruleset = _named(name, tuple(folders))
        except Sorry:
            continue
        listed.append((name, one_line(ruleset.title), summary(ruleset)))
    return listed


def in_full(ruleset: Ruleset) -> str:
    """A ruleset as the text of a file that extends nothing."""
    return write_document(ruleset_to_tree(ruleset))


def explained(ruleset: Ruleset) -> list[str]:
    """The rules in words, as texts of at most `MESSAGE_CHARACTERS`."""
    texts = [one_line(ruleset.title)]
    for heading, sentences in explain(ruleset):
        chapter = "\n".join([heading, *sentences])
        if len(texts[-1]) + len(chapter) > MESSAGE_CHARACTERS:
            texts.append(chapter)
        else:
            texts[-1] = f"{texts[-1]}\n\n{chapter}"
    return texts
