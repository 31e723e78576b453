# SPDX-License-Identifier: Apache-2.0
# An operator beside sixty hostile clients of each kind at each door: how long a gesture takes to be answered, by three hands.
import os
import re
import socket
import struct
import subprocess
import sys
import time

from lab import Broken, request, status

SESSIONS = 60
GESTURES = 20

PRESET = """tarmac: 1
routes:
  main: { role: lineOut, ports: [ "system:playback_1" ] }
  mic: { role: mic, channels: 1 }
surfaces: { osc: { port: 0, tcp: on, query_port: 0 }, web: { port: 0 } }
sessions:
  touched:
    category: multiRoute
    active: on
    source: { jack: [ "system:capture_1" ] }
    sends: [ { to: main } ]
"""

KINDS = {
    "socket": ["cheap", "reads", "what-if", "patterns", "misspelt", "long", "batches", "deeds", "fades", "subscribes", "renews",
               "deaf subscribes", "deaf", "half", "storm", "program storm"],
    "websocket": ["cheap", "reads", "patterns", "misspelt", "long", "batches", "subscribes", "deaf subscribes", "deaf", "half",
                  "half upgrades", "storm", "pings"],
    "http": ["reads", "patterns", "misspelt", "long", "batches", "half", "storm", "wrong tokens", "deaf", "tree", "list", "metrics", "page"],
    "udp": ["cheap", "lists", "patterns", "asks", "misspelt", "bundles", "subscribes"],
    "tcp": ["cheap", "lists", "patterns", "asks", "misspelt", "bundles", "subscribes", "half", "storm", "deaf"],
    "oscquery": ["gets", "values", "half", "storm", "listens", "lists", "subscribes"],
}


def preset():
    session = "  s{}:\n    category: playAndRecord\n    options: [ mixWithOthers ]\n    source: {{ route: mic }}\n    sends: [ {{ to: main }} ]\n"
    return PRESET + "".join(session.format(number) for number in range(SESSIONS))


class Hand:
    """Sets a fader and waits for the answer, from another address than the crowd's where there is one."""

    def __init__(self, link):
        self.link, self.buffer = link, b""
        link.settimeout(30)

    def more(self):
        data = self.link.recv(1 << 16)
        if not data:
            raise Broken("an operator was sent away.")
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken


class SocketHand(Hand):
    def __init__(self, path, hostile):
        super().__init__(socket.socket(socket.AF_UNIX))
        self.hostile = hostile
        self.link.connect(path)

    def set(self, level):
        self.link.sendall(self.hostile.request("tree.set", {"path": "touched.fader_db", "value": level}).encode() + b"\n")
        while b"\n" not in self.buffer:
            self.more()
        self.buffer = b""


class WebHand(Hand):
    def __init__(self, port, token, hostile):
        super().__init__(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0)))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.hostile = hostile
        self.link.sendall(hostile.upgrade(port, "/control", token))
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]

    def set(self, level):
        self.link.sendall(self.hostile.frame(self.hostile.request("tree.set", {"path": "touched.fader_db", "value": level})))
        while True:
            kind, length = self.take(2)
            length = struct.unpack(">H", self.take(2))[0] if length == 126 else length
            self.take(length)
            if kind & 15 == 1:
                return
            if kind & 15 == 9:
                self.link.sendall(self.hostile.frame(b"", 10))


class OSCHand(Hand):
    def __init__(self, port, hostile):
        super().__init__(socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0)))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.hostile, self.number = hostile, 0

    def set(self, level):
        self.number += 1
        for message in (self.hostile.message("/touched/fader_db", float(level)), self.hostile.message("/tarmac/ping", self.number)):
            self.link.sendall(struct.pack(">I", len(message)) + message)
        while True:
            packet = self.take(struct.unpack(">I", self.take(4))[0])
            if packet == self.hostile.message("/reply", "/tarmac/ping", self.number):
                return


def port_of(log, text):
    found = re.search(text, log)
    if not found:
        raise Broken("the rig does not say where its doors are.")
    return found.group(1)


def words(times):
    times = sorted(time * 1000 for time in times)
    return f"{times[len(times) // 2]:.0f} ({times[-1]:.0f})"


def crowds(lab, root):
    """Rows: for each kind at each door the median and the worst of each hand, in ms."""
    folder = os.path.join(root, "Tests", "HostTests", "Crowd")
    sys.path.insert(0, folder)
    import hostile  # pylint: disable=import-outside-toplevel
    server = lab.server("crowds", frames=256)
    rig = lab.rig("crowds", lab.write("crowds.yaml", preset()), server, environment=[f"XDG_STATE_HOME={lab.path('state')}"])
    lab.wait_until(lambda: "is up with" in open(rig.log, encoding="utf-8").read(), rig)
    with open(rig.log, encoding="utf-8") as file:
        log = file.read()
    web, osc = port_of(log, r"The web mixer is at http://[^ ]*:(\d+)/"), port_of(log, r"OSC listens on .*port (\d+)")
    query = port_of(log, r"OSCQuery is at http://[^ ]*:(\d+)/")
    operator = request(rig, "web.pair", {"name": "operator", "access": "operator"})["token"]
    viewer = request(rig, "web.pair", {"name": "viewer", "access": "viewer"})["token"]
    hands = [SocketHand(rig.socket, hostile), WebHand(int(web), operator, hostile), OSCHand(int(osc), hostile)]
    xruns = status(rig)["server"]["xruns"]

    def measure(door=None, kind=None):
        crowd = None
        if door:
            print(f"bench: sixty at {door}: {kind} ...", file=sys.stderr, flush=True)
            command = [sys.executable, "-B", os.path.join(folder, "hostile.py"), rig.socket, web, viewer, osc, query, door, kind]
            crowd = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            crowd.stdout.readline()
            time.sleep(0.5)
        cells = []
        for hand in hands:
            times = []
            for number in range(GESTURES):
                start = time.monotonic()
                hand.set(-1 - number % 30)
                times.append(time.monotonic() - start)
                time.sleep(0.01)
            cells.append(words(times))
        if crowd:
            crowd.communicate("\n")
        return {"tarmac": " | ".join(cells)}

    rows = [("a gesture, ms: socket | web | OSC, median (worst)", measure())]
    chosen = os.environ.get("BENCH_DOOR")
    for door, kinds in KINDS.items():
        if chosen not in (None, door):
            continue
        rows += [(f"  beside 60 at {door}: {kind}", measure(door, kind)) for kind in kinds]
    rows.append(("  xruns meanwhile", {"tarmac": status(rig)["server"]["xruns"] - xruns}))
    for child in (rig, server):
        lab.stop(child)
    return rows
