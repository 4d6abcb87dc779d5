"""English for printed games: labels, tables and score sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ukachat.engine.events import DealScored, GameOver, PassedOut
from ukachat.text.account import seat_of
from ukachat.text.english.sentences import Sentences
from ukachat.text.sheets import DealSheet, Fact, ScoreSheet, Table
from ukachat.text.words import Style, counted, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ukachat.engine.cards import Card
    from ukachat.engine.seats import Seat
    from ukachat.text.account import Account, Call, TrickSoFar

_MARKS = {False: ("led", "won"), True: ("l", "w")}


class English(Sentences):
    """English, for one table: sentences on events, and the parts of printed games."""

    def game_heading(self, title: str, date: str, computers: Sequence[Seat] = ()) -> list[str]:
        """The title of a game, then what is played and by whom, one thought a line.

        Args:
            title: What the game is called; may be empty.
            date: When it was played; may be empty.
            computers: The seats that computers play.
        """
        game, deals = self.rules.game, self.rules.game.deals
        end = counted(deals, "deal") if deals else f"to {counted(game.target, 'point')}"
        named = ", ".join(filter(None, (one_line(title) or "A game", one_line(date))))
        lines = [named, f"{one_line(self.rules.title)}, {end}."]
        lines += [f"{self.side_and_seats(side)}." for side in self.table.sides]
        return [*lines, f"Played by computer: {self.people(computers)}."] if computers else lines

    def deal_title(self, number: int, score: tuple[int, ...]) -> str:
        """Which deal, and the score before it."""
        return f"Deal {number}. {self.score(score)}."

    def trumps_line(self, account: Account) -> str:
        """What trumps are and who made them; empty before that."""
        if account.trump is None or account.caller is None:
            return ""
        maker = self._maker(account.caller)
        return f"{account.trump.word.capitalize()} are trumps, made by {maker}."

    def note(self, sentence: str) -> str:
        """A note on a recorded game."""
        return f"Note: {sentence}"

    def fault(self, sentence: str) -> str:
        """A fault of a recorded game."""
        return f"Fault: {sentence}"

    def counted_faults(self, number: int, faults: int) -> str:
        """What a score sheet tells of a deal with faults."""
        return self.fault(f"Deal {number} has {counted(faults, 'fault')}; the deal itself tells.")

    def hidden_faults(self, number: int) -> str:
        """What a reader who may not see all cards is told of a deal with faults."""
        return self.fault(f"Deal {number} was not played by the rules; the cards would show how.")

    def _maker(self, caller: Seat) -> str:
        return f"{self.names[caller]} for {self.side(self.table.side[caller])}"

    def deal_heading(self, number: int, dealer: Seat, score: tuple[int, ...]) -> str:
        """Which deal, who deals, and the score before it."""
        return f"Deal {number}, dealt by {self.names[dealer]}. {self.score(score)}."

    def deal_sheet(
        self,
        number: int,
        account: Account,
        score: tuple[int, ...],
        remarks: Sequence[str] = (),
    ) -> DealSheet:
        """A deal to be printed.

        Args:
            number: Which deal of the game, from 1.
            account: The whole deal.
            score: By side, before the deal.
            remarks: What else is to be said of it: notes and faults, one sentence each.

        Raises:
            ValueError: The account is of no deal.
        """
        dealt = account.dealt
        if dealt is None:
            message = "expected the account of a deal"
            raise ValueError(message)
        after = [self.result(account, account.ending)] if account.ending else []
        if isinstance(account.following, GameOver):
            after.append(self.game_over(account.following))
        return DealSheet(
            heading=self.deal_heading(number, dealt.dealer, score),
            hands=tuple(
                (self.seat(seat), self.cards(hand, of=self.rules.deal.cards))
                for seat, hand in zip(self.table.seats, dealt.hands, strict=True)
            ),
            before=tuple(self._before(account, dealt.turn_up)),
            tricks=tuple(self._trick_table(account, short=short) for short in (False, True)),
            trick_lines=tuple(self._trick_line(trick) for trick in account.tricks),
            after=(*after, *remarks),
        )

    def _before(self, account: Account, turn_up: Card) -> list[Fact]:
        facts = [("Turn-up", self.short(turn_up))]
        kitty = account.dealt.kitty if account.dealt else ()
        if kitty:
            facts.append(("Kitty", self.cards(kitty, of=self.rules.kitty_size)))
        for label, calls in (
            ("First round", account.first_round),
            ("Second round", account.second_round),
        ):
            if calls:
                facts.append((label, ", ".join(map(self._called, calls))))
        if account.trump is not None and account.caller is not None:
            maker = self._maker(account.caller)
            facts.append(("Trumps", f"{account.trump.word}, made by {maker}"))
        if account.exchange is not None:
            say = self.card if self.style is Style.WORDS else self.short
            facts.append(("Exchange", self.exchange(account.exchange, say)))
        for seat in account.alone:
            out = self.people(self.table.partners[seat])
            facts.append(("Alone", f"{self.names[seat]}, without {out}"))
        return facts

    def _called(self, call: Call) -> str:
        return f"{self.names[seat_of(call)]} {self.call_words(call)}"

    def _trick_table(self, account: Account, *, short: bool) -> Table:
        led, won = _MARKS[short]
        head = ("Tricks", *(str(trick.number) for trick in account.tricks))
        rows: list[tuple[str, ...]] = []
        for seat in self.table.seats:
            none = "out" if seat in account.out else "-"
            cells = [self._cell(seat, trick, short=short) or none for trick in account.tricks]
            rows.append((self.names[seat], *cells))
        return Table(head, tuple(rows), f"{led} = led, {won} = won" if short else "")

    def _cell(self, seat: Seat, trick: TrickSoFar, *, short: bool) -> str:
        led, won = _MARKS[short]
        card = next((play.card for play in trick.plays if play.seat == seat), None)
        if card is None:
            return ""
        marks = [
            mark for mark, holds in ((led, trick.leader), (won, trick.winner)) if holds == seat
        ]
        return f"{self.short(card)} {('' if short else ', ').join(marks)}".strip()

    def _trick_line(self, trick: TrickSoFar) -> str:
        led, *others = [(self.names[play.seat], self.short(play.card)) for play in trick.plays]
        fell = [" led ".join(led), *(" ".join(play) for play in others)]
        won = "" if trick.winner is None else f" {self.names[trick.winner]} won."
        return f"Trick {trick.number}: {', '.join(fell)}.{won}"

    def score_sheet(
        self, start: tuple[int, ...], deals: Sequence[tuple[int, Account]]
    ) -> ScoreSheet:
        """The deals of a game in short.

        Args:
            start: By side, the score before the first deal.
            deals: Each deal's number, from 1, and its account.
        """
        head = ("Deal", "Dealer", "Makers", "Trumps", "Tricks", "Points", "Score")
        return ScoreSheet(
            heading="Score sheet",
            before=f"Score at the start: {self.score(start)}.",
            table=Table(head, tuple(self._row(number, account) for number, account in deals)),
            lines=tuple(self._line(number, account) for number, account in deals),
            after=self._outcome(start, deals),
        )

    def _outcome(self, start: tuple[int, ...], deals: Sequence[tuple[int, Account]]) -> str:
        """Who won, and the score."""
        score = self.score(deals[-1][1].score if deals else start)
        for place, (_, account) in enumerate(deals, 1):
            if isinstance(account.following, GameOver):
                won = self.game_over(account.following)
                more = "" if place == len(deals) else f" The deals after that lead to {score}."
                return won + more
        return f"Score so far: {score}."

    def _row(self, number: int, account: Account) -> tuple[str, ...]:
        dealer = self.names[account.dealt.dealer] if account.dealt else "-"
        trumps = "-" if account.trump is None else account.trump.word
        tricks, points = self._ended(account)
        score = self.score(account.score)
        return str(number), dealer, self._makers(account), trumps, tricks, points, score

    def _makers(self, account: Account) -> str:
        caller, alone = account.caller, account.alone
        if caller is None:
            return "-"
        side = self.side(self.table.side[caller])
        if alone == (caller,):
            return f"{side} ({self.names[caller]} alone)"
        lone = f", {self.people(alone)} alone" if alone else ""
        return f"{side} ({self.names[caller]}){lone}"

    def _ended(self, account: Account) -> tuple[str, str]:
        """The makers' tricks and the points, for a row."""
        match account.ending:
            case None:
                return "not finished", "-"
            case PassedOut():
                return "passed out", "-"
            case DealScored(points=points) as scored:
                given = [
                    f"{self.side(side)} {points[side]}" for side in self.table.sides if points[side]
                ]
                return f"{scored.tricks}{self._how(scored)}", ", ".join(given) or "none"

    def _how(self, scored: DealScored) -> str:
        if scored.tricks < scored.needed:
            return ", euchred"
        return ", march" if scored.tricks == self.rules.deal.cards else ""

    def _line(self, number: int, account: Account) -> str:
        dealt = f", dealt by {self.names[account.dealt.dealer]}" if account.dealt else ""
        ended = f"Not finished after {counted(len(account.tricks), 'trick')}."
        if account.ending is not None:
            ended = self.result(account, account.ending)
        return f"Deal {number}{dealt}. {ended}"
