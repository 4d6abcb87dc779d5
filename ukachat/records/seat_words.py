"""Which words mean which seat: in saved games, and wherever people name a seat."""

from __future__ import annotations

from unicodedata import combining, normalize

from ukachat.engine.seats import Seat


def seat_word(text: str) -> str:
    """A word as `seats_by_word` holds it: small letters, single blanks, no macrons or accents."""
    plain = (letter for letter in normalize("NFD", text) if not combining(letter))
    return " ".join("".join(plain).lower().split())


def seats_by_word(seats: tuple[str, ...], players: tuple[str, ...]) -> dict[str, Seat]:
    """The seat that each word means: seats come first, then their first letters, then players.

    A word that two seats share means neither, except that seats come before players: where South
    is called North, North is the seat.

    Args:
        seats: What each seat is called, such as North.
        players: Who sits there, by seat.
    """
    by_word: dict[str, Seat] = {}
    for texts in (players, tuple(seat[0] for seat in seats), seats):
        words = [seat_word(text) for text in texts]
        for number, word in enumerate(words):
            if words.count(word) == 1:
                by_word[word] = Seat(number)
    return by_word
