from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.yamlio.strategies import GOOD_DOCUMENTS, mutilated
from ukachat.yamlio import (
    MAX_BYTES,
    MAX_DEPTH,
    Node,
    Text,
    YamlError,
    YamlList,
    YamlMap,
    read_document,
    read_documents,
)

pytestmark = pytest.mark.usefixtures("parser")


def read(text: str | bytes) -> Node:
    return read_document(text, source="f.yaml")


@pytest.mark.parametrize(
    "written",
    ["no", "12:30", "010", "1_000", "1e3", "0x1F", "true", "2026-07-15", ".5", "Null", "7C", "a:b"],
)
def test_plain_scalar_keeps_its_text(written: str) -> None:
    assert read(f"field: {written}") == {"field": written}


@pytest.mark.parametrize(
    ("written", "text", "quoted"),
    [
        pytest.param("'it''s'", "it's", True, id="single quotes"),
        pytest.param('"a\\n\\u2665\\x41"', "a\n♥A", True, id="double quotes"),
        pytest.param('""', "", True, id="nothing in quotes"),
        pytest.param('"null"', "null", True, id="null in quotes"),
        pytest.param("|\n  a\n  b\n", "a\nb\n", True, id="block of lines"),
        pytest.param(">\n  a\n  b\n", "a b\n", True, id="folded block"),
        pytest.param("a\n  b", "a b", False, id="plain over two lines"),
    ],
)
def test_scalar_holds_its_content(written: str, text: str, quoted: bool) -> None:
    document = read(f"field: {written}")
    assert isinstance(document, YamlMap)
    node = document["field"]
    assert isinstance(node, Text)
    assert (node, node.quoted) == (text, quoted)


@pytest.mark.parametrize("written", ["", "null", "~", "# only a remark"])
def test_nothing_is_none(written: str) -> None:
    assert read(f"field: {written}\nlist: [a, ~]") == {"field": None, "list": ["a", None]}


def places(node: Node) -> Iterator[tuple[object, int, int]]:
    """What a document holds, in order, with the place of each part."""
    match node:
        case Text():
            yield str(node), node.line, node.column
        case YamlMap():
            yield "{", node.line, node.column
            for key, value in node.items():
                yield from places(key)
                yield from places(value)
        case YamlList():
            yield "[", node.line, node.column
            for item in node:
                yield from places(item)
        case None:
            pass


def test_every_node_knows_its_place() -> None:
    text = "# é\nname: Mere\n\ndeals:\n  - 'ä': [1, ~,  2]\n  -\n"
    document = read(text)
    assert list(places(document)) == [
        ("{", 2, 1),
        ("name", 2, 1),
        ("Mere", 2, 7),
        ("deals", 4, 1),
        ("[", 5, 3),
        ("{", 5, 5),
        ("ä", 5, 5),
        ("[", 5, 10),
        ("1", 5, 11),
        ("2", 5, 18),
    ]
    assert isinstance(document, YamlMap)
    deals = document["deals"]
    assert isinstance(deals, YamlList)
    assert deals.places == [(5, 5), (6, 4)]


class TestJson:
    def test_tabs_are_blanks_between_values(self) -> None:
        assert read('\t{\n\t"a":\t[1,\t2],\n\t\t"b"\t:\ttrue\t}\n') == {
            "a": ["1", "2"],
            "b": "true",
        }

    def test_a_tab_in_a_string_stays(self) -> None:
        assert read('{"a": "b\tc", "d": "\\"\te"}') == {"a": "b\tc", "d": '"\te'}

    def test_escapes(self) -> None:
        assert read(r'["\/ \n \t \r \u2665 \" \\"]') == ['/ \n \t \r ♥ " \\']

    def test_two_halves_make_one_character(self) -> None:
        assert read(r'["a\ud83c\udca1b", "\\ud83c"]') == ["a\U0001f0a1b", r"\ud83c"]

    def test_places_after_a_joined_character(self) -> None:
        document = read(r'{"a\uD83C\uDCA1": "\uD83C\uDCA1", "c": d}')
        assert [(line, column) for _, line, column in places(document)] == [
            (1, 1),
            (1, 2),
            (1, 19),
            (1, 35),
            (1, 40),
        ]

    @pytest.mark.parametrize(
        "half", [r"\ud83c", r"\udca1", r"\udca1\ud83c", r"\ud83c\\udca1", r"\\ud83c\udca1"]
    )
    def test_half_a_character_is_refused(self, half: str) -> None:
        with pytest.raises(YamlError, match=r"^f.yaml:1:\d+: .*character"):
            read(f'["a", "{half}"]')

    def test_two_halves_are_json_not_yaml(self) -> None:
        with pytest.raises(YamlError, match="character"):
            read(r'a: "\ud83c\udca1"')
        assert read(r'a: \ud83c\udca1, "\ud83c\udca1"') == {"a": r'\ud83c\udca1, "\ud83c\udca1"'}


