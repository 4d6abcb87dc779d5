"""Where the conversation is kept unless somebody says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from platformdirs import user_data_path

if TYPE_CHECKING:
    from pathlib import Path


def default_path() -> Path:
    """The database in the user's own folder for data, such as ``~/.local/share/ukachat``.

    Nothing is created by asking; `sql.open_store` makes the folder.
    """
    return user_data_path("ukachat", appauthor=False) / "ukachat.db"
