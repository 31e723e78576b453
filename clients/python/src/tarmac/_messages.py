# SPDX-License-Identifier: Apache-2.0
"""What goes over the wire, and how it is read."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ._errors import ProtocolError, host_error

#: A value of the tree. A level that is silent is ``-math.inf``.
Value = bool | int | float | str

#: The longest line that a rig reads or writes.
MAXIMUM_LINE = 1 << 20


@dataclass(frozen=True)
class TimeStamp:
    """When something happened, by both clocks of the machine."""

    #: Seconds since 1970, in UTC.
    seconds: float
    #: The same in ISO 8601.
    text: str
    #: Seconds of the clock that never goes back, as ``time.monotonic()`` reads it.
    monotonic_seconds: float


@dataclass(frozen=True)
class Event:
    """Something that a rig tells without being asked."""

    #: ``session``, ``route``, ``rig`` or ``decision``.
    topic: str
    #: Everything that the rig says of it, as the protocol has it.
    data: Mapping[str, Any]
    #: Counts the events meant for this connection, from 1.
    number: int
    #: How many events right before this one were lost because we read too slowly.
    lost: int
    #: When it was told.
    at: TimeStamp | None


@dataclass(frozen=True)
class Update:
    """Values that have changed, or all of them."""

    #: Counts the updates of this subscription, from 1.
    number: int
    #: Whether it begins anew: what was told before counts no more.
    is_full: bool
    #: The values by their paths.
    values: Mapping[str, Value]
    #: How many updates are missing right before this one; all values come again after a gap.
    missed: int = 0
    #: When it was told.
    at: TimeStamp | None = None


@dataclass(frozen=True)
class Node:
    """A node of the tree: what it is, what it takes, and what it is at the moment."""

    path: str
    kind: str
    summary: str
    text: str
    allowed: str
    is_read_only: bool
    #: Everything that the rig says of it, as the protocol has it.
    data: Mapping[str, Any] = field(repr=False)


class Values(dict[str, Value]):
    """The values of a subscription, put together from its updates."""

    def apply(self, update: Update) -> None:
        """Takes an update in."""
        if update.is_full:
            self.clear()
        self.update(update.values)


def request_line(number: int, method: str, params: Mapping[str, Any]) -> bytes:
    """The line of a request; parameters that are ``None`` are left out."""
    told = {key: value for key, value in params.items() if value is not None}
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": told}
    try:
        line = json.dumps(request, allow_nan=False, ensure_ascii=False).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise ProtocolError(f"The request '{method}' can't be written as JSON: {error}.") from error
    if len(line) > MAXIMUM_LINE:
        raise ProtocolError(f"The request '{method}' is longer than 1 MB; ask for less.")
    return line


def message_of(line: bytes) -> dict[str, Any]:
    """The object that a line holds."""
    try:
        message = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"The rig sent what is no JSON: {error}.") from error
    if not isinstance(message, dict):
        raise ProtocolError("The rig sent what is no message.")
    return message


def result_of(message: Mapping[str, Any]) -> Any:
    """What a request is answered; raises what an error says."""
    if "error" in message:
        raise host_error(message["error"])
    return message.get("result")


def value_for_wire(value: Value) -> Value:
    """A value as the protocol has it: silence is a word, which JSON has no number for."""
    if isinstance(value, float) and not math.isfinite(value):
        return "-inf" if value < 0 else str(value)
    return value


def value_of(value: object) -> Value:
    """A value as the protocol has it, read: ``null`` is silence."""
    if value is None:
        return -math.inf
    if isinstance(value, bool | int | float | str):
        return value
    raise ProtocolError("The rig sent what is no value.")


def node_of(data: Mapping[str, Any]) -> Node:
    """A node of ``tree.list``."""
    return Node(
        path=data["path"],
        kind=data["kind"],
        summary=data["summary"],
        text=data["text"],
        allowed=data["allowed"],
        is_read_only=data["isReadOnly"],
        data=data,
    )


def event_of(params: Mapping[str, Any]) -> Event:
    """An event of any topic."""
    event, at = params["event"], params.get("at")
    return Event(
        topic=event["topic"],
        data=event,
        number=params["number"],
        lost=params.get("lost", 0),
        at=TimeStamp(at["seconds"], at["text"], at["monotonic_seconds"]) if at else None,
    )


def update_of(event: Event, missed: int = 0) -> Update:
    """The update of an event of the topic ``value``."""
    update = event.data["update"]
    return Update(
        number=update["number"],
        is_full=update["isFull"],
        values={entry["path"]: value_of(entry["value"]) for entry in update["values"]},
        missed=missed,
        at=event.at,
    )


def set_params(
    path: str,
    value: Value | None,
    step: float | None,
    toggle: bool,
    over_seconds: float | None,
    curve: str | None,
) -> dict[str, Any]:
    """The parameters of ``tree.set``."""
    return {
        "path": path,
        "value": None if value is None else value_for_wire(value),
        "step": step,
        "toggles": True if toggle else None,
        "over_seconds": over_seconds,
        "curve": curve,
    }


def apply_params(
    values: Mapping[str, Value], over_seconds: float | None, curve: str | None
) -> dict[str, Any]:
    """The parameters of ``tree.apply``."""
    return {
        "values": [{"path": path, "value": value_for_wire(value)} for path, value in values.items()],
        "over_seconds": over_seconds,
        "curve": curve,
    }


def values_of(entries: list[dict[str, Any]]) -> dict[str, Value]:
    """Values by their paths, from an answer that lists them."""
    return {entry["path"]: value_of(entry["value"]) for entry in entries}
