"""From nodes to a ruleset, or to all that is wrong with it.

What a field holds decides how a node is read: a number field takes plain decimals, a yes/no field
true, false, yes and no, a text field every scalar as it stands. Quotes make no difference. Empty
means None where a field may be None, and elsewhere that the default holds.

`_build` makes the engine's classes from nodes that have nothing wrong, and fails at the first that
has. Only then `_validate` asks pydantic, whose import takes longer than reading all rulesets, what
does not fit. pydantic has the last word: what it finds nothing wrong with is a ruleset.
"""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, assert_never, cast

from ukachat.engine import Ruleset
from ukachat.rulebook import faults
from ukachat.rulebook.errors import RulesetFileError
from ukachat.rulebook.knobs import RULESET, Choice, Kind, Part, Several, Simple
from ukachat.rulebook.layers import Layers
from ukachat.yamlio import (
    Node,
    Text,
    YamlError,
    YamlList,
    YamlMap,
    mapping,
    sequence,
    text,
    whole_number,
    yes_no,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def ruleset_of(layers: Layers) -> Ruleset:
    """The ruleset that a file and its ancestors make.

    Raises:
        RulesetFileError: It is none.
    """
    try:
        return cast("Ruleset", _build(RULESET, layers.merged))
    except (KeyError, TypeError, ValueError):  # a key or a value too many, missing or wrong
        return _validate(layers)


def _build(kind: Kind, node: Node) -> object:
    """The value of a field; fails if the node is anything else."""
    match kind:
        case Simple.TABLE:
            return {
                _scalar(Simple.NUMBER, tricks): _scalar(Simple.NUMBER, points)
                for tricks, points in _filled(kind, mapping(node, what="", source=""))
            }
        case Simple.NUMBER_OR_TABLE:
            return _build(Simple.TABLE if isinstance(node, YamlMap) else Simple.NUMBER, node)
        case Simple():
            return _scalar(kind, node)
        case Choice():
            return kind.options(_scalar(Simple.TEXT, node))
        case Several():
            return tuple(_build(kind.item, item) for item in sequence(node, what="", source=""))
        case Part():
            known = kind.fields
            values = {
                known[key].name: None if value is None else _build(known[key].kind, value)
                for key, value in _filled(kind, mapping(node, what="", source=""))
            }
            return kind.of(**values)
        case _:
            assert_never(kind)


def _filled(kind: Kind, node: YamlMap) -> Iterator[tuple[Text, Node]]:
    """The entries of a mapping that say something: null does only where a field may be None."""
    fields = kind.fields if isinstance(kind, Part) else None
    for key, value in node.items():
        if value is not None:
            yield key, value
        elif fields is not None and (key not in fields or fields[key].may_be_empty):
            yield key, None


def _scalar(kind: Simple, node: Node) -> object:
    """A scalar as a field of that kind reads it; raises YamlError, which `faults` tells better."""
    return _SCALARS[kind](node, what="", source="")


_SCALARS: Final = {
    Simple.NUMBER: whole_number,
    Simple.YES_NO: yes_no,
    Simple.TEXT: text,
}


class _Misfit:
    """Stands for a scalar that its field cannot be: pydantic would read `010` as a number."""

    def __init__(self, written: Text) -> None:
        self.written = written

    def __repr__(self) -> str:  # pydantic names keys by it
        return self.written


def _validate(layers: Layers) -> Ruleset:
    """Has pydantic look for all that is wrong."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_python(_plain(RULESET, layers.merged))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
    raise RulesetFileError(faults.translated(layers, found))


@cache
def _adapter() -> "TypeAdapter[Ruleset]":
    from pydantic import TypeAdapter

    return TypeAdapter(Ruleset)


def _plain(kind: Kind | None, node: Node) -> object:
    """A node in plain types for pydantic, the scalars read as `_build` reads them.

    Args:
        kind: What its field holds; None below a key that is unknown.
        node: What stands in it.
    """
    match node:
        case YamlMap():
            return _plain_mapping(kind, node)
        case YamlList():
            item = kind.item if isinstance(kind, Several) else None
            return [_plain(item, each) for each in node]
        case Text():
            kind = Simple.NUMBER if kind is Simple.NUMBER_OR_TABLE else kind
            if not isinstance(kind, Simple) or kind not in _SCALARS:
                return node
            try:
                return _scalar(kind, node)
            except YamlError:
                return _Misfit(node)
        case None:
            return None


def _plain_mapping(kind: Kind | None, node: YamlMap) -> object:
    match kind:
        case Part(fields=fields):
            return {
                key: _plain(fields[key].kind if key in fields else None, value)
                for key, value in _filled(kind, node)
            }
        case Simple.TABLE | Simple.NUMBER_OR_TABLE:
            return {
                _plain(Simple.NUMBER, tricks): _plain(Simple.NUMBER, points)
                for tricks, points in _filled(kind, node)
            }
        case _:
            return node
