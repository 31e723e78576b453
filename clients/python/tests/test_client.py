# SPDX-License-Identifier: Apache-2.0
"""Both clients against a socket that misbehaves. What they do with a real rig is in ``story.py``."""

import asyncio
import contextlib
import math
import os
import unittest
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import TypeVar
from unittest import mock

from tarmac import (
    AsyncClient,
    Busy,
    Client,
    Disconnected,
    Forbidden,
    InvalidParams,
    NotRunning,
    ProtocolError,
    Refused,
    TimedOut,
    Update,
    Values,
    __version__,
    socket_path,
)

from .fake_rig import FakeRig, Peer

_Told = TypeVar("_Told")


def _echo(peer: Peer, number: int) -> None:
    while True:
        request = peer.take()
        peer.answer(request, {"method": request["method"], "params": request["params"], "by": number})


def _refuse(peer: Peer, _: int) -> None:
    errors = [
        {"code": 1, "message": "No.", "data": {"rule": "INT-07", "code": "insufficientPriority"}},
        {"code": 4, "message": "A viewer may not."},
        {"code": -32602, "message": "In 'x' params.a is missing."},
        "nonsense",
    ]
    for error in errors:
        peer.say({"jsonrpc": "2.0", "id": peer.take()["id"], "error": error})


def _gap(peer: Peer, _: int) -> None:
    first = peer.take()
    peer.update(1, 1, True, -6)
    peer.answer(first, {})
    peer.update(2, 2, False, None)
    # Two are lost; what is still on its way belongs to the old subscription.
    peer.update(5, 5, False, 1, lost=2)
    peer.update(6, 6, False, 2)
    again = peer.take()
    assert again["params"] == first["params"]
    peer.update(7, 1, True, 3)
    peer.answer(again, {})
    peer.update(8, 2, False, 4)
    peer.take()


def _restart(peer: Peer, number: int) -> None:
    request = peer.take()
    peer.update(1, 1, True, number)
    peer.answer(request, {})
    if number == 2:
        peer.take()


def _start_again(peer: Peer, number: int) -> None:
    """A rig that was restarted and says for a while that it is still starting."""
    request = peer.take()
    if number == 2:
        error = {"code": 2, "message": "The rig is still starting; try again in a moment."}
        peer.say({"jsonrpc": "2.0", "id": request["id"], "error": error})
        return
    peer.answer(request, {})
    if request["method"] == "tree.subscribe":
        peer.update(1, 1, True, number)
    else:
        event = {"topic": "rig", "notification": f"run {number}"}
        peer.say({"jsonrpc": "2.0", "method": "event", "params": {"number": 1, "event": event}})
    if number == 3:
        peer.take()


_GAP = [
    (1, True, -6, 0),
    (2, False, -math.inf, 0),
    (1, True, 3, 2),
    (2, False, 4, 0),
]


def _seen(update: Update) -> tuple[int, bool, object, int]:
    return (update.number, update.is_full, update.values["a.b"], update.missed)


async def _first(count: int, told: AsyncGenerator[_Told, None]) -> list[_Told]:
    """So many of what is told, which is closed then."""
    found: list[_Told] = []
    async with contextlib.aclosing(told) as each:
        async for one in each:
            found.append(one)
            if len(found) == count:
                break
    return found


