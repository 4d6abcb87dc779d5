"""The command line, one file per command."""

import sys


def main() -> None:
    """Run ``ukachat``: the entry point of the installed command."""
    try:
        from ukachat.cli.app import app

        app(prog_name="ukachat")
    except KeyboardInterrupt:  # before the command began
        sys.exit(130)
