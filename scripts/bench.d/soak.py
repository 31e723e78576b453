# SPDX-License-Identifier: Apache-2.0
# What scripts/bench finds out about long nights: a large rig for hours, gestures all the while, beside an idle server.
import os
import random
import statistics
import sys
import time

import rigs
from lab import request, status
from measure import sounding_status

# Gestures of one second; what one asks for may be refused by the rules, which is an answer.
GESTURES = 3
SAMPLE_SECONDS = 10


def soak(lab, minutes):
    """Eight sessions of four plugins at 64 frames with gestures and reloads; rows of what grew and what was late."""
    idle_server = lab.server("idle")
    idle = lab.rig("idle", lab.write("idle.yaml", rigs.IDLE), idle_server)
    busy_server = lab.server("busy")
    whole = lab.write("large.yaml", rigs.large_rig())
    part = lab.write("part.yaml", rigs.large_rig(6))
    busy = lab.rig("soak", whole, busy_server)
    sounding_status(lab, busy)
    hands = Hands(busy, [whole, part])
    xruns = [status(rig)["server"]["xruns"] for rig in (idle, busy)]
    samples = [held(busy)]
    begin = time.monotonic()
    while time.monotonic() - begin < minutes * 60:
        time.sleep(max(0, 1 - hands.move()))
        if time.monotonic() - begin > SAMPLE_SECONDS * len(samples):
            samples.append(held(busy))
            if len(samples) % 30 == 0:
                say(len(samples) * SAMPLE_SECONDS / 60, samples[-1], late([idle, busy], xruns))
    missed = late([idle, busy], xruns)
    for child in (busy, busy_server, idle, idle_server):
        lab.stop(child)
    return rows(minutes, samples, missed, hands)


def late(watched, before):
    """The cycles that each of the rigs has missed since the counts of before."""
    return [status(rig)["server"]["xruns"] - count for rig, count in zip(watched, before)]


def say(minutes, sample, missed):
    print(
        f"soak: {minutes:.0f} min, {sample[0]} kB, {sample[1]} descriptors, {sample[2]} threads, "
        f"{missed[1]} xruns (idle server {missed[0]})",
        file=sys.stderr,
        flush=True,
    )


def rows(minutes, samples, missed, hands):
    # The first quarter is for caches that fill.
    steady = samples[len(samples) // 4:]
    hours = [SAMPLE_SECONDS * index / 3600 for index in range(len(steady))]
    slope = statistics.linear_regression(hours, [sample[0] for sample in steady]).slope if len(steady) > 1 else 0.0
    taken = sorted(hands.taken)
    found = [
        (f"soak of {minutes:g} min: xruns a minute (reference: idle server)", missed[1] / minutes, missed[0] / minutes),
        ("  resident memory at the end, kB (reference: at the beginning)", float(samples[-1][0]), float(samples[0][0])),
        ("  its slope after the first quarter, kB/h", slope, None),
        ("  descriptors (reference: at the beginning)", samples[-1][1], samples[0][1]),
        ("  threads (reference: at the beginning)", samples[-1][2], samples[0][2]),
        (f"  request to answer, median of {len(taken)}, ms", taken[len(taken) // 2], None),
        ("  99 %, ms", taken[int(len(taken) * 0.99)], None),
        ("  worst, ms", taken[-1], None),
    ]
    for method, times in sorted(hands.by_method.items()):
        times.sort()
        found.append((f"    {method}: median, ms (reference: 99 %)", times[len(times) // 2], times[int(len(times) * 0.99)]))
    return [(title, {"tarmac": own} | ({"reference": other} if other is not None else {})) for title, own, other in found]


def held(rig):
    """Resident kilobytes, descriptors and threads."""
    with open(f"/proc/{rig.pid}/status", encoding="ascii") as file:
        kilobytes = next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
    return kilobytes, len(os.listdir(f"/proc/{rig.pid}/fd")), len(os.listdir(f"/proc/{rig.pid}/task"))


class Hands:
    """Whoever turns knobs; the order follows from a seed."""

    def __init__(self, rig, presets):
        self.rig = rig
        self.presets = presets
        self.numbers = random.Random(1)
        self.taken = []
        self.by_method = {}

    def move(self):
        """A second's gestures; returns how long they took."""
        begin = time.monotonic()
        for _ in range(GESTURES):
            method, parameters = self.gesture()
            start = time.monotonic()
            request(self.rig, method, parameters)
            milliseconds = (time.monotonic() - start) * 1000
            self.taken.append(milliseconds)
            self.by_method.setdefault(method, []).append(milliseconds)
        return time.monotonic() - begin

    def gesture(self):
        pick = self.numbers
        session = f"session{pick.randint(1, 8)}"
        return pick.choice([
            ("parameter.set", {"path": f"{session}.fader", "value": str(pick.randint(-40, 0))}),
            ("parameter.set", {"path": f"{session}.mute", "value": pick.choice(["on", "off"])}),
            ("parameter.set", {"path": "main.fader", "value": str(pick.randint(-20, 0))}),
            ("session.activate", {"session": session}),
            ("session.deactivate", {"session": session}),
            ("player.control", {"session": session, "action": pick.choice([{"play": {}}, {"pause": {}}])}),
            ("session.explain", {"session": session}),
            ("rig.status", {}),
            ("rig.reload", {"preset": pick.choice(self.presets)}),
        ])
