# SPDX-License-Identifier: Apache-2.0
# The control socket under load: a hundred clients with 64 meters at 30 Hz each, one that never reads, a thousand changes a
# second, at 64 frames. Xruns stand beside those of an idle server at the same time.
import threading

import rigs
from lab import RATE, observe, status

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
    return PRESET + "".join(
        f"""  s{number}:
    category: multiRoute
    options: [ mixWithOthers ]
    active: true
    source: {{ player: demo/deck-b.wav, loop: true }}
    sends: [ {{ to: out }} ]
"""
        for number in range(1, SESSIONS + 1)
    )


def doors(lab, benchmark, seconds):
    """Rows: what clients have got, how long a change takes, xruns and CPU time."""
    idle_server, server = lab.server("idle"), lab.server("doors")
    idle = lab.rig("idle", lab.write("idle.yaml", rigs.IDLE), idle_server)
    rig = lab.rig("doors", lab.write("doors.yaml", preset()), server)
    quiet, _ = observe([rig], min(seconds, 10))
    before = [status(host)["server"]["xruns"] for host in (idle, rig)]
    found = {}
    loading = threading.Thread(
        target=lambda: found.update(text=lab.run([benchmark, "doors", server.name, "doors", str(seconds), str(CLIENTS)], server.name))
    )
    loading.start()
    busy, _ = observe([rig], seconds)
    loading.join()
    beside, loaded = (status(host)["server"]["xruns"] - old for host, old in zip((idle, rig), before))
    for child in (rig, server, idle, idle_server):
        lab.stop(child)
    figures = dict(line.split(None, 1) for line in found["text"].splitlines())
    cycle = f"cycles of 64 at {RATE}"
    return [
        (f"updates a second to {CLIENTS} clients with {SESSIONS * 4} meters", {"tarmac": figures["updates_per_second"]}),
        ("  out of order, lost", {"tarmac": f"{figures['gaps']}, {figures['lost']}"}),
        ("changes a second beside them", {"tarmac": figures["changes_per_second"]}),
        ("  wrong answers; told in their order", {"tarmac": f"{figures['wrong_answers']}; {figures['changes_in_order']}"}),
        (f"request to sound, median, frames ({cycle})", {"tarmac": int(figures["p50_frames"])}),
        (f"  99.9 % of {figures['heard']}", {"tarmac": int(figures["p999_frames"])}),
        (f"xruns in {seconds:g} s (reference: idle server)", {"tarmac": loaded, "reference": beside}),
        ("host's CPU, ms/s (reference: without clients)", {"tarmac": busy, "reference": quiet}),
    ]
