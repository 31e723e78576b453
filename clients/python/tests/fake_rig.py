# SPDX-License-Identifier: Apache-2.0
"""A socket that says what a test wants, where a real rig would not: what is broken, late or out of order."""

import json
import socket
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

Talk = Callable[["Peer", int], None]


class Peer:
    """One client, seen from the rig."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")

    def take(self) -> dict[str, Any]:
        """The next request."""
        line = self._lines.readline()
        if not line:
            raise EOFError
        request = json.loads(line)
        assert isinstance(request, dict)
        return request

    def say(self, text: str | dict[str, Any]) -> None:
        """Sends a line."""
        line = text if isinstance(text, str) else json.dumps(text)
        self._connection.sendall(line.encode() + b"\n")

    def answer(self, request: dict[str, Any], result: Any) -> None:
        """Answers a request."""
        self.say({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def update(self, number: int, update: int, is_full: bool, value: Any, lost: int = 0) -> None:
        """Tells the one value of a subscription."""
        entry = {"path": "a.b", "value": value}
        event = {"topic": "value", "update": {"number": update, "isFull": is_full, "values": [entry]}}
        params: dict[str, Any] = {"number": number, "event": event}
        if lost:
            params["lost"] = lost
        self.say({"jsonrpc": "2.0", "method": "event", "params": params})


class FakeRig:
    """Lets clients in, one after the other, and hands each to ``talk`` with its number."""

    def __init__(self, talk: Talk) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.path = Path(self._folder.name) / "rig.sock"
        self._talk = talk
        #: Counts the connections that the rig has closed.
        self.closed = threading.Semaphore(0)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self.path))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        self._folder.cleanup()

    def _serve(self) -> None:
        number = 0
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            number += 1
            with connection:
                try:
                    self._talk(Peer(connection), number)
                except (EOFError, OSError):
                    pass
            self.closed.release()
