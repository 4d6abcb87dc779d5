"""A ruleset file together with the files that it extends.

Mappings merge key by key, everything else replaces what the parent says, and null takes it out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ukachat.engine.ruleset import PairingRules, ScoringRules
from ukachat.yamlio import Node, Text, YamlError, YamlMap, locate

KeyPath: TypeAlias = "Sequence[str | int]"

_Points: TypeAlias = "Mapping[Any, _Points] | int"


class Layer(NamedTuple):
    """One file.

    Attributes:
        source: Its name, for messages.
        root: What it says.
    """

    source: str
    root: YamlMap


class Layers:
    """A file and its ancestors.

    Attributes:
        merged: What they say together, without ``extends``.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        """Take the file itself first, then its parent, and so on."""
        self._layers = layers
        merged = _usual_points(layers[-1].root)
        for layer in reversed(layers):
            merged = _merge(merged, layer.root)
        if "extends" in merged:
            del merged[merged.key_as_written("extends")]
        self.merged = merged

    def says(self, path: KeyPath, *, itself: bool = False) -> bool:
        """Whether something, if only null, is written at a key path: anywhere or in the file."""
        layers = self._layers[:1] if itself else self._layers
        return any(_reaches(layer.root, path) for layer in layers)

    def problem(self, path: KeyPath, reason: str, *, key: bool = False) -> YamlError:
        """What is wrong at a key path, with the place where the value in force was written.

        Args:
            path: Keys from the top; where no file has them all, the file itself is pointed at.
            reason: What is wrong.
            key: Point at the last key rather than at its value.
        """
        own = self._layers[0]
        for layer in self._layers:
            if _reaches(layer.root, path):
                if layer is not own:
                    reason = f"{reason} (inherited by {own.source})"
                return YamlError(layer.source, *locate(layer.root, path, key=key), reason)
        return YamlError(own.source, *locate(own.root, path), reason)

    def order(self, problem: YamlError) -> tuple[int, int, int]:
        """Sorts problems: the file itself first, and each file from top to bottom."""
        sources = [layer.source for layer in self._layers]
        return sources.index(problem.source), problem.line, problem.column


def _merge(parent: Node, child: YamlMap) -> YamlMap:
    merged = YamlMap(child.line, child.column)
    if isinstance(parent, YamlMap):
        merged.update(parent)
    for key, value in child.items():
        merged[key] = _merge(merged.get(key), value) if isinstance(value, YamlMap) else value
    return merged


def _reaches(root: Node, path: KeyPath) -> bool:
    """Whether a file decides what stands at a path.

    It does if it has all the keys, and if it has something else than a mapping on the way, which
    replaces whatever its parent has there.
    """
    node = root
    for step in path:
        if not isinstance(node, YamlMap):
            return True
        if str(step) not in node:
            return False
        node = node[str(step)]
    return True


def _usual_points(root: YamlMap) -> YamlMap:
    """The points that a file without parent leaves as usual, for its children to change a cell.

    A pairing that it gives, it gives in full: the usual cells do not shine through.
    """
    scoring = root.get("scoring")
    said = scoring if isinstance(scoring, YamlMap) else ()
    usual = YamlMap()
    for pairing, points in vars(ScoringRules()).items():
        if pairing not in said:
            usual[Text(pairing)] = _pairing(points)
    whole = YamlMap()
    whole[Text("scoring")] = usual
    return whole


def _pairing(points: PairingRules | None) -> Node:
    if points is None:
        return None
    return _node({"makers": points.makers, "euchred": points.euchred})


def _node(value: _Points) -> Node:
    if isinstance(value, int):
        return Text(str(value))
    node = YamlMap()
    for key, item in value.items():
        node[Text(str(key))] = _node(item)
    return node
