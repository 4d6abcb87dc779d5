"""A table's own rules: a ruleset by name, and options over it, as somebody types them.

``nz target=5 stick`` is the ruleset ``nz`` to five points with the dealer stuck. Options are
checked exactly as a file that extends the ruleset would be: they are made into one and read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ukachat.chat.house_words import HOUSE_RULES, MOST_WORDS
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
from ukachat.rulebook.knobs import Simple
from ukachat.text.ruleset import explain, summary
from ukachat.text.words import either, joined, one_line
from ukachat.yamlio import Text, YamlError, nearest, read_document, write_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ukachat.chat.house_words import Turned
    from ukachat.engine import Ruleset
    from ukachat.rulebook import Knob
    from ukachat.yamlio import Tree

MESSAGE_CHARACTERS: Final = 3500
"""The longest text of one message, with room to spare in every chat."""

_LONGEST: Final = 300
_LONGEST_QUOTE: Final = 40
_TYPED: Final = "typed rules"


class HouseRules(NamedTuple):
    """What a table plays.

    Attributes:
        name: The ruleset that was named.
        ruleset: It, with the options.
    """

    name: str
    ruleset: Ruleset


# --- what was typed ---


class _Option(NamedTuple):
    """One option.

    Attributes:
        typed: As it was typed.
        told: What the title says of it.
        knobs: What it turns.
    """

    typed: str
    told: str
    knobs: Turned


def choose(words: str, *, folders: Sequence[Path] = ()) -> HouseRules:
    """The rules that somebody means.

    Args:
        words: The name of a ruleset in any case, then options: knobs by their path or the end of
            it, as ``target=5``, and house rules, as ``stick``.
        folders: Folders of the host with rulesets, looked in before the bundled ones.

    Raises:
        Sorry: They mean none, or contradict one another.
    """
    said = one_line(words).translate(_PLAIN_QUOTES)
    if len(said) > _LONGEST:
        raise Sorry(f"That is too long for rules: at most {_LONGEST} characters.")
    typed, *rest = re.split("[, ]+", said, maxsplit=1)
    name = _name(typed, ruleset_names(folders=folders))
    base = _named(name, folders)
    options = list(_options("".join(rest), base))
    if not options:
        return HouseRules(name, base)
    changed = _read(name, _together(options), folders)
    if fingerprint(changed) == fingerprint(base):
        return HouseRules(name, base)
    return HouseRules(name, replace(changed, title=_title(base, changed, options)))


_PLAIN_QUOTES: Final = str.maketrans("“”„", '"""')  # as phones put them
_NAME: Final = re.compile(r"[\w-]+")


def _name(typed: str, names: Sequence[str]) -> str:
    """The ruleset of that name."""
    there_are = f"There are {joined(names)}."
    if not typed:
        raise Sorry(f"Which rules? {there_are}")
    if not _NAME.fullmatch(typed):
        raise Sorry(f"I know rules by name only, not {_quoted(typed)}. {there_are}")
    if typed in names:
        return typed
    same = [name for name in names if name.lower() == typed.lower()]
    if same:
        return same[0]
    near = _nearest_name(typed.lower(), names)
    raise Sorry(f"I know no rules called {_cut(typed)}. {near}{there_are}")


def _nearest_name(typed: str, names: Sequence[str]) -> str:
    """Asks for the name that was meant; in two letters one slip is half of the word."""
    near = nearest(typed, names) or next(
        (name for name in reversed(names) if len(name) == len(typed) == 2 and name[0] == typed[0]),
        None,
    )
    return f"Did you mean {near}? " if near else ""


@cache
def _bundled(name: str) -> Ruleset:
    return load_ruleset(name)


def _named(name: str, folders: Sequence[Path]) -> Ruleset:
    """A ruleset; those of the host are read anew, since the host may be mending one."""
    try:
        return load_ruleset(name, folders=folders) if folders else _bundled(name)
    except RulebookError:
        raise _mistake(name) from None


def _mistake(name: str) -> Sorry:
    return Sorry(f"The rules called {name} have a mistake, which the host can mend.")


# An option goes up to a blank, but for those in quotes or brackets; a comma may end it.
_WORD: Final = re.compile(
    r"""(?: "[^"]*" | \[[^=]*\] | \{[^=]*\} | ,(?=\S) | [^\s,] )+""", re.VERBOSE
)


