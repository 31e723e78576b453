# SPDX-License-Identifier: Apache-2.0
"""The client for programs that run on asyncio."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from . import _messages as messages
from ._errors import Busy, Disconnected, NotRunning, TarmacError, TimedOut
from ._messages import Event, Node, Update, Value
from ._paths import socket_path

#: How long is waited between two tries to find a rig again, at first and at most.
_RETRY_SECONDS = (0.05, 2.0)

_Told = TypeVar("_Told")


class AsyncConnection:
    """One connection: many requests and the events side by side."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._number = 0
        self._has_ended = False
        #: Events as they come; ``None`` at the end. Nobody is made to wait by us: who is slow is told by the rig.
        self.events: asyncio.Queue[Event | None] = asyncio.Queue(maxsize=64)
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, path: Path, timeout: float | None) -> Self:
        """Connects."""
        try:
            async with asyncio.timeout(timeout):
                limit = 2 * messages.MAXIMUM_LINE
                reader, writer = await asyncio.open_unix_connection(str(path), limit=limit)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
            raise NotRunning(
                f"No Tarmac is running (nobody answers at {path}); start one with 'tarmac run'."
            ) from error
        except TimeoutError as error:
            raise TimedOut(f"The Tarmac at {path} did not take the connection in time.") from error
        except OSError as error:
            raise TarmacError(f"The Tarmac at {path} can't be reached: {error}.") from error
        return cls(reader, writer)

    @property
    def is_open(self) -> bool:
        """Whether the rig is still there."""
        return not self._has_ended

    async def _read(self) -> None:
        try:
            while line := await self._reader.readline():
                message = messages.message_of(line)
                if message.get("method") == "event":
                    await self.events.put(messages.event_of(message["params"]))
                    continue
                number = message.get("id")
                future = self._waiting.pop(number, None) if isinstance(number, int) else None
                if future is not None and not future.done():
                    future.set_result(message)
        except (OSError, ValueError, TarmacError):
            pass
        finally:
            self._has_ended = True
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(Disconnected("Tarmac closed the connection."))
            self._waiting.clear()
            self._writer.close()
            asyncio.get_running_loop().create_task(self.events.put(None))

    async def call(self, method: str, params: Mapping[str, Any], timeout: float | None) -> Any:
        """Asks, and waits for the answer."""
        if not self.is_open:
            raise Disconnected("Tarmac closed the connection.")
        self._number += 1
        number = self._number
        line = messages.request_line(number, method, params)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            async with asyncio.timeout(timeout):
                self._writer.write(line)
                await self._writer.drain()
                return messages.result_of(await future)
        except TimeoutError as error:
            raise TimedOut(f"Tarmac did not answer within {timeout} s.") from error
        except ConnectionError as error:
            raise Disconnected("Tarmac closed the connection.") from error
        finally:
            self._waiting.pop(number, None)
            # Whoever does not wait any more has seen the failure.
            if not future.cancel() and not future.cancelled():
                future.exception()

    async def close(self) -> None:
        """Ends the connection."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)


class AsyncClient:
    """Asks a running rig; requests of several tasks are on their way side by side.

    It connects when it has to, and again after the rig was restarted. A request is never repeated by itself: one that
    was cut off may have been carried out.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        path: str | Path | None = None,
        timeout: float | None = 30.0,
    ) -> None:
        """Prepares to ask the rig with a name, or the one whose socket is at a path."""
        self.path = Path(path) if path is not None else socket_path(name)
        self.timeout = timeout
        self._connection: AsyncConnection | None = None
        self._connecting = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection; the next request would make another one."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def call(self, method: str, params: Mapping[str, Any] | None = None, /, **named: Any) -> Any:
        """Asks for any method of the protocol; parameters that are ``None`` are left out."""
        async with self._connecting:
            if self._connection is None or not self._connection.is_open:
                self._connection = await AsyncConnection.open(self.path, self.timeout)
            connection = self._connection
        return await connection.call(method, {**(params or {}), **named}, self.timeout)

    async def list(self, *patterns: str) -> list[Node]:
        """What there is; everything without patterns."""
        found = await self.call("tree.list", patterns=patterns or None)
        return [messages.node_of(data) for data in found]

    async def values(self, *patterns: str) -> dict[str, Value]:
        """Values by their paths; all of them without patterns."""
        found = await self.call("tree.get", patterns=patterns or None)
        return messages.values_of(found)

    async def get(self, path: str) -> Value:
        """The value at one path."""
        found = await self.values(path)
        if path not in found:
            raise TarmacError(f"'{path}' is no value but the beginning of some; ask with values().")
        return found[path]

    async def set(
        self,
        path: str,
        value: Value | None = None,
        *,
        step: float | None = None,
        toggle: bool = False,
        over_seconds: float | None = None,
        curve: str | None = None,
    ) -> Value:
        """Changes a value; see ``Client.set``."""
        params = messages.set_params(path, value, step, toggle, over_seconds, curve)
        return messages.value_of((await self.call("tree.set", params))["value"])

    async def apply(
        self,
        values: Mapping[str, Value],
        *,
        over_seconds: float | None = None,
        curve: str | None = None,
    ) -> dict[str, Value]:
        """Changes several values in one step, all or none; see ``Client.apply``."""
        params = messages.apply_params(values, over_seconds, curve)
        return messages.values_of(await self.call("tree.apply", params))

    async def trigger(self, path: str, /, **arguments: str) -> None:
        """Does what a trigger does, and returns once it is done."""
        await self.call("tree.trigger", path=path, arguments=arguments or None)

    async def subscribe(
        self, *patterns: str, rate_hz: float | None = None, reconnects: bool = True
    ) -> AsyncGenerator[Update, None]:
        """Values from now on: first all that the patterns mean, then those that change; see ``Subscription``.

        Who stops before its end closes it: ``async with contextlib.aclosing(client.subscribe()) as updates``.
        """
        params = {"patterns": list(patterns) or None, "rate_hz": rate_hz}
        async with contextlib.aclosing(
            self._told(lambda connection: self._updates(connection, params), reconnects)
        ) as updates:
            async for update in updates:
                yield update

    async def _told(
        self,
        tell: Callable[[AsyncConnection], AsyncGenerator[_Told, None]],
        reconnects: bool,
    ) -> AsyncGenerator[_Told, None]:
        """What one connection after the other tells; a rig that is away or still starting is waited for, if wanted."""
        wait, longest = _RETRY_SECONDS
        while True:
            connection: AsyncConnection | None = None
            try:
                connection = await AsyncConnection.open(self.path, self.timeout)
                async with contextlib.aclosing(tell(connection)) as told:
                    async for one in told:
                        wait = _RETRY_SECONDS[0]
                        yield one
            except (Disconnected, NotRunning, Busy):
                if not reconnects:
                    raise
            finally:
                if connection is not None:
                    await connection.close()
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)

    async def _updates(
        self, connection: AsyncConnection, params: Mapping[str, Any]
    ) -> AsyncGenerator[Update, None]:
        """The updates of one connection, without a gap."""
        expected, missed = 1, 0
        asking = asyncio.create_task(connection.call("tree.subscribe", params, self.timeout))
        try:
            while True:
                if asking.done():
                    asking.result()
                event = await self._event(connection, asking)
                if event is None:
                    continue
                update = messages.update_of(event, missed)
                if expected == 1 and not (update.is_full and update.number == 1):
                    continue
                if update.number != expected:
                    missed += max(1, update.number - expected)
                    expected = 1
                    asking.cancel()
                    call = connection.call("tree.subscribe", params, self.timeout)
                    asking = asyncio.create_task(call)
                    continue
                expected, missed = expected + 1, 0
                yield update
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    @staticmethod
    async def _event(connection: AsyncConnection, asking: "asyncio.Task[Any]") -> Event | None:
        """The next event of values; ``None`` when an answer came first, or another event."""
        taking = asyncio.create_task(connection.events.get())
        tasks: set[asyncio.Task[Any]] = {taking} if asking.done() else {taking, asking}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not taking.done():
                taking.cancel()
        if not taking.done() or taking.cancelled():
            return None
        event = taking.result()
        if event is None:
            raise Disconnected("Tarmac closed the connection.")
        return event if event.topic == "value" else None

    async def events(
        self, *topics: str, reconnects: bool = True
    ) -> AsyncGenerator[Event, None]:
        """What happens from now on, of all topics or of some; what happens while the rig is away is not told."""
        params = {"topics": list(topics) or None}
        async with contextlib.aclosing(
            self._told(lambda connection: self._events(connection, params), reconnects)
        ) as events:
            async for event in events:
                yield event

    async def _events(
        self, connection: AsyncConnection, params: Mapping[str, Any]
    ) -> AsyncGenerator[Event, None]:
        """The events of one connection."""
        await connection.call("events.subscribe", params, self.timeout)
        while (event := await connection.events.get()) is not None:
            yield event
        raise Disconnected("Tarmac closed the connection.")
