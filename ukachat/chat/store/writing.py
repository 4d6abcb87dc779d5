"""What is to be written at once is written in one transaction, since each costs a trip to the disk.

Every job in it is kept or refused by itself, and answered only when the transaction has ended well.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ukachat.chat.store import Repeated, Stale

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from ukachat.chat.store.database import Database

_T = TypeVar("_T")


class _Job(Generic[_T]):
    """Something to write, and what came of it."""

    def __init__(self, write: Callable[[AsyncConnection], Awaitable[_T]]) -> None:
        self.is_done = False
        self.writes = write
        self._results: list[_T] = []
        self._refusal: BaseException | None = None

    async def write(self, connection: AsyncConnection) -> None:
        """Write within a transaction.

        Raises:
            Stale: It may not be written; so with `Repeated`.
        """
        self._results = [await self.writes(connection)]

    async def try_to_write(self, connection: AsyncConnection) -> None:
        """Write within a transaction, of which a refusal undoes this job alone."""
        try:
            async with connection.begin_nested():
                await self.write(connection)
        except (Stale, Repeated) as refusal:
            self._refusal = refusal

    def fail(self, error: BaseException) -> None:
        """The transaction was undone."""
        self._refusal = error
        self.is_done = True

    def result(self) -> _T:
        """What the job gave.

        Raises:
            BaseException: Why it was refused, or the transaction undone.
        """
        if self._refusal is not None:
            raise self._refusal
        return self._results[0]


class Writer:
    """Gathers what is to be written while an earlier transaction is under way."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = asyncio.Lock()
        self._waiting: list[_Job[Any]] = []

    async def write(self, write: Callable[[AsyncConnection], Awaitable[_T]]) -> _T:
        """Write something in the next transaction.

        Args:
            write: Does it, given the transaction's connection; once for all who ask for the very
                same before that. It may raise `Stale` or `Repeated`, which undoes what it did and
                nothing else. It may be called again, where somebody who wrote at the same time was
                refused or cancelled.

        Returns:
            What it gave, once it is kept.
        """
        job: _Job[_T] | None = next((each for each in self._waiting if each.writes == write), None)
        if job is None:
            job = _Job(write)
            self._waiting.append(job)
        async with self._turn:
            # Whoever comes first writes for all that have come in the meantime.
            if not job.is_done:
                jobs, self._waiting = self._waiting, []
                await self._write_all(jobs)
        return job.result()

    async def _write_all(self, jobs: Sequence[_Job[Any]]) -> None:
        try:
            try:
                async with self._database.writing() as connection:
                    for job in jobs:
                        await job.write(connection)
            except (Stale, Repeated):
                if len(jobs) == 1:
                    raise
                # Seldom; so only now each gets a savepoint, which costs as much as a statement.
                async with self._database.writing() as connection:
                    for job in jobs:
                        await job.try_to_write(connection)
        except Exception as error:
            for job in jobs:
                job.fail(error)
        except BaseException:  # this one was cancelled; the others wait for their turn
            self._waiting[:0] = jobs
            raise
        else:
            for job in jobs:
                job.is_done = True
