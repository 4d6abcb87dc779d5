"""Ruleset files with slips of the pen: each is read rightly, or refused with places."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import seeds
from ukachat.engine import Ruleset
from ukachat.rulebook import (
    RulesetFileError,
    bundled_folder,
    knobs,
    load_ruleset,
    read_ruleset,
    reading,
    ruleset_names,
    ruleset_to_tree,
)
from ukachat.rulebook.knobs import RULESET
from ukachat.rulebook.layers import Layer, Layers
from ukachat.yamlio import YamlError, YamlMap, read_document, write_document

WORDS = sorted({key for knob in knobs() for key in knob.path.split(".")})
VALUES = (
    *("", "null", "yes", "no", "0", "3", "5", "-1", "010", "5.0", "7", "x", "[]", "{}", "[[5]]"),
    *("[3, 2]", "{3: 1}", "{0: 4, 1: 2, 2: 2}", "none", "all", "forced", "caller", "nobody"),
    *("must_name", "may_pass", "any_hand", "'", '"', "&a", "*a", "!x", "{", "1: 2", "\x07", "é"),
)
LINE = re.compile(r"^( *)([^#\s][^:#]*): *(.*)$")


def flip(text: str, rng: random.Random) -> str:
    """One character becomes another, but none that only YAML takes for the end of a line."""
    place = rng.randrange(len(text))
    other = chr(rng.randrange(1, 256))
    return text[:place] + ("?" if other in "\r\x85" else other) + text[place + 1 :]


def cut(text: str, rng: random.Random) -> str:
    """The end is missing."""
    return text[: rng.randrange(len(text))]


def in_a_line(change: Callable[[list[str], int, random.Random], None]) -> object:
    """A slip in one of the lines."""

    def mutate(text: str, rng: random.Random) -> str:
        lines = text.splitlines(keepends=True)
        change(lines, rng.randrange(len(lines)), rng)
        return "".join(lines)

    return mutate


def lose(lines: list[str], at: int, _: random.Random) -> None:
    del lines[at]


def repeat(lines: list[str], at: int, _: random.Random) -> None:
    lines.insert(at, lines[at])


def swap(lines: list[str], at: int, rng: random.Random) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def indent(lines: list[str], at: int, rng: random.Random) -> None:
    lines[at] = rng.choice(("  ", " ", "\t")) + lines[at]


def rename(lines: list[str], at: int, rng: random.Random) -> None:
    if found := LINE.match(lines[at]):
        lines[at] = f"{found[1]}{rng.choice(WORDS)}: {found[3]}\n"


def revalue(lines: list[str], at: int, rng: random.Random) -> None:
    if found := LINE.match(lines[at]):
        lines[at] = f"{found[1]}{found[2]}: {rng.choice(VALUES)}\n"


SLIPS = (flip, cut, *map(in_a_line, (lose, repeat, swap, indent, rename, revalue, revalue)))

ORIGINALS = {
    **{name: (bundled_folder() / f"{name}.yaml").read_text() for name in ruleset_names()},
    **{
        f"{name} in full": write_document(ruleset_to_tree(load_ruleset(name)))
        for name in ruleset_names()
    },
}


def mutated(text: str, seed: int) -> str:
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        if text:
            text = rng.choice(SLIPS)(text, rng)  # type: ignore[operator]
    return text


@settings(max_examples=300)
@given(original=st.sampled_from(list(ORIGINALS)), seed=seeds)
def test_slip_is_read_or_refused_with_places(original: str, seed: int) -> None:
    text = mutated(ORIGINALS[original], seed)
    try:
        rules = read_ruleset(text, source="slip.yaml")
    except RulesetFileError as error:
        check_places(error, text)
    else:
        again = read_ruleset(write_document(ruleset_to_tree(rules)), source="again.yaml")
        assert again == rules


def check_places(error: RulesetFileError, text: str) -> None:
    """Each problem is a sentence in a line, with a place in the text or in that of a parent."""
    assert error.problems
    assert str(error) == "\n".join(map(str, error.problems))
    lines = [*text.split("\n"), ""]
    for problem in error.problems:
        assert re.fullmatch(r"[^\n]+:\d+:\d+: [^\n]+", str(problem))
        if problem.source == "slip.yaml":
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 2


@settings(max_examples=300)
@given(original=st.sampled_from(list(ORIGINALS)), seed=seeds)
def test_what_is_built_is_what_pydantic_finds_good(original: str, seed: int) -> None:
    try:
        node = read_document(mutated(ORIGINALS[original], seed), source="slip.yaml")
    except YamlError:
        return
    if not isinstance(node, YamlMap):
        return
    layers = Layers([Layer("slip.yaml", node)])
    assert outcome(build, layers) == outcome(reading._validate, layers)


def build(layers: Layers) -> Ruleset:
    rules = reading._build(RULESET, layers.merged)
    assert isinstance(rules, Ruleset)
    return rules


def outcome(read: Callable[[Layers], Ruleset], layers: Layers) -> Ruleset | None:
    """The ruleset; None for a refusal."""
    try:
        return read(layers)
    except (KeyError, TypeError, ValueError):
        return None


def test_slips_do_both(tmp_path: Path) -> None:
    """The tests above would be empty if every slip were refused, or none."""
    good = 0
    for seed in range(300):
        file = tmp_path / "slip.yaml"
        file.write_text(mutated(ORIGINALS["nz"], seed))
        try:
            load_ruleset(file)
        except RulesetFileError:
            continue
        good += 1
    assert 30 < good < 270


@pytest.mark.parametrize("original", ORIGINALS)
def test_originals_are_good(original: str) -> None:
    assert read_ruleset(ORIGINALS[original], source="original.yaml").title
