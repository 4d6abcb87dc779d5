"""Uka and the whole Euchre family, played by chat, in a terminal, and from a saved game."""

from typing import TYPE_CHECKING

__version__: str

if not TYPE_CHECKING:  # a type checker must not take every name for an attribute

    def __getattr__(name: str) -> str:
        """Read the version when it is asked for: `importlib.metadata` is slow to import."""
        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version

            try:
                return version("ukachat")
            except PackageNotFoundError:  # run from its folder, never installed
                return "unknown"
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
