"""Computer players: what a seat can see and a source of chance in, an action out.

``get_player("club").choose(view(state, seat), rng)`` is an action of a seat whose turn it is.
"""

from ukachat.players.beginner import Beginner
from ukachat.players.club import Club
from ukachat.players.player import Player
from ukachat.players.uniform import Uniform

__all__ = ["Player", "UnknownPlayer", "get_player", "player_names"]

_PLAYERS: dict[str, Player] = {player.name: player for player in (Beginner(), Club(), Uniform())}


class UnknownPlayer(ValueError):
    """There is no computer player of this name; the text says which there are."""


def player_names() -> tuple[str, ...]:
    """The names of all computer players, in alphabetical order."""
    return tuple(sorted(_PLAYERS))


def get_player(name: str) -> Player:
    """The computer player of this name.

    Raises:
        UnknownPlayer: There is none.
    """
    player = _PLAYERS.get(name)
    if player is None:
        names = ", ".join(player_names())
        raise UnknownPlayer(f"{name}: there is no such computer player; expected one of {names}.")
    return player
