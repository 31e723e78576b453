# SPDX-License-Identifier: Apache-2.0
# The control socket under load: a hundred clients with 64 meters at 30 Hz each, one that never reads, a thousand changes a
# second, at 64 frames. Xruns stand beside those of an idle server at the same time.
import shutil
import threading

import measure
import rigs
from lab import RATE, Broken, observe, status

CLIENTS = 100
SESSIONS = 16

PRESET = """tarmac: 1
routes:
  main: { role: lineOut, channels: 1 }
  out: { role: lineOut, channels: [ left, right ] }
sessions:
  step:
    category: multiRoute
    active: true
    source: { jack: [ "voice:out_1" ] }
    sends: [ { to: main } ]
"""


def preset():
    """Stereo sessions that play files, two levels for each channel: 64 meters; and one that is listened to."""
    return PRESET + rigs.players(SESSIONS)


def loaded(lab, watched, command, server, seconds):
    """Runs the load beside a program; returns its figures by their names, and the program's CPU time in ms/s."""
    found = {}

    def load():
        try:
            found["text"] = lab.run(command, server.name)
        except Broken as problem:
            found["problem"] = problem

    loading = threading.Thread(target=load)
    loading.start()
    busy, _ = observe([watched], seconds)
    loading.join()
    if "problem" in found:
        raise found["problem"]
    return dict(line.split(None, 1) for line in found["text"].splitlines()), busy


def peer(lab, benchmark, seconds):
    """The figures of mod-host, which has one client and no meters; empty where it is not installed."""
    if not shutil.which("mod-host"):
        return {}
    server = lab.server("peer-door")
    child, port, link = measure.start_mod_host(lab, server)
    measure.fill_mod_host(link, 2)
    figures, figures["cpu"] = loaded(lab, child, [benchmark, "peer-door", server.name, str(port), str(seconds)], server, seconds)
    for started in (child, server):
        lab.stop(started)
    return figures


def doors(lab, benchmark, seconds):
    """Rows: what clients have got, how long a change takes, xruns and CPU time."""
    idle_server, server = lab.server("idle"), lab.server("doors")
    idle = lab.rig("idle", lab.write("idle.yaml", rigs.IDLE), idle_server)
    rig = lab.rig("doors", lab.write("doors.yaml", preset()), server)
    quiet, _ = observe([rig], min(seconds, 10))
    before = [status(host)["server"]["xruns"] for host in (idle, rig)]
    figures, busy = loaded(lab, rig, [benchmark, "doors", server.name, "doors", str(seconds), str(CLIENTS)], server, seconds)
    beside, xruns = (status(host)["server"]["xruns"] - old for host, old in zip((idle, rig), before))
    for child in (rig, server, idle, idle_server):
        lab.stop(child)
    other = peer(lab, benchmark, seconds)

    def both(name, kind=float):
        """A figure of ours, and of the peer if it is there."""
        cells = {"tarmac": kind(figures[name])}
        if other:
            cells["mod-host"] = kind(other[name])
        return cells

    cycle = f"cycles of 64 at {RATE}"
    return [
        (f"updates a second to {CLIENTS} clients with {SESSIONS * 4} meters", {"tarmac": figures["updates_per_second"]}),
        ("  out of order, lost", {"tarmac": f"{figures['gaps']}, {figures['lost']}"}),
        ("  a client that never reads is dropped", {"tarmac": figures["deaf_client_dropped"]}),
        ("changes a second beside them (mod-host: alone)", both("changes_per_second")),
        ("  wrong answers", both("wrong_answers", int)),
        ("  told in their order, the last one too", {"tarmac": figures["changes_in_order"]}),
        (f"request to sound, median, frames ({cycle})", both("p50_frames")),
        ("  99.9 %", both("p999_frames")),
        ("  worst", both("worst_frames")),
        ("  of so many that were heard", both("heard", int)),
        (f"xruns in {seconds:g} s (reference: idle server)", {"tarmac": xruns, "reference": beside}),
        ("CPU, ms/s (reference: rig without clients)", dict({"tarmac": busy, "reference": quiet}, **({"mod-host": other["cpu"]} if other else {}))),
    ]
