"""The table as it stands, for whoever looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.chat.table import Computer, Human, Nobody, Stage, Wish
from ukachat.chat.telling.asking import window
from ukachat.chat.telling.hands import one_card
from ukachat.chat.telling.happening import AFTER_THE_GAME, accounts, score_sheet
from ukachat.engine.events import GameOver
from ukachat.text import English
from ukachat.text.account import seat_of
from ukachat.text.words import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.chat.table import Asking, Table
    from ukachat.engine.seats import Seat
    from ukachat.text import Account, Style
    from ukachat.text.account import TrickSoFar


def table_message(
    table: Table,
    names: Sequence[str],
    style: Style,
    seat: Seat | None = None,
    *,
    may_computers_sit: bool = True,
) -> str:
    """The whole table, as far as everybody may know it, one thought a line.

    Args:
        table: The table.
        names: By seat, what its holder is called.
        style: How cards are shown.
        seat: The reader's seat, who is told what they can do themselves; None for a group.
        may_computers_sit: Whether computer players may take the seats that stay empty.
    """
    words = English(table.rules, names, style=style)
    lines = [_title(table)]
    match table.stage:
        case Stage.LOBBY:
            lines += _lobby(table, words, seat, may_computers_sit=may_computers_sit)
        case Stage.PLAYING:
            lines += [*_sides(table, words, seat), *_game(table, words, seat)]
        case Stage.OVER | Stage.CLOSED:
            lines += [*_sides(table, words), *_end(table, words)]
    return "\n".join(lines)


def _title(table: Table) -> str:
    game = table.rules.game
    end = counted(game.deals, "deal") if game.deals else f"to {game.target}"
    title = one_line(table.rules.title)
    return f"{title}." if title.endswith(end) else f"{title}, {end}."


def _lobby(
    table: Table, words: English, reader: Seat | None, *, may_computers_sit: bool
) -> list[str]:
    lines = [f"{words.table.names[seat]}: {_holder(table, words, seat)}." for seat in _seats(table)]
    if len(table.people) > 1:
        lines.append(f"The pace is {table.pace.words}.")
    if table.empty:
        computers = "/start begins; computer players take the empty seats."
        nobody = "/start begins once every seat is taken."
        lines.append(computers if may_computers_sit else nobody)
        friends = (
            "Friends sit down with /join." if table.circle else "/invite asks friends to join."
        )
        lines.append(friends)
    else:
        lines.append("/start begins.")
    if table.seal is not None:
        lines.append(window(table, reader, words.names))
    return lines


def _seats(table: Table) -> tuple[Seat, ...]:
    return table.rules.seating.seats


def _holder(table: Table, words: English, seat: Seat) -> str:
    match table.holders[seat]:
        case Nobody():
            return "empty"
        case Computer(level=level):
            return f"computer, {level}"
        case Human(away=away):
            return f"{words.names[seat]}{', away' if away else ''}"


def _sides(table: Table, words: English, reader: Seat | None = None) -> list[str]:
    """The sides with their players and scores, and who is no person at the moment."""
    game = table.game
    if game is None:
        return []
    score = game.state.score
    lines = [f"{words.side_and_players(side)} {score[side]}." for side in words.table.sides]
    computers = [seat for seat in _seats(table) if isinstance(table.holders[seat], Computer)]
    if computers:
        lines.append(f"Played by computer: {words.people(computers)}.")
    away = [seat for seat, human in table.people.items() if human.away]
    if away and table.present:
        lines.append(f"Away: {words.people(away)}; a computer plays until they are back.")
        if reader in away:
            lines.append("/back takes your cards up again.")
    return lines


def _game(table: Table, words: English, reader: Seat | None) -> list[str]:
    game = table.game
    assert game is not None
    lines: list[str] = []
    account = game.account
    if table.dealer_to_deal is not None:
        if account.ending is not None:
            lines.append(words.result(account, account.ending))
        if table.seal is not None:
            lines.append(window(table, reader, words.names))
    elif account.dealt is not None:
        lines += _deal(table, account, words)
    if not table.present:
        lines.append("Everybody is away: the game rests. /back takes it up again.")
    elif table.turn is not None and table.turn != reader:
        lines.append(f"{words.names[table.turn]} is next.")
    if table.asking is not None:
        lines.append(_asking(table.asking, table, words))
    return lines


def _asking(asking: Asking, table: Table, words: English) -> str:
    """What somebody has asked, and who has not answered yet."""
    what = "to take something back" if asking.what is Wish.UNDO else "to end this game"
    silent = words.people(seat for seat in table.present if seat not in asking.agreed)
    return f"{words.names[asking.seat]} asks {what}. {silent}: /agree or /decline?"


def _deal(table: Table, account: Account, words: English) -> list[str]:
    assert table.game is not None
    assert account.dealt is not None
    dealer = words.names[account.dealt.dealer]
    lines = [f"Deal {table.game.deals}, dealt by {dealer}."]
    if account.trump is None:
        lines.append(f"Turn-up: {one_card(account.dealt.turn_up, words.style)}.")
        lines += _calls(account, words)
        return lines
    lines.append(words.trumps_line(account))
    lines += _alone(account, words)
    if account.tricks:
        on_table = account.on_table
        if on_table is not None:
            lines.append(_trick(on_table, account, words))
        lines.append(_taken(account, words))
        done = [trick for trick in account.tricks if trick.winner is not None]
        if done:
            lines.append(f"Before: {_trick(done[-1], account, words)}")
    return lines


def _calls(account: Account, words: English) -> list[str]:
    said = [f"{words.names[seat_of(call)]} {words.call_words(call)}" for call in account.calls]
    return [f"Calls: {', '.join(said)}."] if said else []


def _trick(trick: TrickSoFar, account: Account, words: English) -> str:
    fell = [f"{words.names[play.seat]} {words.short(play.card)}" for play in trick.plays]
    text = f"Trick {trick.number}: {', '.join(fell)}."
    if trick.winner is None:
        return f"{text} {words.names[account.winning(trick)]} is winning."
    return f"{text} {words.names[trick.winner]} took it."


def _taken(account: Account, words: English) -> str:
    """Tricks by side, and how many each seat has turned down before it."""
    told: list[str] = []
    for side in words.table.sides:
        seats = [
            f"{words.names[seat]} {count}"
            for seat in words.table.members(side)
            if (count := sum(trick.winner == seat for trick in account.tricks))
        ]
        taken = f"{words.side(side)} {account.taken(side)}"
        told.append(f"{taken} ({', '.join(seats)})" if seats else taken)
    return f"Tricks: {', '.join(told)}."


def _end(table: Table, words: English) -> list[str]:
    game = table.game
    if game is None:
        return ["The table is closed."]
    lines = score_sheet(table, words)
    if isinstance(game.account.following, GameOver):
        lines.append(words.game_over(game.account.following))
    if table.stage is Stage.OVER:
        return [*lines, AFTER_THE_GAME]
    return [*lines, "The table is closed."]


def score(table: Table, names: Sequence[str]) -> str:
    """The score, and what each deal gave."""
    words = English(table.rules, names)
    assert table.game is not None
    lines = [f"Score: {words.score(table.game.state.score)}. {_title(table)}"]
    return "\n".join([*lines, *score_sheet(table, words)])


def last_trick(table: Table, names: Sequence[str], style: Style) -> str:
    """The last trick that was completed in this deal, or in the deal before it."""
    words = English(table.rules, names, style=style)
    for account in reversed(accounts(table)):
        done = [trick for trick in account.tricks if trick.winner is not None]
        if done:
            return _trick(done[-1], account, words)
    return "No trick has been played yet."


def history(table: Table, names: Sequence[str], style: Style) -> str:
    """The deals before in short, and this deal from its beginning, as everybody may know it."""
    words = English(table.rules, names, style=style)
    lines = score_sheet(table, words)
    told = accounts(table)
    if not told:
        return "Nothing has been dealt yet."
    account = told[-1]
    if account.ending is None and account.dealt is not None:
        dealer = words.names[account.dealt.dealer]
        turn_up = one_card(account.dealt.turn_up, style)
        lines.append(f"Deal {len(told)}, dealt by {dealer}. Turn-up: {turn_up}.")
        lines += _calls(account, words)
        lines += _alone(account, words)
        lines += [words.trumps_line(account)] if account.trump is not None else []
        lines += [_trick(trick, account, words) for trick in account.tricks]
    return "\n".join(lines)


def _alone(account: Account, words: English) -> list[str]:
    """Who plays alone, and who sits out for it."""
    partners = words.table.partners
    return [
        f"{words.names[seat]} plays alone, without {words.people(partners[seat])}."
        for seat in account.alone
    ]
