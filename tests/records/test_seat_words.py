"""Which words mean which seat."""

from ukachat.engine.seats import Seat
from ukachat.records.seat_words import seat_word, seats_by_word

SEATS = ("North", "East", "South", "West")


def test_seats_their_letters_and_players() -> None:
    words = seats_by_word(SEATS, ("Mere", "Hemi", "Ana  Maria", "Tama"))
    assert words["north"] == words["n"] == words["mere"] == Seat(0)
    assert words["south"] == words["s"] == words["ana maria"] == Seat(2)
    assert len(words) == 12


def test_seats_come_before_letters_before_players() -> None:
    words = seats_by_word(SEATS, ("South", "N", "East", "W"))
    assert words["south"] == Seat(2)
    assert words["n"] == Seat(0)
    assert words["east"] == Seat(1)
    assert words["w"] == Seat(3)


def test_what_two_share_means_neither() -> None:
    words = seats_by_word(("Left", "Low", "High"), ("Ana", "ana", "L"))
    assert "ana" not in words
    assert words["l"] == Seat(2)  # no letter, so the player


def test_how_a_word_is_looked_up() -> None:
    assert seat_word("  ANA \t Maria ") == "ana maria"
