# SPDX-License-Identifier: Apache-2.0
"""A client of Tarmac, the audio control tower of a Linux rig.

>>> from tarmac import Client
>>> with Client() as rig:
...     rig.set("deckA.fader_db", -6, over_seconds=2)
"""

from ._async import AsyncClient
from ._client import Client
from ._errors import (
    Busy,
    Disconnected,
    Failed,
    Forbidden,
    InvalidParams,
    NotRunning,
    ProtocolError,
    Refused,
    TarmacError,
    TimedOut,
    UnknownMethod,
)
from ._messages import Event, Node, TimeStamp, Update, Value, Values
from ._paths import socket_path

__version__ = "0.1.0.dev0"

__all__ = [
    "AsyncClient",
    "Busy",
    "Client",
    "Disconnected",
    "Event",
    "Failed",
    "Forbidden",
    "InvalidParams",
    "Node",
    "NotRunning",
    "ProtocolError",
    "Refused",
    "TarmacError",
    "TimeStamp",
    "TimedOut",
    "UnknownMethod",
    "Update",
    "Value",
    "Values",
    "socket_path",
]