def test_byte_order_mark_is_no_text() -> None:
    assert read(b"\xef\xbb\xbfa: \xe2\x99\xa5") == {"a": "♥"}
    assert read("\ufeffa: b") == {"a": "b"}
    assert read('\ufeff\t{"a":\t"\\ud83c\\udca1"}') == {"a": "\U0001f0a1"}


def test_documents() -> None:
    text = "# games\n--- {a: 1}\n---\n- 2\n---\n"
    assert read_documents(text, source="f.yaml") == [{"a": "1"}, ["2"], None]
    assert read_documents("a", source="f.yaml") == ["a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "1:1: expected a document, got an empty file", id="empty"),
        pytest.param("# a\n", "1:1: expected a document, got an empty file", id="a remark only"),
        pytest.param(
            "a: 1\n--- b\n--- c\n",
            "2:1: expected one document, got 3: the second begins here",
            id="three documents",
        ),
        pytest.param(
            "a: 1\nb: 2\n'a': 3\n", "3:1: duplicate key 'a', first in line 1", id="duplicate key"
        ),
        pytest.param(
            "x: {y: 1,\n  y: 2}", "2:3: duplicate key 'y', first in line 1", id="in brackets"
        ),
        pytest.param("a: 1\n: 2\n", "2:1: expected a key*", id="no key"),
        pytest.param("a: 1\n~: 2\n", "2:1: expected a key, got nothing", id="null for a key"),
        pytest.param("? [a]\n: b", "1:3: expected a key, got a list", id="list for a key"),
        pytest.param("{{a: b}: c}", "1:2: expected a key, got a mapping", id="mapping for a key"),
        pytest.param("a: &x 1", "1:4: anchors and aliases*", id="anchor"),
        pytest.param("a: &x [1]", "1:4: anchors and aliases*", id="anchor on a list"),
        pytest.param("a: *x", "1:4: anchors and aliases*", id="alias"),
        pytest.param("a: * x", "1:5: anchors and aliases*", id="star"),
        pytest.param("a: !!str x", "1:4: tags*", id="tag"),
        pytest.param("a: !x {b: c}", "1:4: tags*", id="tag on a mapping"),
        pytest.param("!a!b c", "1:1: tags*", id="unknown tag"),
        pytest.param("a: ! b", "1:4: tags*", id="exclamation mark"),
        pytest.param("a:\n  <<: b", "2:3: merge keys (<<) are not allowed", id="merge key"),
        pytest.param("a: b\n\x07", "2:1: the character U+0007 is not allowed", id="control"),
        pytest.param("a: '\x7f'", "1:5: the character U+007F is not allowed", id="delete"),
        pytest.param('a: "\\e[1m"', "1:4: the character U+001B is not allowed", id="escaped"),
        pytest.param("é: \ud800", "1:4: the character U+D800 is not allowed", id="surrogate"),
        pytest.param(b"a: 1\n\xc3\xa9: \xff", "2:4: expected UTF-8 text, got*", id="not UTF-8"),
        pytest.param(
            b"\xef\xbb\xbf\xe9", "1:1: expected UTF-8 text, got the byte 0xe9", id="Latin-1"
        ),
        pytest.param(b"\xff\xfea\x00", "1:1: expected UTF-8 text, got*", id="UTF-16"),
        pytest.param("a: [1, 2\n", "1:4: this [ is never closed", id="open list"),
        pytest.param("a: [", "1:4: this [ is never closed", id="open empty list"),
        pytest.param("{a: {b: [1]", "1:5: this { is never closed", id="open mapping"),
        pytest.param("a: 'b\nc: d\n", "1:4: these quotes are never closed", id="open quotes"),
        pytest.param('["a", "b', "1:7: these quotes are never closed", id="open in brackets"),
        pytest.param("a: 'b\n---\n'", "1:4: these quotes are never closed", id="over documents"),
        pytest.param("[1 [2]]", "1:4: expected ',' or ']', got '['", id="list without comma"),
        pytest.param('{"a": 1 "b": 2}', "1:12: expected ',' or '}', got ':'", id="no comma"),
        pytest.param("[,]", "1:2: expected a value, got ','", id="comma too many"),
        pytest.param("]", "1:1: expected a value, got ']'", id="closed too early"),
        pytest.param("{a: 1}}", "1:7: expected the end of the text or*", id="closed twice"),
        pytest.param("a:\n\tb: 1", "2:1: expected blanks for indentation, got a tab", id="tab"),
        pytest.param("a: |\n\tb", "2:1: expected blanks for indentation, got a tab", id="in block"),
        pytest.param("a: b: c", "1:5: no ':' can stand here*", id="two colons"),
        pytest.param("name Mere\nb: 1", "2:2: no ':' can stand here*", id="colon forgotten"),
        pytest.param("a: 1\n  b: 2", "2:4: no ':' can stand here*", id="indented too far"),
        pytest.param("a:\n  b: 1\n c: 2", "3:2: expected a key in line*", id="indented too little"),
        pytest.param("b: 1\nc\n", "2:1: expected ':' after this key", id="key alone"),
        pytest.param("a: 'b' c", "1:8: expected the end of the line, got 'c'", id="after quotes"),
        pytest.param("- a\nb: c", "2:1: expected a '-' in line*", id="key below a list"),
        pytest.param("a: - b", "1:4: no '-' can stand here*", id="item behind a key"),
        pytest.param("a: @b", "1:4: text that begins with '@' needs quotes", id="at sign"),
        pytest.param("a: %b", "1:4: text that begins with '%' needs quotes", id="per cent"),
        pytest.param("%YAML 3.0\n---\na", "1:1: a line cannot begin with %", id="directive"),
        pytest.param("a: |x\n", "1:5: expected the text on the lines below*", id="block sign"),
        pytest.param('a: "\\q"', "1:?: unknown escape*", id="unknown escape"),
        pytest.param('a: "\\x4"', "1:7: expected a whole character by its number*", id="escape"),
        pytest.param("[" * 21, "1:21: expected at most 20 lists and mappings*", id="too deep"),
    ],
)
def test_refused(text: str | bytes, expected: str) -> None:
    with pytest.raises(YamlError) as caught:
        read(text)
    said, pattern = str(caught.value), f"f.yaml:{expected}"
    if pattern.endswith("*"):
        said, pattern = said[: len(pattern) - 1], pattern[:-1]
    assert all(a in (b, "?") for a, b in zip(pattern, said, strict=True)), said


