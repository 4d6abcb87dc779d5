"""``python -m ukachat`` is ``ukachat``."""

from ukachat.cli import main

main()
