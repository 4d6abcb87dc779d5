"""What a document is made of, each part with its place, and the error that names a place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, TypeAlias, TypeVar, overload

LONGEST_QUOTE = 40

_T = TypeVar("_T")

Place: TypeAlias = tuple[int, int]
"""Line and column, both counted from 1, the column in characters."""


class YamlError(ValueError):
    """Text that is not the YAML that was expected, with the place of the fault.

    Attributes:
        source: The name of the file as its reader gave it.
        line: Counted from 1.
        column: Counted from 1, in characters.
        reason: What is wrong and what was expected, without the place.
    """

    def __init__(self, source: str, line: int, column: int, reason: str) -> None:
        super().__init__(source, line, column, reason)
        self.source = source
        self.line = line
        self.column = column
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}: {self.reason}"


class Text(str):
    """A scalar: the text as it was written, without its quotes.

    `quoted` is true unless the scalar was plain: in quotes, or a `|` or `>` block.
    """

    __slots__ = ("column", "line", "quoted")

    line: int
    column: int
    quoted: bool

    def __new__(cls, value: str, line: int = 1, column: int = 1, *, quoted: bool = False) -> Self:
        """Place a text; it is equal to every str of the same characters."""
        self = super().__new__(cls, value)
        self.line = line
        self.column = column
        self.quoted = quoted
        return self


class YamlMap(dict[Text, "Node"]):
    """A mapping: iterating gives keys that know their place, and a plain str finds them."""

    __slots__ = ("column", "line")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line = line
        self.column = column

    def key_as_written(self, key: str) -> Text:
        """A key that this mapping holds, with its place."""
        return next(own for own in self if own == key)

    if TYPE_CHECKING:

        def __getitem__(self, key: str, /) -> "Node": ...
        @overload
        def get(self, key: str, default: "Node" = None, /) -> "Node": ...
        @overload
        def get(self, key: str, default: _T, /) -> "Node | _T": ...
        def get(self, key: str, default: object = None, /) -> object:
            """As of every dict."""


class YamlList(list["Node"]):
    """A list; `places` holds the place of each item, of empty ones too."""

    __slots__ = ("column", "line", "places")

    def __init__(self, line: int = 1, column: int = 1) -> None:
        super().__init__()
        self.line = line
        self.column = column
        self.places: list[Place] = []


Placed: TypeAlias = Text | YamlMap | YamlList
Node: TypeAlias = Placed | None


def locate(root: Node, path: Sequence[str | int], *, key: bool = False) -> Place:
    """Line and column of the value at a path of keys and indexes.

    Where there is no such value, or it is empty, it is the place of the last key or item on the
    way that exists, and the beginning of the document where none does.

    Args:
        root: A document.
        path: Keys of mappings (a number finds its text) and indexes of lists, from the root down.
        key: Point at the last key rather than at its value, as for a key that is unknown.
    """
    node = root
    place = (1, 1) if node is None else (node.line, node.column)
    for step in path:
        if isinstance(node, YamlMap) and str(step) in node:
            own = node.key_as_written(str(step))
            place, node = (own.line, own.column), node[own]
        elif isinstance(node, YamlList) and isinstance(step, int) and 0 <= step < len(node):
            place, node = node.places[step], node[step]
        else:
            return place
    return place if node is None or key else (node.line, node.column)


def in_words(node: Node) -> str:
    """What a node is, to end a sentence on what was expected in its stead."""
    match node:
        case Text():
            return repr(str(node) if len(node) <= LONGEST_QUOTE else f"{node[:LONGEST_QUOTE]}...")
        case YamlMap():
            return "a mapping"
        case YamlList():
            return "a list"
        case None:
            return "nothing"
