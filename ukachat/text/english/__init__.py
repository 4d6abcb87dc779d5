"""English."""

from ukachat.text.english.sheets import English

__all__ = ["English"]
