"""What a shuffle can be checked by, as it stands in a saved game: read and written.

Most games hold nothing of it, so `fair` is imported when something stands there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ukachat.yamlio import Flow, Text, Tree, YamlError, YamlMap, locate
from ukachat.yamlio.nodes import in_words

if TYPE_CHECKING:
    from ukachat.fair import Promise
    from ukachat.records.fields import Fields

_DIGITS: Final = re.compile("[0-9a-f]{64}")


def read_promise(shuffle: Fields, what: str, seats: int) -> Promise | None:
    """The promise in the field ``fair``; None where none is written.

    Args:
        shuffle: The deal, or the finding of the first dealer.
        what: What messages call it: ``"deal 3"``.
        seats: How many seats the table has.

    Raises:
        YamlError: Something else stands there. It is read to the letter, as every one counts.
    """
    if "fair" not in shuffle.root:
        return None
    from ukachat.fair import Promise

    fields = shuffle.child("fair", f"fair of {what}")
    fields.allow(("hash", "secret", "words"))
    # An empty secret is no missing one: something may have been lost.
    secret = bytes.fromhex(_digits(fields, "secret", what)) if "secret" in fields.root else None
    return Promise(_digits(fields, "hash", what), _read_words(fields, what, seats), secret)


def promise_tree(promise: Promise, names: tuple[str, ...]) -> Tree:
    """A promise as it is written; `names` are those of the seats."""
    tree: dict[str, Tree] = {"hash": promise.hash}
    if promise.secret is not None:
        tree["secret"] = promise.secret.hex()
    added = {name: words for name, words in zip(names, promise.words, strict=True) if words}
    if added:
        tree["words"] = Flow(added)
    return tree


def _digits(fields: Fields, key: str, what: str) -> str:
    written = fields.as_written(key)
    if not _DIGITS.fullmatch(written):
        got = in_words(fields.node(key))
        reason = f"expected 64 digits 0-9 and a-f, got {got}"
        if key == "secret" and not written:
            reason += "; leave the key out while the secret is not revealed"
        raise _error(fields, key, what, reason)
    return written


def _read_words(fields: Fields, what: str, seats: int) -> tuple[str, ...]:
    words = [""] * seats
    node = fields.node("words")
    if node is None:
        return tuple(words)
    if not isinstance(node, YamlMap):
        reason = f"expected words by seat, such as North: seven, got {in_words(node)}"
        raise _error(fields, "words", what, reason)
    from ukachat.fair import NotFair, normalised

    for seat, added in fields.by_seat("words", ()):
        written = str(added) if isinstance(added, Text) else ""
        try:
            as_they_count = normalised(written)
        except NotFair as error:
            raise _error(fields, "words", what, str(error)) from None
        if added is not None and (not isinstance(added, Text) or written != as_they_count):
            reason = f"expected one line of text without needless blanks, got {in_words(added)}"
            raise _error(fields, "words", what, reason)
        words[seat] = written
    return tuple(words)


def _error(fields: Fields, key: str, what: str, reason: str) -> YamlError:
    return YamlError(fields.source, *locate(fields.root, [key]), f"the {key} of {what}: {reason}")