class ClientTests(unittest.TestCase):
    def test_a_request_is_answered_and_none_is_left_out(self) -> None:
        with FakeRig(_echo) as rig, Client(path=rig.path) as client:
            answer = client.call("tree.get", patterns=["a"], rate_hz=None)
            self.assertEqual(answer["method"], "tree.get")
            self.assertEqual(answer["params"], {"patterns": ["a"]})

    def test_errors_are_exceptions_with_the_sentence(self) -> None:
        with FakeRig(_refuse) as rig, Client(path=rig.path) as client:
            with self.assertRaisesRegex(Refused, r"^No\.$") as refused:
                client.call("x")
            self.assertEqual(refused.exception.rule, "INT-07")
            self.assertEqual(refused.exception.session_code, "insufficientPriority")
            with self.assertRaises(Forbidden):
                client.call("x")
            with self.assertRaisesRegex(InvalidParams, "params.a is missing"):
                client.call("x")
            with self.assertRaises(ProtocolError):
                client.call("x")

    def test_nobody_there_is_said(self) -> None:
        with self.assertRaisesRegex(NotRunning, "/nowhere/rig.sock"):
            Client(path="/nowhere/rig.sock").call("server.info")

    def test_silence_ends_and_nothing_is_taken_for_another_answer(self) -> None:
        def talk(peer: Peer, number: int) -> None:
            if number == 1:
                peer.take()
                peer.take()
            _echo(peer, number)

        with FakeRig(talk) as rig, Client(path=rig.path, timeout=0.05) as client:
            with self.assertRaises(TimedOut):
                client.call("slow")
            client.timeout = 30
            self.assertEqual(client.call("next")["by"], 2)

    def test_a_rig_that_was_restarted_is_found_again(self) -> None:
        def talk(peer: Peer, number: int) -> None:
            request = peer.take()
            if number != 2:
                peer.answer(request, number)

        with FakeRig(talk) as rig, Client(path=rig.path) as client:
            self.assertEqual(client.call("one"), 1)
            # Else the second request may still go to the first rig.
            rig.closed.acquire()
            with self.assertRaises(Disconnected):
                client.call("two")
            self.assertEqual(client.call("three"), 3)

    def test_what_json_cannot_say_is_not_sent(self) -> None:
        with FakeRig(_echo) as rig, Client(path=rig.path) as client:
            for value in (math.nan, object(), "x" * (1 << 20)):
                with self.assertRaises(ProtocolError):
                    client.call("x", value=value)
            self.assertEqual(client.call("x")["params"], {})

    def test_a_gap_is_seen_and_everything_comes_again(self) -> None:
        with FakeRig(_gap) as rig:
            with Client(path=rig.path).subscribe("a", rate_hz=30) as updates:
                self.assertEqual([_seen(next(updates)) for _ in _GAP], _GAP)

    def test_a_subscription_survives_a_restart(self) -> None:
        with FakeRig(_restart) as rig:
            with Client(path=rig.path).subscribe() as updates:
                self.assertEqual([next(updates).values["a.b"] for _ in range(2)], [1, 2])

    def test_a_subscription_waits_for_a_rig_that_is_still_starting(self) -> None:
        with FakeRig(_start_again) as rig:
            with Client(path=rig.path).subscribe() as updates:
                self.assertEqual([next(updates).values["a.b"] for _ in range(2)], [1, 3])

    def test_events_come_back_after_a_restart(self) -> None:
        with FakeRig(_start_again) as rig:
            with Client(path=rig.path).events("rig") as events:
                told = [next(events).data["notification"] for _ in range(2)]
            self.assertEqual(told, ["run 1", "run 3"])

    def test_events_that_are_not_to_come_back_say_so(self) -> None:
        with FakeRig(_start_again) as rig:
            with Client(path=rig.path).events(reconnects=False) as events:
                next(events)
                with self.assertRaises(Disconnected):
                    next(events)
            with self.assertRaises(Busy):
                Client(path=rig.path).events(reconnects=False)

    def test_a_subscription_that_is_not_to_come_back_says_so(self) -> None:
        with FakeRig(_restart) as rig:
            with Client(path=rig.path).subscribe(reconnects=False) as updates:
                next(updates)
                with self.assertRaises(Disconnected):
                    next(updates)

    def test_values_put_updates_together(self) -> None:
        values = Values()
        values.apply(Update(1, True, {"a": 1, "b": 2}))
        values.apply(Update(2, False, {"b": 3}))
        self.assertEqual(values, {"a": 1, "b": 3})
        values.apply(Update(1, True, {"c": 4}))
        self.assertEqual(values, {"c": 4})

    def test_the_socket_is_where_the_program_puts_it(self) -> None:
        with mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": "/run/me"}, clear=True):
            self.assertEqual(socket_path(), Path("/run/me/tarmac/tarmac.sock"))
            self.assertEqual(socket_path("hall"), Path("/run/me/tarmac/hall.sock"))
            os.environ["TARMAC_SOCKET"] = "/a/b.sock"
            self.assertEqual(socket_path(), Path("/a/b.sock"))
            self.assertEqual(socket_path("hall"), Path("/run/me/tarmac/hall.sock"))
        with mock.patch.dict(os.environ, {}, clear=True):
            self.assertEqual(socket_path(), Path(f"/tmp/tarmac-{os.getuid()}/tarmac.sock"))

    def test_the_package_has_its_version(self) -> None:
        project = Path(__file__).parents[1] / "pyproject.toml"
        self.assertIn(f'version = "{__version__}"', project.read_text())


class AsyncClientTests(unittest.IsolatedAsyncioTestCase):
    async def test_requests_of_several_tasks_are_on_their_way_side_by_side(self) -> None:
        def talk(peer: Peer, _: int) -> None:
            requests = [peer.take(), peer.take()]
            for request in reversed(requests):
                peer.answer(request, request["method"])

        with FakeRig(talk) as rig:
            async with AsyncClient(path=rig.path) as client:
                self.assertEqual(await asyncio.gather(client.call("a"), client.call("b")), ["a", "b"])

    async def test_errors_are_exceptions_with_the_sentence(self) -> None:
        with FakeRig(_refuse) as rig:
            async with AsyncClient(path=rig.path) as client:
                with self.assertRaisesRegex(Refused, r"^No\.$"):
                    await client.call("x")

    async def test_a_rig_that_was_restarted_is_found_again(self) -> None:
        def talk(peer: Peer, number: int) -> None:
            request = peer.take()
            if number != 2:
                peer.answer(request, number)

        with FakeRig(talk) as rig:
            async with AsyncClient(path=rig.path) as client:
                self.assertEqual(await client.call("one"), 1)
                # Whether the end of the first connection is seen before or after the next request, it is told.
                answers: list[object] = []
                while 3 not in answers:
                    try:
                        answers.append(await client.call("again"))
                    except Disconnected:
                        answers.append(None)
                self.assertIn(None, answers)

    async def test_a_gap_is_seen_and_everything_comes_again(self) -> None:
        with FakeRig(_gap) as rig:
            updates = await _first(len(_GAP), AsyncClient(path=rig.path).subscribe("a", rate_hz=30))
            self.assertEqual([_seen(update) for update in updates], _GAP)

    async def test_a_subscription_survives_a_restart(self) -> None:
        with FakeRig(_restart) as rig:
            updates = await _first(2, AsyncClient(path=rig.path).subscribe())
            self.assertEqual([update.values["a.b"] for update in updates], [1, 2])

    async def test_a_subscription_and_events_wait_for_a_rig_that_is_still_starting(self) -> None:
        with FakeRig(_start_again) as rig:
            updates = await _first(2, AsyncClient(path=rig.path).subscribe())
            self.assertEqual([update.values["a.b"] for update in updates], [1, 3])
        with FakeRig(_start_again) as rig:
            events = await _first(2, AsyncClient(path=rig.path).events("rig"))
            self.assertEqual([event.data["notification"] for event in events], ["run 1", "run 3"])


if __name__ == "__main__":
    unittest.main()
