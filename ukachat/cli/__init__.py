"""The command line, one file per command."""

import sys


def main() -> None:
    """Run ``ukachat``: the entry point of the installed command.

    What the terminal cannot encode, or did not encode well, is replaced.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        from ukachat.cli.app import app

        app(prog_name="ukachat")
    except KeyboardInterrupt:  # before the command began
        sys.exit(130)
