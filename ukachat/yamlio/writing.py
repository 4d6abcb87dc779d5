"""Writes documents: one way to write each, so that a file saved again has the same bytes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ukachat.yamlio.nodes import Text, in_words
from ukachat.yamlio.reading import NULLS, UNPRINTABLE

MAX_KEY: Final = 1024
"""Characters of a key as written, with quotes and escapes: a limit of YAML itself."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Marks a mapping or list that is to be written on one line: {a: 1, b: [2, 3]}."""

    tree: "Mapping[Any, Tree] | Sequence[Tree]"


# Keys are str or int. Any says that they may be all one or all the other.
Tree: TypeAlias = "Mapping[Any, Tree] | Sequence[Tree] | Flow | str | int | bool | None"


def write_document(tree: Tree) -> str:
    """Write what `read_document` reads back, each scalar as its text.

    True and False are written yes and no, None is written null. A plain `Text` that was read is
    written as it stood, so that a number which was read stays one.

    Raises:
        ValueError: A key is longer than MAX_KEY, or text holds a control character.
    """
    return "".join(f"{line}\n" for line in _lines(tree))


def write_documents(trees: Iterable[Tree]) -> str:
    """Write a stream for `read_documents`, each document below a line `---`."""
    return "".join(f"---\n{write_document(tree)}" for tree in trees)


def _lines(tree: Tree) -> Iterator[str]:
    """The lines of a tree; whatever holds it indents them."""
    if not _is_block(tree):
        yield _inline(tree)
    elif isinstance(tree, Mapping):
        for key, value in tree.items():
            if _is_block(value):
                yield f"{_key(key)}:"
                yield from (f"  {line}" for line in _lines(value))
            else:
                yield f"{_key(key)}: {_inline(value)}"
    elif isinstance(tree, Sequence):
        for item in tree:
            first, *others = _lines(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in others)


def _is_block(tree: Tree) -> bool:
    return isinstance(tree, Mapping | Sequence) and not isinstance(tree, str) and len(tree) > 0


def _inline(tree: Tree, *, in_flow: bool = False) -> str:
    match tree:
        case None:
            return "null"
        case bool():
            return "yes" if tree else "no"
        case int():
            return str(tree)
        case str():
            return _scalar(tree, in_flow=in_flow)
        case Flow():
            return _inline(tree.tree)
        case Mapping():
            pairs = (
                f"{_key(key, in_flow=True)}: {_inline(value, in_flow=True)}"
                for key, value in tree.items()
            )
            return "{" + ", ".join(pairs) + "}"
        case Sequence():
            return "[" + ", ".join(_inline(item, in_flow=True) for item in tree) + "]"


def _key(key: str | int, *, in_flow: bool = False) -> str:
    written = _inline(key, in_flow=in_flow)
    if len(written) > MAX_KEY:
        message = f"a key may be {MAX_KEY} characters long, got {in_words(Text(written))}"
        raise ValueError(message)
    return written


# Text that a parser would not take for one plain scalar.
_AWKWARD = re.compile(
    r"""^$ | ^[?:,\[\]{}\#&*!|>'"%@`\s] | ^-(?:[-\s]|$) | ^\.\.\.
        | :\s | \s\# | [:\s]$ | [\t\n\r\x85\u2028\u2029\ufeff]""",
    re.VERBOSE,
)
_AWKWARD_IN_FLOW = re.compile(r"[,\[\]{}:?]")

# Text that a tool would take for something else, by YAML 1.1 or 1.2.
_NOT_TEXT = re.compile(
    r"""~ | null | Null | NULL | << | =
        | [yYnN] | yes | Yes | YES | no | No | NO | on | On | ON | off | Off | OFF
        | true | True | TRUE | false | False | FALSE
        | [-+]?\.?[0-9][0-9_:.]*(?:[eE][-+]?[0-9]+)?
        | [-+]?0[box][0-9a-fA-F_]+ | [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN)
        | [0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt\ ].*)?""",
    re.VERBOSE,
)


def _scalar(text: str, *, in_flow: bool) -> str:
    if found := UNPRINTABLE.search(text):
        message = f"the character U+{ord(found[0]):04X} cannot be written"
        raise ValueError(message)
    if _AWKWARD.search(text) or (in_flow and _AWKWARD_IN_FLOW.search(text)):
        return _in_quotes(text)
    stood_plain = isinstance(text, Text) and not text.quoted and text not in NULLS
    return text if stood_plain or not _NOT_TEXT.fullmatch(text) else _in_quotes(text)


_ESCAPES: Final = str.maketrans(
    {'"': r"\"", "\\": r"\\", "\n": r"\n", "\t": r"\t", "\r": r"\r"}
    | {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029\ufeff"}
)


def _in_quotes(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'
