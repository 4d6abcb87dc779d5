from collections.abc import Callable
from typing import TypedDict

import pytest

from ukachat.yamlio import (
    Node,
    Text,
    YamlError,
    YamlList,
    YamlMap,
    did_you_mean,
    mapping,
    nearest,
    sequence,
    text,
    whole_number,
    yes_no,
)


class Asked(TypedDict):
    what: str
    source: str


ASKED: Asked = {"what": "deal 3: field", "source": "f.yaml"}


@pytest.mark.parametrize("number", [0, 7, -2, 10, 999_999_999, -999_999_999])
def test_whole_number(number: int) -> None:
    assert whole_number(Text(str(number)), **ASKED) == number


@pytest.mark.parametrize(
    "written",
    [
        *(
            "010",
            "1_000",
            "1e3",
            "0x1",
            "-0",
            "-0x1",
            "+1",
            "1.0",
            "1.",
            " 1",
            "1 ",
            "1\n",
            "",
            "-",
            "--1",
        ),
        *("1000000000", "9" * 5000, "\u0661", "\u00b2", "one", "12:30"),
    ],
)
def test_no_whole_number(written: str) -> None:
    with pytest.raises(
        YamlError, match=r"^f.yaml:4:2: deal 3: field: expected a whole number, got"
    ):
        whole_number(Text(written, 4, 2), **ASKED)


@pytest.mark.parametrize("written", ["yes", "Yes", "true", "True", "no", "No", "false", "False"])
def test_yes_no(written: str) -> None:
    assert yes_no(Text(written), **ASKED) is (written.lower() in ("yes", "true"))


@pytest.mark.parametrize("written", ["YES", "y", "on", "1", "", "yes "])
def test_neither_yes_nor_no(written: str) -> None:
    with pytest.raises(YamlError, match=f"expected yes or no, got '{written}'$"):
        yes_no(Text(written), **ASKED)


@pytest.mark.parametrize("written", ["007", "true", "", "null"])
def test_text_takes_what_stands(written: str) -> None:
    taken = text(Text(written, 2, 2), **ASKED)
    assert taken == written
    assert type(taken) is str


def test_containers_are_themselves() -> None:
    for asked, node in ((mapping, YamlMap()), (sequence, YamlList())):
        assert asked(node, **ASKED) is node


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        pytest.param(whole_number, "a whole number", id="whole_number"),
        pytest.param(yes_no, "yes or no", id="yes_no"),
        pytest.param(text, "text", id="text"),
        pytest.param(mapping, "a mapping", id="mapping"),
        pytest.param(sequence, "a list", id="sequence"),
    ],
)
@pytest.mark.parametrize(
    ("node", "got"),
    [
        pytest.param(Text("JH", 5, 6), "'JH'", id="Text"),
        pytest.param(YamlMap(5, 6), "a mapping", id="YamlMap"),
        pytest.param(YamlList(5, 6), "a list", id="YamlList"),
    ],
)
def test_expected_and_got(ask: Callable[..., object], expected: str, node: Node, got: str) -> None:
    if got == expected or (ask is text and isinstance(node, Text)):
        assert ask(node, **ASKED) == node
        return
    with pytest.raises(YamlError) as caught:
        ask(node, **ASKED)
    assert str(caught.value) == f"f.yaml:5:6: deal 3: field: expected {expected}, got {got}"


def test_nothing_is_pointed_at_where_it_should_be() -> None:
    with pytest.raises(YamlError, match=r"^f.yaml:2:3: deal 3: field: expected text, got nothing$"):
        text(None, at=YamlMap(2, 3), **ASKED)
    with pytest.raises(YamlError, match=r"^f.yaml:1:1: deal 3: field: expected text, got nothing$"):
        text(None, **ASKED)


def test_long_text_is_shown_in_part() -> None:
    with pytest.raises(YamlError) as caught:
        whole_number(Text("a\n" * 500), **ASKED)
    assert len(caught.value.reason) < 150
    assert "\n" not in caught.value.reason


def test_did_you_mean() -> None:
    choices = ("turn-up", "kitty", "dealer")
    assert nearest("deeler", choices) == "dealer"
    assert nearest("xyz", choices) is None
    assert nearest("dealer" * 100_000, choices) is None
    assert did_you_mean("turnup", choices) == "; did you mean turn-up?"
    assert did_you_mean("xyz", choices) == ""


def test_long_words_are_not_compared() -> None:
    long = "".join(chr(0x4E00 + number % 9999) for number in range(1_000_000))
    assert nearest(long, [long[1:], "spades"]) is None
    assert nearest("spaeds", [long, "spades"]) == "spades"
