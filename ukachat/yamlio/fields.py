"""What a field asks of the node that stands in it.

Each question takes the same arguments:

- `node`: what stands in the field; None, that is nothing, answers no question.
- `what`: the name of the field; the message begins with it.
- `source`: the name of the file, for the message.
- `at`: what to point at when `node` is None, such as the mapping that lacks it. Without it the
  message points at the first line, which is right for a whole document.

The answer that does not fit raises YamlError: "WHAT: expected ..., got ...".
"""

import re
from collections.abc import Iterable
from typing import Final, NoReturn

from ukachat.yamlio.nodes import (
    LONGEST_QUOTE,
    Node,
    Placed,
    Text,
    YamlError,
    YamlList,
    YamlMap,
    in_words,
)

_WHOLE_NUMBER = re.compile("0|-?[1-9][0-9]{0,8}")
_ANSWERS: Final = {
    **dict.fromkeys(("yes", "Yes", "true", "True"), True),
    **dict.fromkeys(("no", "No", "false", "False"), False),
}


def whole_number(node: Node, *, what: str, source: str, at: Placed | None = None) -> int:
    """The number, written in plain decimals, at most nine of them."""
    if not isinstance(node, Text) or not _WHOLE_NUMBER.fullmatch(node):
        _refuse("a whole number", node, what, source, at)
    return int(node)


def yes_no(node: Node, *, what: str, source: str, at: Placed | None = None) -> bool:
    """The answer: yes, no, true or false."""
    if not isinstance(node, Text) or node not in _ANSWERS:
        _refuse("yes or no", node, what, source, at)
    return _ANSWERS[node]


def text(node: Node, *, what: str, source: str, at: Placed | None = None) -> str:
    """The text, whatever it says; empty only where it was written as two quotes."""
    if not isinstance(node, Text):
        _refuse("text", node, what, source, at)
    return str(node)


def mapping(node: Node, *, what: str, source: str, at: Placed | None = None) -> YamlMap:
    """The mapping."""
    if not isinstance(node, YamlMap):
        _refuse("a mapping", node, what, source, at)
    return node


def sequence(node: Node, *, what: str, source: str, at: Placed | None = None) -> YamlList:
    """The list."""
    if not isinstance(node, YamlList):
        _refuse("a list", node, what, source, at)
    return node


def _refuse(expected: str, node: Node, what: str, source: str, at: Placed | None) -> NoReturn:
    pointed = at if node is None else node
    line, column = (1, 1) if pointed is None else (pointed.line, pointed.column)
    reason = f"{what}: expected {expected}, got {in_words(node)}"
    raise YamlError(source, line, column, reason)


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that `word` may be a slip of; None if none is near.

    Only words that a message can quote are compared, which takes the square of their length.
    """
    from difflib import get_close_matches

    if len(word) > LONGEST_QUOTE:
        return None
    short = [choice for choice in choices if len(choice) <= LONGEST_QUOTE]
    return next(iter(get_close_matches(word, short, n=1)), None)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a sentence on an unknown word: "; did you mean x?", or nothing."""
    choice = nearest(word, choices)
    return f"; did you mean {choice}?" if choice else ""