def _options(rest: str, base: Ruleset) -> Iterator[_Option]:
    """Each option that was typed."""
    words = _WORD.findall(re.sub(r"\s*=\s*", "=", rest))
    while words:
        for length in range(min(MOST_WORDS, len(words)), 0, -1):
            if option := _in_words(" ".join(words[:length]), base):
                yield option
                words = words[length:]
                break
        else:
            if "=" not in words[0]:
                raise Sorry(_unknown_words(words))
            yield _turned_knob(words.pop(0))


_LENGTH: Final = re.compile(
    r"(?:to|target) (?P<target>\S+)(?: points?)?"
    r"|(?P<points>[0-9]+) points?"
    r"|(?P<deals>[0-9]+) deals?"
)


def _in_words(typed: str, base: Ruleset) -> _Option | None:
    """A house rule or the length of the game."""
    plain = typed.lower()
    if rule := HOUSE_RULES.get(re.sub("[-_]", " ", plain)):
        return _Option(typed, rule.told, rule.over(base))
    if (length := _LENGTH.fullmatch(plain)) and (unit := length.lastgroup):
        path = "game.deals" if unit == "deals" else "game.target"
        return _Option(typed, _told(path, path, length[unit]), {path: Text(length[unit])})
    return None


def _turned_knob(typed: str) -> _Option:
    """A knob and its value."""
    key, _, written = typed.partition("=")
    found = _knobs_of(key.lower())
    if not found:
        raise Sorry(_unknown_knob(key))
    if len(found) > 1:
        raise Sorry(f"{_cut(key)} can be {either(list(found))}. Which one?")
    ((path, knob),) = found.items()
    if not written:
        raise Sorry(f"What shall {path} be? Write {key}=value.")
    if knob.field.kind is not Simple.TEXT:
        written = written.lower()
    return _Option(typed, _told(path, key, written), {path: _value(path, written)})


def _told(path: str, key: str, written: str) -> str:
    """What the title says of a knob."""
    number = written.strip('"')
    if path == "game.target":
        return f"to {number}"
    if path == "game.deals":
        return "1 deal" if number == "1" else f"{number} deals"
    return f"{key} {written}"


def _knobs_of(key: str) -> Mapping[str, Knob]:
    """The knobs that a key may mean, by path; a cell of points is under its knob's path.

    Whoever writes ``alone=no`` hardly means the word that is said for it, so that the knobs of a
    part are meant by its name too.
    """
    found = {
        path: knob
        for path, knob in _knobs().items()
        if path == key or path.endswith(f".{key}") or path.startswith(f"{key}.")
    }
    table, _, tricks = key.rpartition(".")
    if not found and re.fullmatch("[0-9]+", tricks) and table:
        found = {
            f"{path}.{tricks}": knob
            for path, knob in _knobs_of(table).items()
            if knob.field.kind in {Simple.TABLE, Simple.NUMBER_OR_TABLE}
        }
    return {key: found[key]} if key in found else found


@cache
def _knobs() -> Mapping[str, Knob]:
    """Every knob by its path; the title follows from the options, and so it is none of them."""
    return {knob.path: knob for knob in knobs() if knob.path not in {"title", "origin"}}


def _value(path: str, written: str) -> Tree:
    """A value as a file would have it: lists, mappings and quotes are YAML, all else stands."""
    if written == "null":
        return None
    if written[0] not in '[{"':
        return Text(written)
    try:
        return read_document(written, source=_TYPED)
    except YamlError as error:
        raise Sorry(_refusal(f"{path}: {error.reason}")) from None


def _unknown_words(words: Sequence[str]) -> str:
    for length in range(1, min(MOST_WORDS, len(words)) + 1):
        typed = " ".join(words[:length])
        if near := nearest(typed.lower(), HOUSE_RULES):
            return f"I know no option {_quoted(typed)}. Did you mean {near}?"
    return _unknown_knob(words[0])


def _unknown_knob(key: str) -> str:
    ends = [path.rpartition(".")[2] for path in _knobs()]
    near = nearest(key.lower(), [*_knobs(), *ends])
    hint = f"Did you mean {near}=...?" if near else f"There are {', '.join(_USUAL)}, for example."
    return f"I know no option {_quoted(key)}. {hint}"


