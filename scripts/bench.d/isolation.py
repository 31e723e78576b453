# SPDX-License-Identifier: Apache-2.0
# What it costs that graphs have processes of their own: time of the rig, of them, and of the server that wakes them.
# TARMAC=... names the program of another version, with which that is to be compared.
import time
import types

import measure
import rigs
from lab import RATE, observe_parts, request, status

SESSIONS, FRAMES = 16, 128


def isolation(lab, seconds):
    """Sixteen sessions with a gain each, all in the rig's process, and each in one of its own."""
    rows = []
    for kind in ("none", "process", "sandbox"):
        server = lab.server(f"isolated-{kind}", FRAMES)
        preset = lab.write(f"isolated-{kind}.yaml", rigs.isolated_rig(kind, SESSIONS))
        rows += observe_rig(lab, server, preset, kind, seconds / 3)
        lab.stop(server)
    return rows


def observe_rig(lab, server, preset, kind, seconds):
    rig = lab.rig(f"isolated-{kind}", preset, server)
    before = measure.sounding_status(lab, rig)
    processes = [types.SimpleNamespace(pid=graph["process"]) for graph in graphs(before)]
    # Their first blocks are late by nature.
    time.sleep(2)
    request(rig, "rig.resetCounters")
    before = status(rig)
    parts = {"rig": [rig], "processes": processes, "jackd": [server]}
    busy = observe_parts(parts, seconds)
    after = status(rig)
    late = sum(late_blocks(after)) - sum(late_blocks(before))
    ways = {graph.get("way_frames", graph.get("latency_frames")) for graph in graphs(after)}
    lab.stop(rig)
    cycles = seconds * RATE / FRAMES
    own = " + ".join(f"{busy[part] / 10:.1f}" for part in parts)
    return [
        (f"{SESSIONS} sessions, isolation {kind}: CPU, % of a core", {"tarmac": sum(busy.values()) / 10}),
        ("  rig + processes + jackd", {"tarmac": own}),
        (f"  late blocks in {seconds:.0f} s, of {cycles * SESSIONS:.0f}", {"tarmac": late}),
        ("  xruns", {"tarmac": after["server"]["xruns"] - before["server"]["xruns"]}),
        ("  the way there and back, frames", {"tarmac": ", ".join(map(str, sorted(ways))) or "0"}),
    ]


def graphs(now):
    """The graphs of sessions that have processes of their own."""
    return [session["isolation"] for session in now["sessions"] if session.get("isolation")]


def late_blocks(now):
    return [graph["lateBlocks"] for graph in graphs(now)]
