from collections.abc import Mapping, Sequence

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from tests.yamlio.strategies import GOOD_DOCUMENTS, texts, trees
from ukachat.yamlio import (
    Flow,
    Text,
    Tree,
    read_document,
    read_documents,
    write_document,
    write_documents,
)

pytestmark = pytest.mark.usefixtures("parser")


def read_back(tree: Tree) -> object:
    """What a reader finds where `tree` was written."""
    match tree:
        case None:
            return None
        case bool():
            return "yes" if tree else "no"
        case int() | str():
            return str(tree)
        case Flow():
            return read_back(tree.tree)
        case Mapping():
            return {str(key): read_back(value) for key, value in tree.items()}
        case Sequence():
            return [read_back(item) for item in tree]


@given(trees)
@example({"a": Flow([{"b": [Flow({})]}, [[]], {}])})
@example([[["a"], {"b": {"c": []}}], {}, []])
def test_what_is_written_is_read(tree: Tree) -> None:
    written = write_document(tree)
    document = read_document(written, source="f.yaml")
    assert document == read_back(tree)
    assert written.endswith("\n")
    assert not written.endswith("\n\n")


@given(trees)
def test_what_was_read_is_written_as_it_stood(tree: Tree) -> None:
    written = write_document(unmarked(tree))
    assert write_document(read_document(written, source="f.yaml")) == written


def unmarked(tree: Tree) -> Tree:
    match tree:
        case Flow():
            return unmarked(tree.tree)
        case Mapping():
            return {str(key): unmarked(value) for key, value in tree.items()}
        case str() | int() | None:
            return tree
        case Sequence():
            return [unmarked(item) for item in tree]


@given(st.lists(trees, min_size=1, max_size=3))
def test_streams(documents: list[Tree]) -> None:
    written = write_documents(documents)
    assert read_documents(written, source="f.yaml") == [read_back(tree) for tree in documents]


@pytest.mark.parametrize("document", GOOD_DOCUMENTS)
def test_good_documents_settle(document: str) -> None:
    written = write_documents(read_documents(document, source="f.yaml"))
    assert write_documents(read_documents(written, source="f.yaml")) == written


@given(texts)
@example("1.2.3")
@example("+0b1_0")
@example("190:20:30.15")
@example("2001-12-14t21:59:43.10-05:00")
@example("0o17")
def test_other_readers_take_text_for_text(text: str) -> None:
    tree: Tree = [text, {text: Flow([text, {text: text}])}]
    assert yaml.safe_load(write_document(tree)) == [text, {text: [text, {text: text}]}]


def test_style() -> None:
    tree: Tree = {
        "title": "Uka: Thursday",
        "date": "2026-07-15",
        "players": Flow({"North": "Mere", "East": "Hemi, the quick"}),
        "score": Flow([0, -1]),
        "finished": False,
        "note": None,
        "makers": {3: 1, 5: 3},
        "deals": [
            {"dealer": "North", "tricks": ["JH 9D AS KD", "10S 7C"]},
            {"dealer": "East", "alone": True, "tricks": [], "bids": {}},
        ],
        "long": "word " * 40 + "end",
        "lines": 'one\n\t"two" ♥',
    }
    assert write_document(tree) == (
        """\
title: "Uka: Thursday"
date: "2026-07-15"
players: {North: Mere, East: "Hemi, the quick"}
score: [0, -1]
finished: no
note: null
makers:
  3: 1
  5: 3
deals:
  - dealer: North
    tricks:
      - JH 9D AS KD
      - 10S 7C
  - dealer: East
    alone: yes
    tricks: []
    bids: {}
"""
        f"long: {'word ' * 40}end\n"
        'lines: "one\\n\\t\\"two\\" ♥"\n'
    )


@pytest.mark.parametrize("bare", ["7C", "10S", "JH 9D", "Tama's", "a-b", "-a", "a:b", "9♦", "é"])
def test_no_quotes_without_need(bare: str) -> None:
    assert write_document(bare) == f"{bare}\n"


@pytest.mark.parametrize(
    "text",
    [
        *("", "yes", "No", "y", "on", "null", "Null", "~", "007", "1e3", "0x1", "12:30", "1_000"),
        *("-1", "<<", "=", "a: b", "a #b", "a:", " a", "a ", "- a", "-", "? a", "---", "..."),
        *("@a", "[a", ".inf", "-.INF", ".nan", "0b1", "0o7", "1.5e3", "+.5", "2026-07-15"),
        "2026-7-1T10:00:00Z",
    ],
)
def test_quotes_where_a_reader_would_stumble(text: str) -> None:
    assert write_document(text) == f'"{text}"\n'


@pytest.mark.parametrize("written", ["7", "yes", "12:30", "2026-07-15", '"7"', '"yes"', '"null"'])
def test_quotes_stay_with_text_that_was_read(written: str) -> None:
    node = read_document(f"[{written}]", source="f.yaml")
    assert write_document(node) == f"- {written}\n"


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\ufeff"])
def test_characters_that_break_lines_or_vanish_are_escaped(character: str) -> None:
    assert write_document(f"{character}a") == f'"\\u{ord(character):04x}a"\n'


def test_text_that_reads_as_nothing_is_quoted_whoever_made_it() -> None:
    assert write_document([Text("null"), Text("~"), Text("")]) == '- "null"\n- "~"\n- ""\n'


def test_flow_is_never_folded() -> None:
    cards = [f"card {number}" for number in range(1000)]
    tree: Tree = {"a": Flow(cards), "b": [Flow(cards), {"c": Flow({"d": cards})}]}
    written = write_document(tree)
    assert written.count("\n") == 4
    assert read_document(written, source="f.yaml") == read_back(tree)


def test_longest_key() -> None:
    tree: Tree = {"k" * 1024: {"k" * 1023: Flow({"k" * 1024: 1})}}
    assert read_document(write_document(tree), source="f.yaml") == read_back(tree)
    for key in ("k" * 1025, "\n" * 512):
        with pytest.raises(ValueError, match="a key may be 1024 characters long, got"):
            write_document({key: 1})


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\x80", "\ud800", "\uffff"])
def test_what_cannot_be_read_is_not_written(character: str) -> None:
    with pytest.raises(ValueError, match=r"^the character U\+[0-9A-F]{4} cannot be written$"):
        write_document({"a": f"b{character}"})