def test_error_has_parts() -> None:
    with pytest.raises(YamlError) as caught:
        read("a: 1\nb: &c")
    error = caught.value
    assert (error.source, error.line, error.column) == ("f.yaml", 2, 4)
    assert str(error) == f"f.yaml:2:4: {error.reason}"


def test_size_is_bounded() -> None:
    assert read("a" * MAX_BYTES) == "a" * MAX_BYTES
    for text in ("a" * (MAX_BYTES + 1), b"a" * (MAX_BYTES + 1), "é" * (MAX_BYTES // 2 + 1)):
        with pytest.raises(YamlError, match=r"f.yaml:1:1: expected at most 2,000,000 bytes, got"):
            read(text)


def test_depth_is_bounded() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH) is not None
    assert read("- " * MAX_DEPTH + "a") is not None


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "a:\n ", "[[a: {b: "])
def test_depth_without_end_is_no_crash(opening: str) -> None:
    with pytest.raises(YamlError):
        read(opening * (MAX_BYTES // len(opening)))


@pytest.mark.parametrize("number", [r'"\U00110000"', r'"\UFFFFFFFF"', f"%YAML 1.{'1' * 5000}\n---"])
def test_numbers_out_of_bounds(number: str) -> None:
    with pytest.raises(YamlError):
        read(number)


@given(mutilated())
@example(b"!<a")
@example(b"&\xc3\xa9 a")
@example(b'"\\')
@example(b"x" * 2000 + b": 1")
@example(b"%TAG ! !\n--- !a b")
def test_any_mutilated_text_is_read_or_refused_with_its_place(data: bytes) -> None:
    refuses_with_place(data)


@given(st.binary() | st.text().map(lambda text: text.encode()))
def test_any_bytes_are_read_or_refused_with_their_place(data: bytes) -> None:
    refuses_with_place(data)


@pytest.mark.long
@given(mutilated() | st.binary())
def test_any_bytes_at_length(data: bytes) -> None:
    refuses_with_place(data)


def refuses_with_place(data: bytes) -> None:
    try:
        read_documents(data, source="f.yaml")
    except YamlError as caught:
        error = caught
    else:
        return
    lines = data.decode(errors="replace").splitlines() or [""]
    assert 1 <= error.line <= len(lines) + 1
    assert error.column >= 1
    assert error.reason


def test_the_documents_that_are_mutilated_are_good() -> None:
    for document in GOOD_DOCUMENTS:
        assert read_documents(document, source="f.yaml")


# Each of these took hours when the search for a closing quote began anew at every quote.
@pytest.mark.parametrize(
    ("begin", "repeated", "end"),
    [
        pytest.param('{"', '\\"', "", id="escaped quotes"),
        pytest.param('{"', '\\"', "\\", id="and a backslash"),
        pytest.param("[a", '"', "", id="quotes in plain text"),
    ],
)
def test_the_largest_text_is_read_in_one_pass(begin: str, repeated: str, end: str) -> None:
    times = (MAX_BYTES - len(begin) - len(end)) // len(repeated)
    with pytest.raises(YamlError):
        read(begin + repeated * times + end)


def test_a_tab_after_a_quote_that_is_not_closed_is_a_blank() -> None:
    assert read('[it"s,\tso \\"]') == ['it"s', 'so \\"']
