import copy
import pickle

import pytest

from ukachat.yamlio import Text, YamlError, YamlMap, locate, read_document

DOCUMENT = """\
title: Uka
scoring:
  makers: {3: 1,
           5: 3}
  lone:
seats:
  - name: Mere
  - ~
"""


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        pytest.param([], (1, 1), (1, 1), id="root"),
        pytest.param(["title"], (1, 8), (1, 1), id="scalar"),
        pytest.param(["scoring"], (3, 3), (2, 1), id="mapping"),
        pytest.param(["scoring", "makers", 5], (4, 15), (4, 12), id="number for a key"),
        pytest.param(["scoring", "lone"], (5, 3), (5, 3), id="empty value"),
        pytest.param(["scoring", "euchred"], (2, 1), (2, 1), id="no such key"),
        pytest.param(["scoring", "makers", 4, "x"], (3, 3), (3, 3), id="no such number"),
        pytest.param(["seats", 0, "name"], (7, 11), (7, 5), id="in a list"),
        pytest.param(["seats", 1], (8, 5), (8, 5), id="empty item"),
        pytest.param(["seats", 2], (6, 1), (6, 1), id="no such item"),
        pytest.param(["seats", -1], (6, 1), (6, 1), id="counted from the end"),
        pytest.param(["seats", "0"], (6, 1), (6, 1), id="key of a list"),
        pytest.param(["title", "0"], (1, 1), (1, 1), id="below a scalar"),
        pytest.param(["nothing"], (1, 1), (1, 1), id="unknown at the top"),
    ],
)
def test_locate(path: list[str | int], value: tuple[int, int], key: tuple[int, int]) -> None:
    document = read_document(DOCUMENT, source="f.yaml")
    assert locate(document, path) == value
    assert locate(document, path, key=True) == key


def test_locate_in_nothing() -> None:
    assert locate(None, ["a"]) == (1, 1)


def test_text_is_a_str_with_a_place() -> None:
    text = Text("JH", 3, 7, quoted=True)
    assert text == "JH"
    assert hash(text) == hash("JH")
    for copied in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):  # noqa: S301  # our own
        assert (copied, copied.line, copied.column, copied.quoted) == ("JH", 3, 7, True)


def test_str_finds_a_key() -> None:
    document = read_document("a: 1", source="f.yaml")
    assert isinstance(document, YamlMap)
    assert document["a"] == "1"
    assert document.get("b") is None
    assert document.get("b", 0) == 0
    assert [(key, key.line, key.column) for key in document] == [("a", 1, 1)]


def test_error_survives_another_process() -> None:
    error = YamlError("f.yaml", 1, 2, "expected a card")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert str(again) == "f.yaml:1:2: expected a card"
