"""The language of the table, for every number of players that the family knows."""

import pytest

from ukachat.engine.seats import SEAT_NAMES, Seat, seating

COUNTS = [2, 3, 4, 6]


@pytest.mark.parametrize("count", COUNTS)
def test_goes_round_clockwise(count: int) -> None:
    table = seating(count, partnerships=False)
    for seat in table.seats:
        assert table.left(seat) == (seat + 1) % count
        assert table.after[seat] == tuple((seat + step) % count for step in range(1, count + 1))
    assert table.names == SEAT_NAMES[count]
    assert len(set(table.names)) == count


@pytest.mark.parametrize("count", COUNTS)
def test_each_for_themselves(count: int) -> None:
    table = seating(count, partnerships=False)
    assert table.side == table.sides == tuple(range(count))
    assert table.partners == ((),) * count
    assert [table.members(side) for side in table.sides] == [(seat,) for seat in table.seats]
    assert all(active.out == () for active in table.active.values())


@pytest.mark.parametrize("count", [4, 6])
def test_partnerships(count: int) -> None:
    table = seating(count, partnerships=True)
    assert table.side == (0, 1) * (count // 2)
    assert table.sides == (0, 1)
    assert table.members(table.sides[1]) == tuple(range(1, count, 2))
    assert table.partners[0] == tuple(range(2, count, 2))
    assert table.partners[3] == (*range(5, count, 2), 1)


def test_who_sits_out() -> None:
    table = seating(4, partnerships=True)
    one, two, three = map(Seat, (1, 2, 3))
    assert table.active[()].out == ()
    assert table.active[one,].out == (3,)
    assert table.active[one,].following == (1, 2, 0, 0)
    assert table.active[three, two].out == (1, 0)
    assert table.active[three, two].following == (2, 2, 3, 2)
    assert (one, three) not in table.active, "one of each side at most"


def test_both_partners_of_a_lone_player_sit_out_at_a_table_of_six() -> None:
    active = seating(6, partnerships=True).active[Seat(2),]
    assert active.out == (4, 0)
    assert active.following == (1, 2, 3, 5, 5, 1)


def test_one_table_of_a_kind() -> None:
    assert seating(4, partnerships=True) is seating(4, partnerships=True)
    assert seating(4, partnerships=True) is not seating(4, partnerships=False)


def test_seat_says_that_it_is_one() -> None:
    assert repr(Seat(3)) == "Seat(3)"
    assert f"{Seat(3)}" == "3"
    assert Seat(3) == 3
