"""The command line, one file per command."""

import gc
import os
import sys
from pathlib import Path


def main() -> None:
    """Run ``ukachat``: the entry point of the installed command.

    What the terminal cannot encode, or did not encode well, is replaced.
    """
    # Starting makes many objects and no garbage; to look for it less often saves a short replay a
    # twentieth of its time.
    gc.set_threshold(50_000)
    # A stream may be closed, as in `ukachat rules >&-`; nothing is read from it or written to it.
    sys.stdin = sys.stdin or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the program
    sys.stdout = sys.stdout or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        from ukachat.cli.app import app

        app(prog_name="ukachat")
    except KeyboardInterrupt:  # before the command began
        sys.exit(130)