_USUAL: Final = ("stick", "no alone", "must hold", "to 5", "first_dealer=random")


def _quoted(typed: str) -> str:
    return f'"{_cut(typed)}"'


def _cut(typed: str) -> str:
    return typed if len(typed) <= _LONGEST_QUOTE else f"{typed[:_LONGEST_QUOTE]}..."


# --- what it makes ---


def _together(options: Sequence[_Option]) -> Turned:
    """What all options turn.

    Raises:
        Sorry: Two say different things of one knob.
    """
    turned: dict[str, Tree] = {}
    by: dict[str, _Option] = {}
    for option in options:
        for path, value in option.knobs.items():
            for other, earlier in by.items():
                inside, outside = sorted((path, other), key=len, reverse=True)
                agree = path == other and turned[other] == value
                if f"{inside}.".startswith(f"{outside}.") and not agree:
                    both = f"{_quoted(earlier.typed)} and {_quoted(option.typed)}"
                    raise Sorry(f"{both} do not go together: both settle {outside}.")
            turned[path] = value
        by |= dict.fromkeys(option.knobs, option)
    return turned


def _read(name: str, turned: Turned, folders: Sequence[Path]) -> Ruleset:
    """The ruleset with knobs turned, through the reader of files."""
    tree: dict[str, Tree] = {"extends": name}
    for path, value in turned.items():
        *parts, key = path.split(".")
        inside = tree
        for part in parts:
            inner = inside.setdefault(part, {})
            assert isinstance(inner, dict)  # `_together` lets no knob be inside another
            inside = inner
        inside[key] = value
    try:
        return read_ruleset(write_document(tree), source=_TYPED, folders=folders)
    except RulesetFileError as error:
        reason = error.problems[0].reason
    except RulebookError:  # its file was taken away this very moment
        raise _mistake(name) from None
    raise Sorry(_refusal(reason.removesuffix(f" (inherited by {_TYPED})")))


def _refusal(reason: str) -> str:
    return f"I cannot play that: {reason}{'' if reason.endswith('?') else '.'}"


def _title(base: Ruleset, changed: Ruleset, options: Sequence[_Option]) -> str:
    """The title of the ruleset, and what is different: the length of the game comes last."""
    before, after = ruleset_to_tree(base), ruleset_to_tree(changed)
    told = {
        option.told: any(path.startswith("game.") for path in option.knobs)
        for option in options
        if any(_at(before, path) != _at(after, path) for path in option.knobs)
    }
    rules = joined([each for each, is_length in told.items() if not is_length])
    lengths = [each for each, is_length in told.items() if is_length]
    return ", ".join([one_line(base.title), *([f"with {rules}"] if rules else []), *lengths])


def _at(tree: Tree, path: str) -> Tree:
    """What stands at a path; for a cell the whole table."""
    for key in path.split("."):
        if not isinstance(tree, Mapping):
            break
        tree = tree[key]
    return tree


# --- rulesets shown ---


def menu(folders: Sequence[Path] = ()) -> list[tuple[str, str, str]]:
    """What can be chosen: the name, title and marks of each ruleset without a mistake."""
    listed: list[tuple[str, str, str]] = []
    for name in ruleset_names(folders=folders):
        try:
            ruleset = _named(name, folders)
        except Sorry:
            continue
        listed.append((name, one_line(ruleset.title), summary(ruleset)))
    return listed


def in_full(ruleset: Ruleset) -> str:
    """A ruleset as the text of a file that extends nothing."""
    return write_document(ruleset_to_tree(ruleset))


def explained(ruleset: Ruleset) -> list[str]:
    """The rules in words, as texts of at most `MESSAGE_CHARACTERS`."""
    chapters = [one_line(ruleset.title)]
    chapters += ["\n".join([heading, *sentences]) for heading, sentences in explain(ruleset)]
    texts = [""]
    for chapter in chapters:
        for start in range(0, len(chapter), MESSAGE_CHARACTERS):
            part = chapter[start : start + MESSAGE_CHARACTERS]
            if texts[-1] and len(texts[-1]) + 2 + len(part) <= MESSAGE_CHARACTERS:
                texts[-1] += f"\n\n{part}"
            else:
                texts.append(part)
    return texts[1:]
