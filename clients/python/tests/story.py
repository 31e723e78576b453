# SPDX-License-Identifier: Apache-2.0
"""An evening with a real rig. Whoever listens is told in lines what should be heard, and says when it was.

Usage: story.py SOCKET FOLDER
"""

import asyncio
import contextlib
import math
import sys
from collections.abc import Callable

from tarmac import AsyncClient, Client, Refused, TarmacError, Update, Values, __version__


def stop(what: str) -> None:
    """Says what should be heard now, and goes on when it was."""
    print(what, flush=True)
    if sys.stdin.readline() != "heard\n":
        sys.exit(f"nobody heard {what}")


def until(condition: Callable[[], bool], updates: "Callable[[], Update]", values: Values) -> None:
    """Takes updates in until the values are as they should be."""
    while not condition():
        values.apply(updates())


def by_hand(client: Client, folder: str) -> None:
    """Start, look, turn, fade, mute, cue, record, be refused."""
    info = client.call("server.info")
    assert info["protocolVersion"] == 1, info
    assert info["version"].replace("-dev", ".dev0") == __version__, info
    nodes = {node.path: node for node in client.list("deck")}
    assert nodes["deck.fader_db"].kind == "level" and not nodes["deck.fader_db"].is_read_only
    assert nodes["deck.fader_db"].data["maximum"] >= 0
    stop("deck")

    values = Values()
    with client.subscribe("deck", "wall", rate_hz=60) as updates:
        first = next(updates)
        values.apply(first)
        assert first.is_full and first.number == 1 and first.at is not None
        assert values["deck.fader_db"] == 0 and values["deck.mute"] is False

        assert client.set("deck.mute", toggle=True) is True
        until(lambda: values["deck.mute"] is True, lambda: next(updates), values)
        stop("nothing")
        assert client.set("deck.mute", False) is False
        assert client.set("deck.fader_db", step=-6) == -6
        assert client.set("deck.fader_db", 0) == 0
        before = client.values("deck.fader_db", "deck.mute")
        both = {"deck.fader_db": -6, "deck.mute": True}
        assert client.apply(both) == both
        with contextlib.suppress(TarmacError):
            client.apply({"deck.mute": False, "deck.fader_db": 99})
            sys.exit("a fader took 99 dB")
        assert client.get("deck.mute") is True, "all or none"
        assert client.apply(before) == before
        # A value that it had at no other time: what came before has been seen then.
        for level in (-0.5, 0):
            client.set("deck.fader_db", level)
            until(lambda: values["deck.fader_db"] == level, lambda: next(updates), values)
        assert values["deck.mute"] is False
        stop("deck")

        seen: list[float] = []
        silent = client.set("deck.fader_db", -math.inf, over_seconds=0.4, curve="smooth")
        assert silent == -math.inf
        while values["deck.fader_db"] != -math.inf:
            update = next(updates)
            values.apply(update)
            level = update.values.get("deck.fader_db")
            if isinstance(level, float | int):
                seen.append(float(level))
        assert len(seen) > 3 and seen == sorted(seen, reverse=True), seen
        stop("nothing")
        client.set("deck.fader_db", 0)
        stop("deck")

    assert client.get("deck.fader_db") == 0
    client.trigger("wall.record", file=f"{folder}/take.wav")
    assert client.get("wall.recording") is True
    client.trigger("wall.stop_recording")

    for wrong in ({"value": 1000.0}, {"value": "loud"}, {}):
        try:
            client.set("deck.fader_db", **wrong)
        except TarmacError as error:
            assert str(error).endswith((".", "?")), error
        else:
            sys.exit(f"{wrong} was taken")
    stop("deck")


def interrupted(client: Client) -> None:
    """The phone comes, and is told in facts."""
    with client.events("decision", "session") as events:
        client.set("rig.interrupters.phone.active", True)
        stop("phone")
        try:
            client.call("session.activate", session="deck")
        except Refused as refused:
            assert refused.rule == "INT-07", refused.rule
            assert refused.session_code == "insufficientPriority"
        else:
            sys.exit("deck became active beside the phone")
        client.set("rig.interrupters.phone.active", False)
        number = 0
        began = None
        for event in events:
            assert event.number == number + 1 and event.lost == 0 and event.at is not None
            number = event.number
            if event.topic == "decision":
                decision = event.data["decision"]
                assert decision["at"]["seconds"] <= event.at.seconds
                assert len(decision["lines"]) == len(decision.get("effects", [1]))
                kind = decision["happening"]["kind"]
                if kind == "interrupterBegan":
                    began = decision
                if kind == "activate" and decision["isRefused"]:
                    cause = {"kind": "interrupter", "name": "phone"}
                    assert decision["refusal"]["cause"] == cause, decision
                if kind == "interrupterEnded":
                    break
    assert began is not None
    suspended = [effect for effect in began["effects"] if effect["kind"] == "suspend"]
    assert [effect["session"] for effect in suspended] == ["deck"], began
    assert suspended[0]["cause"] == {"kind": "interrupter", "name": "phone"}


async def side_by_side(path: str) -> None:
    """The same rig on asyncio: many requests at once, and values beside them."""
    async with AsyncClient(path=path) as client:
        async with contextlib.aclosing(client.subscribe("deck.fader_db", rate_hz=60)) as updates:
            values = Values()
            values.apply(await anext(updates))
            levels = [-float(level) for level in range(20)]
            answers = await asyncio.gather(*(client.set("deck.fader_db", level) for level in levels))
            assert answers == levels, answers
            while values["deck.fader_db"] != levels[-1]:
                values.apply(await anext(updates))
        assert await client.set("deck.fader_db", 0) == 0
        try:
            await client.get("deck.fadr_db")
        except TarmacError as error:
            assert "deck.fader_db" in str(error), error
        else:
            sys.exit("a path that is not there was read")


def main() -> None:
    """The whole story."""
    path, folder = sys.argv[1:]
    with Client(path=path) as client:
        by_hand(client, folder)
        interrupted(client)
        client.call("session.activate", session="deck")
        asyncio.run(side_by_side(path))
        stop("deck")
        client.call("rig.stop")
    print("done", flush=True)


if __name__ == "__main__":
    main()
