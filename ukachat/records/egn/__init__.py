"""Euchre Game Notation (EGN): recorded games in a public format, read and written.

One game is one JSON file. `read_egn` takes versions 1.0.0 and later of 1.x. `write_egn` writes
version 1.4, or 1.1.0 for a kitty or first leader that version 1.4 has no key for, and refuses what
the notation cannot say.
"""

from ukachat.records.egn.reading import read_egn
from ukachat.records.egn.writing import NotInEgn, write_egn

__all__ = ["NotInEgn", "read_egn", "write_egn"]
