"""Where rulesets lie: those that come with ukachat, and those of the host.

A ruleset is named by the name of its file without ``.yaml``. A name is looked for in the folders
of the host first and then among the bundled rulesets; a parent, which a file extends, beside the
file before all others.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ukachat.engine import Ruleset
from ukachat.rulebook.errors import RulebookError, RulesetFileError, UnknownRuleset
from ukachat.rulebook.layers import Layer, Layers
from ukachat.rulebook.reading import ruleset_of
from ukachat.yamlio import (
    MAX_BYTES,
    Node,
    Text,
    YamlError,
    YamlMap,
    locate,
    mapping,
    read_document,
    text,
)
from ukachat.yamlio.nodes import in_words

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_SUFFIXES = (".yaml", ".yml")


def bundled_folder() -> Path:
    """The folder of the rulesets that come with ukachat.

    Once installed it lies inside the package; in a checkout beside it, where people find it.
    """
    package = Path(__file__).parent.parent
    inside = package / "_data" / "rulesets"
    return inside if inside.is_dir() else package.parent / "rulesets"


def ruleset_names(*, folders: Sequence[Path] = ()) -> list[str]:
    """The names of all rulesets, sorted.

    Args:
        folders: Folders of the host to look in besides the bundled one.
    """
    return sorted(
        {
            path.stem
            for folder in (*folders, bundled_folder())
            for path in folder.glob("*.yaml")
            if _NAME.fullmatch(path.stem)
        }
    )


def load_ruleset(name_or_path: str | Path, *, folders: Sequence[Path] = ()) -> Ruleset:
    """Read a ruleset.

    Args:
        name_or_path: A name such as ``"nz"``, or the path of a file: whatever ends in ``.yaml`` or
            ``.yml`` or has a folder in it.
        folders: Folders of the host to look in before the bundled one.

    Raises:
        UnknownRuleset: There is no ruleset of that name.
        RulesetFileError: The file is no ruleset.
        RulebookError: The file cannot be read.
    """
    path = Path(name_or_path)
    is_name = str(name_or_path) == path.name and path.suffix not in _SUFFIXES
    if isinstance(name_or_path, str) and is_name:
        path = _find(name_or_path, folders)
    return _ruleset(_document(_read(path), str(path)), str(path), path, folders)


def read_ruleset(
    content: str | bytes, *, source: str, folders: Sequence[Path] = (), allow_extends: bool = True
) -> Ruleset:
    """Read a ruleset from YAML; for the rest see `ruleset_from_node`."""
    node = _document(content, source)
    return ruleset_from_node(node, source=source, folders=folders, allow_extends=allow_extends)


def ruleset_from_node(
    node: Node, *, source: str, folders: Sequence[Path] = (), allow_extends: bool = True
) -> Ruleset:
    """Read a ruleset from a part of a document.

    Args:
        node: The ruleset.
        source: The name of the file, for errors.
        folders: Folders of the host to look for a parent in, before the bundled one.
        allow_extends: Whether the ruleset may name a parent. A saved game may not: it holds its
            ruleset in full, and what strangers send opens no file.

    Raises:
        RulesetFileError: It is no ruleset.
    """
    return _ruleset(node, source, None, folders if allow_extends else None)


def _document(content: str | bytes, source: str) -> Node:
    try:
        return read_document(content, source=source)
    except YamlError as error:
        raise RulesetFileError([error]) from None


def _ruleset(node: Node, source: str, path: Path | None, folders: Sequence[Path] | None) -> Ruleset:
    try:
        layers = Layers(list(_lineage(node, source, path, folders)))
    except YamlError as error:
        raise RulesetFileError([error]) from None
    return ruleset_of(layers)


def _lineage(
    node: Node, source: str, path: Path | None, folders: Sequence[Path] | None
) -> Iterator[Layer]:
    """The file, its parent, and so on.

    Raises:
        YamlError: One of them is no mapping, cannot be read, or extends what it may not.
    """
    seen = [] if path is None else [path]
    while True:
        root = mapping(node, what="ruleset", source=source)
        yield Layer(source, root)
        parent = root.get("extends")
        if parent is None:
            return
        path = _parent(root, source, seen, folders)
        seen.append(path)
        source = str(path)
        node = _document(_read(path), source)


def _parent(
    root: YamlMap, source: str, seen: Sequence[Path], folders: Sequence[Path] | None
) -> Path:
    """The file that a file extends."""
    name = text(root["extends"], what="extends", source=source)
    if folders is None:
        raise _refusal(root, source, "not allowed here, where a ruleset has to stand in full")
    if not _NAME.fullmatch(name):
        raise _refusal(root, source, f"expected the name of a ruleset, got {in_words(Text(name))}")
    beside = [path.parent for path in seen[-1:]]
    try:
        path = _find(name, [*beside, *folders])
    except UnknownRuleset as error:
        raise _refusal(root, source, str(error)) from None
    if any(path.samefile(other) for other in seen):
        circle = " -> ".join(each.stem for each in (*seen, path))
        raise _refusal(root, source, f"a ruleset cannot extend itself: {circle}")
    return path


def _refusal(root: YamlMap, source: str, reason: str) -> YamlError:
    return YamlError(source, *locate(root, ["extends"]), f"extends: {reason}")


def _find(name: str, folders: Sequence[Path]) -> Path:
    for spelt in (name, name.lower()):
        for folder in (*folders, bundled_folder()):
            path = folder / f"{spelt}.yaml"
            if path.is_file():
                return path
    raise UnknownRuleset(name, ruleset_names(folders=folders))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)  # one too many is refused with a sentence
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        message = f"cannot read {path}: {reason}"
        raise RulebookError(message) from None
