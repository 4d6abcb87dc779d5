"""Damaged EGN files are read rightly or refused with a place; nothing else ever happens.

Each is damaged by the seed in its name.
"""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
import yaml

from tests.records.egn_files import DATA, FILES, recorded, written
from ukachat.records import FaultyGame, SavedGame, replay
from ukachat.records.egn import read_egn
from ukachat.yamlio import YamlError

SEEDS = range(160)


def flipped(data: bytes, rng: Random) -> bytes:
    """A few bytes changed."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def renamed(data: bytes, rng: Random) -> bytes:
    """A letter of a key changed, left out or doubled."""
    key = rng.choice(list(re.finditer(rb'"(\w+)":', data)))
    at = rng.randrange(key.start(1), key.end(1))
    instead = rng.choice((b"", data[at : at + 1] * 2, b"x", data[at : at + 1].swapcase()))
    return data[:at] + instead + data[at + 1 :]


def swapped(data: bytes, rng: Random) -> bytes:
    """Two values in one another's place."""
    values = list(re.finditer(rb'"[^"\n]*"(?!:)|\b\d+\b|\btrue\b|\bfalse\b|\[\]', data))
    first, second = sorted(rng.sample(values, 2), key=lambda value: value.start())
    between = data[first.end() : second.start()]
    return data[: first.start()] + second[0] + between + first[0] + data[second.end() :]


def cut(data: bytes, rng: Random) -> bytes:
    """The end, or a few lines, missing."""
    if rng.random() < 0.5:
        return data[: rng.randrange(len(data))]
    lines = data.splitlines(keepends=True)
    start = rng.randrange(len(lines))
    del lines[start : start + rng.randint(1, 5)]
    return b"".join(lines)


DAMAGES = (flipped, renamed, swapped, cut)


def damaged(seed: int) -> tuple[str, bytes]:
    rng = Random(seed)
    name = rng.choice(FILES)
    return name, DAMAGES[seed % len(DAMAGES)]((DATA / name).read_bytes(), rng)


def parsed(data: bytes) -> Any:  # noqa: ANN401 - whatever the file holds
    """The file as another reader has it."""
    try:
        return json.loads(data)
    except ValueError:
        # Not all damage to JSON makes it unreadable as YAML.
        return yaml.safe_load(data)


def names_a_place(message: str, name: str, data: bytes) -> bool:
    said = re.match(rf"{re.escape(name)}:(\d+):(\d+): \S", message)
    return said is not None and 1 <= int(said[1]) <= data.count(b"\n") + 2 and int(said[2]) >= 1


def tried(name: str, data: bytes) -> SavedGame | YamlError:
    try:
        return read_egn(data, source=name)
    except YamlError as refusal:
        return refusal


def faults(game: SavedGame) -> str:
    try:
        replay(game, lenient=True)
    except FaultyGame as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize("seed", SEEDS)
def test_read_rightly_or_refused(seed: int) -> None:
    name, data = damaged(seed)
    game = tried(name, data)
    if isinstance(game, YamlError):
        assert names_a_place(str(game), name, data)
        return
    tree = parsed(data)
    assert list(game.start) == tree["metadata"]["initialScore"]
    assert [recorded(deal) for deal in game.deals] == [written(deal) for deal in tree["deals"]]
    assert all(names_a_place(line, name, data) for line in faults(game).splitlines())


def test_the_seeds_try_both() -> None:
    """Every kind of damage is refused sometimes, and some of it does no harm."""
    refused = Counter(
        DAMAGES[seed % len(DAMAGES)].__name__
        for seed in SEEDS
        if isinstance(tried(*damaged(seed)), YamlError)
    )
    assert set(refused) == {damage.__name__ for damage in DAMAGES}
    assert refused.total() < len(SEEDS) - 20
