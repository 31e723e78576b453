# SPDX-License-Identifier: Apache-2.0
"""The client for programs that wait for their answers."""

import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from . import _messages as messages
from ._errors import Busy, Disconnected, NotRunning, ProtocolError, TarmacError, TimedOut
from ._messages import Event, Node, Update, Value
from ._paths import socket_path

#: How long is waited between two tries to find a rig again, at first and at most.
_RETRY_SECONDS = (0.05, 2.0)

_Told = TypeVar("_Told")


class Connection:
    """One connection: lines out, lines in. Not to be used by several threads at once."""

    def __init__(self, path: Path, timeout: float | None) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._buffer = bytearray()
        self._searched = 0
        self._number = 0
        try:
            self._socket.settimeout(timeout)
            self._socket.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError) as error:
            self._socket.close()
            raise NotRunning(
                f"No Tarmac is running (nobody answers at {path}); start one with 'tarmac run'."
            ) from error
        except OSError as error:
            self._socket.close()
            raise TarmacError(f"The Tarmac at {path} can't be reached: {error}.") from error

    def send(self, method: str, params: Mapping[str, Any]) -> int:
        """Sends a request; returns the number that its answer has."""
        self._number += 1
        line = messages.request_line(self._number, method, params)
        try:
            self._socket.sendall(line)
        except TimeoutError as error:
            raise TimedOut("Tarmac did not take the request in time.") from error
        except OSError as error:
            raise Disconnected("Tarmac closed the connection.") from error
        return self._number

    def receive(self, timeout: float | None) -> dict[str, Any]:
        """The next message, whatever it is."""
        end = None if timeout is None else time.monotonic() + timeout
        while (place := self._buffer.find(b"\n", self._searched)) < 0:
            self._searched = len(self._buffer)
            if self._searched > messages.MAXIMUM_LINE:
                raise ProtocolError("The rig sent a line that is longer than 1 MB.")
            left = None if end is None else max(0.001, end - time.monotonic())
            try:
                self._socket.settimeout(left)
                chunk = self._socket.recv(1 << 16)
            except TimeoutError as error:
                raise TimedOut(f"Tarmac said nothing within {timeout} s.") from error
            except OSError as error:
                raise Disconnected("Tarmac closed the connection.") from error
            if not chunk:
                raise Disconnected("Tarmac closed the connection; look whether it is still running.")
            self._buffer += chunk
        line = bytes(self._buffer[:place])
        del self._buffer[: place + 1]
        self._searched = 0
        return messages.message_of(line)

    def close(self) -> None:
        """Ends the connection, also for a thread that waits for a message."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


class Client:
    """Asks a running rig.

    A client may be used by several threads; they take turns. It connects when it has to, and again after the rig
    was restarted. A request is never repeated by itself: one that was cut off may have been carried out.
    """

    def __init__(
        self,
        name: str | None = None,
        *,
        path: str | Path | None = None,
        timeout: float | None = 30.0,
    ) -> None:
        """Prepares to ask the rig with a name, or the one whose socket is at a path.

        Answers are waited for ``timeout`` seconds, or for ever.
        """
        self.path = Path(path) if path is not None else socket_path(name)
        self.timeout = timeout
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection; the next request would make another one."""
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def call(self, method: str, params: Mapping[str, Any] | None = None, /, **named: Any) -> Any:
        """Asks for any method of the protocol; parameters that are ``None`` are left out.

        Raises what the rig says against it, as an exception with the sentence.
        """
        with self._lock:
            if self._connection is not None and self._is_stale(self._connection):
                self._drop()
            if self._connection is None:
                self._connection = Connection(self.path, self.timeout)
            try:
                number = self._connection.send(method, {**(params or {}), **named})
                while (answer := self._connection.receive(self.timeout)).get("id") != number:
                    pass
            except (Disconnected, TimedOut):
                # What comes later would be taken for the answer to another request.
                self._drop()
                raise
        return messages.result_of(answer)

    @staticmethod
    def _is_stale(connection: Connection) -> bool:
        """Whether the rig has closed the connection while nobody asked."""
        try:
            connection.receive(0)
        except TimedOut:
            return False
        except TarmacError:
            return True
        return False

    # The tree

    def list(self, *patterns: str) -> list[Node]:
        """What there is; everything without patterns."""
        found = self.call("tree.list", patterns=patterns or None)
        return [messages.node_of(data) for data in found]

    def values(self, *patterns: str) -> dict[str, Value]:
        """Values by their paths; all of them without patterns."""
        found = self.call("tree.get", patterns=patterns or None)
        return messages.values_of(found)

    def get(self, path: str) -> Value:
        """The value at one path."""
        found = self.values(path)
        if path not in found:
            raise TarmacError(f"'{path}' is no value but the beginning of some; ask with values().")
        return found[path]

    def set(
        self,
        path: str,
        value: Value | None = None,
        *,
        step: float | None = None,
        toggle: bool = False,
        over_seconds: float | None = None,
        curve: str | None = None,
    ) -> Value:
        """Changes a value: to another one, by a step, or to the other one of on and off.

        ``over_seconds`` lets a level or a number fade, along a ``curve``. Returns the value, as it will be in the end.
        """
        params = messages.set_params(path, value, step, toggle, over_seconds, curve)
        return messages.value_of(self.call("tree.set", params)["value"])

    def apply(
        self,
        values: Mapping[str, Value],
        *,
        over_seconds: float | None = None,
        curve: str | None = None,
    ) -> dict[str, Value]:
        """Changes several values in one step, by their paths: all of them, or, if one is refused, none.

        Faders, mutes and knobs that ``values()`` has answered can be given back here. ``over_seconds`` lets them fade together; what can't fade,
        such as a switch, changes at once. Returns the values, as they will be in the end.
        """
        changed = self.call("tree.apply", messages.apply_params(values, over_seconds, curve))
        return messages.values_of(changed)

    def trigger(self, path: str, /, **arguments: str) -> None:
        """Does what a trigger does, and returns once it is done."""
        self.call("tree.trigger", path=path, arguments=arguments or None)

    # What the rig tells

    def subscribe(
        self, *patterns: str, rate_hz: float | None = None, reconnects: bool = True
    ) -> "Subscription":
        """Values from now on: first all that the patterns mean, then those that change."""
        return Subscription(self.path, self.timeout, patterns, rate_hz, reconnects)

    def events(self, *topics: str, reconnects: bool = True) -> "Events":
        """What happens from now on, of all topics or of some."""
        return Events(self.path, self.timeout, topics, reconnects)


