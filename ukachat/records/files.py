"""Games in files, of either format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ukachat.records.reading import read_yaml_games
from ukachat.yamlio import MAX_BYTES, YamlError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.records.model import SavedGame

STANDARD_INPUT = "-"
EGN_SUFFIX = ".egn"


def read_games(path: str | Path, *, folders: Sequence[Path] = ()) -> tuple[SavedGame, ...]:
    """Reads every game of a file, a saved game in YAML or an EGN file.

    Args:
        path: The file; ``"-"`` for standard input. EGN is known by the suffix ``.egn``, or by a
            text that begins with ``{``.
        folders: Folders of the host to look in for the rulesets that games name, before the
            bundled ones.

    Raises:
        OSError: The file cannot be read.
        YamlError: It holds no game; the message names line and column.
    """
    name = str(path)
    if name == STANDARD_INPUT:
        text = sys.stdin.buffer.read(MAX_BYTES + 1)
        return parse_games(text, source="standard input", folders=folders)
    with Path(path).open("rb") as file:
        # One byte too many is enough for the reader to refuse the file.
        return parse_games(file.read(MAX_BYTES + 1), source=name, folders=folders)


def read_game(path: str | Path, *, folders: Sequence[Path] = ()) -> SavedGame:
    """Reads the one game of a file; as `read_games`.

    Raises:
        OSError: The file cannot be read.
        YamlError: It holds no game, or several.
    """
    games = read_games(path, folders=folders)
    if len(games) != 1:
        raise YamlError(str(path), 1, 1, f"expected one game, got {len(games)}")
    return games[0]


def parse_games(
    text: str | bytes, *, source: str, folders: Sequence[Path] = ()
) -> tuple[SavedGame, ...]:
    """Reads every game of a text; as `read_games`.

    Args:
        text: The text or bytes of a file.
        source: What messages call it; a name that ends in ``.egn`` makes it EGN.
        folders: As of `read_games`.

    Raises:
        YamlError: It holds no game.
    """
    start = (
        text[:64].lstrip() if isinstance(text, str) else text[:64].lstrip(b" \t\r\n\xef\xbb\xbf")
    )
    begins_as_json = start[:1] in ("{", b"{")
    if source.lower().endswith(EGN_SUFFIX) or begins_as_json:
        from ukachat.records.egn import read_egn

        return (read_egn(text, source=source),)
    return read_yaml_games(text, source=source, folders=folders)
