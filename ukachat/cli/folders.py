"""The option that names the folders of the host's own rulesets."""

from pathlib import Path
from typing import Annotated

import typer

Folders = Annotated[
    list[Path],
    typer.Option(
        "--rulesets",
        envvar="UKACHAT_RULESETS",
        metavar="DIR",
        exists=True,
        file_okay=False,
        default_factory=list,
        show_default=False,
        help="Look for rulesets in this folder too. May be given more than once.",
    ),
]
"""The folders of the host's own rulesets; in the variable they are parted as in PATH."""
