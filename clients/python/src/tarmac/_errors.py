# SPDX-License-Identifier: Apache-2.0
"""Why a request was not carried out; the text of each error is one sentence for people."""

from typing import Any


class TarmacError(Exception):
    """Anything that went wrong."""


class NotRunning(TarmacError):
    """Nobody listens on the socket."""


class Disconnected(TarmacError):
    """The rig closed the connection before it answered."""


class TimedOut(TarmacError):
    """The rig did not answer in time."""


class ProtocolError(TarmacError):
    """The rig sent what the protocol does not have."""


class HostError(TarmacError):
    """The rig understood, or did not, and said no."""

    def __init__(self, message: str, code: int, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        #: The code of the protocol.
        self.code = code
        #: The ID of the session rule that decided, if one did.
        self.rule: str | None = (data or {}).get("rule")
        #: The name of AVAudioSession's error, if it is one.
        self.session_code: str | None = (data or {}).get("code")


class Refused(HostError):
    """Refused by the rules or by the state of the rig."""


class Busy(HostError):
    """Not at the moment; the same request may succeed soon."""


class Failed(HostError):
    """The system did not give what was needed: a file, memory."""


class Forbidden(HostError):
    """Who asks may not do this."""


class UnknownMethod(HostError):
    """There is no such method."""


class InvalidParams(HostError):
    """The parameters do not fit; the sentence names which."""


_CODES: dict[int, type[HostError]] = {
    1: Refused,
    2: Busy,
    3: Failed,
    4: Forbidden,
    -32601: UnknownMethod,
    -32602: InvalidParams,
}


def host_error(error: object) -> TarmacError:
    """The exception for the ``error`` of an answer."""
    if not isinstance(error, dict):
        return ProtocolError("The rig answered with an error that is none.")
    code, message, data = error.get("code"), error.get("message"), error.get("data")
    if not isinstance(code, int) or not isinstance(message, str):
        return ProtocolError("The rig answered with an error that has no code or no sentence.")
    return _CODES.get(code, HostError)(message, code, data if isinstance(data, dict) else None)