class _Stream(Iterator[_Told]):
    """What a connection of its own tells, until it is closed.

    A rig that was restarted is found again, and one that is still starting is waited for, unless that is not wanted.
    """

    def __init__(self, path: Path, timeout: float | None, reconnects: bool) -> None:
        self._path, self._timeout, self._reconnects = path, timeout, reconnects
        self._is_closed = False
        self._connection: Connection | None = None
        try:
            self._begin()
        except Busy:
            self._drop()
            if not reconnects:
                raise
        except TarmacError:
            self._drop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends it; a thread that waits for what comes next sees the end."""
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()

    def __next__(self) -> _Told:
        wait, longest = _RETRY_SECONDS
        while not self._is_closed:
            try:
                connection = self._connection or self._begin()
                if (told := self._take(connection)) is not None:
                    return told
            except (Disconnected, NotRunning, Busy):
                self._drop()
                if self._is_closed:
                    break
                if not self._reconnects:
                    raise
                time.sleep(wait)
                wait = min(2 * wait, longest)
        raise StopIteration

    def _begin(self) -> Connection:
        self._connection = connection = Connection(self._path, self._timeout)
        self._ask(connection)
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _next(self, connection: Connection, request: int) -> Event:
        """The next event; an answer is checked on the way."""
        while True:
            message = connection.receive(None)
            if message.get("method") == "event":
                return messages.event_of(message["params"])
            if message.get("id") == request:
                messages.result_of(message)

    def _ask(self, connection: Connection) -> None:
        """Asks for what is to be told."""
        raise NotImplementedError

    def _take(self, connection: Connection) -> _Told | None:
        """What comes next, if it is for the caller."""
        raise NotImplementedError


class Subscription(_Stream[Update]):
    """Updates of values, until it is closed.

    Updates are numbered without a gap: where one is missing, everything is asked for again, and the full update that
    follows says how many were missed.
    """

    def __init__(
        self,
        path: Path,
        timeout: float | None,
        patterns: Sequence[str],
        rate_hz: float | None,
        reconnects: bool,
    ) -> None:
        self._params = {"patterns": list(patterns) or None, "rate_hz": rate_hz}
        self._request = 0
        self._expected = 1
        self._missed = 0
        super().__init__(path, timeout, reconnects)

    def _ask(self, connection: Connection) -> None:
        self._request = connection.send("tree.subscribe", self._params)
        self._expected = 1

    def _take(self, connection: Connection) -> Update | None:
        event = self._next(connection, self._request)
        if event.topic != "value":
            return None
        update = messages.update_of(event, self._missed)
        if self._expected == 1 and not (update.is_full and update.number == 1):
            # Of the subscription before.
            return None
        if update.number != self._expected:
            self._missed += max(1, update.number - self._expected)
            self._ask(connection)
            return None
        self._expected += 1
        self._missed = 0
        return update


class Events(_Stream[Event]):
    """What happens, until it is closed; what happens while the rig is away is not told."""

    def __init__(
        self, path: Path, timeout: float | None, topics: Sequence[str], reconnects: bool
    ) -> None:
        self._params = {"topics": list(topics) or None}
        super().__init__(path, timeout, reconnects)

    def _ask(self, connection: Connection) -> None:
        request = connection.send("events.subscribe", self._params)
        while (answer := connection.receive(self._timeout)).get("id") != request:
            pass
        messages.result_of(answer)

    def _take(self, connection: Connection) -> Event | None:
        return self._next(connection, 0)
