# SPDX-License-Identifier: Apache-2.0
"""Sixty clients that do one thing at one door as hard as they can: hostile.py SOCKET WEB TOKEN OSC OSCQUERY DOOR KIND [CLIENTS]

It says "open" when all of them have begun, goes on until its input ends, and says then how much they have been answered. They have the
lowest rank: clients in a network do not take their processor's time from the rig either.
"""
import base64
import errno
import json
import os
import select
import socket
import struct
import sys
import time


def request(method, params=None, id=1):
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}, separators=(",", ":"))


STARS = [f"**.a*e*{n}*r*d*b*x" for n in range(64)]
UNKNOWN = request("parameter.get", {"path": "s1.fader_d"})
SESSIONS = 60


def subscription(number, method="tree.subscribe"):
    """To everything, but for each client in other words: nobody shares what is read for another one."""
    return request(method, {"patterns": ["**", f"s{number % SESSIONS}.**"] + [f"s{number % SESSIONS}.fader_db"] * (number % 30), "rate_hz": 60})


# What is sent again and again, by kind: the requests of a client with that number.
KINDS = {
    "cheap": lambda n: [request("server.info")],
    "reads": lambda n: [
        [request("tree.get", {"patterns": ["**"]}), request("tree.list"), request("session.list"), request("rig.status"),
         request("decision.list"), request("session.explain", {"session": f"s{n % SESSIONS}"})][n % 6]
    ],
    "what-if": lambda n: [request("tower.whatIf", {"action": "unplug", "subject": "main"})],
    "patterns": lambda n: [request("tree.get", {"patterns": STARS})],
    "misspelt": lambda n: [[UNKNOWN, request("parameter.get", {"path": "a." * 512}), request("no.such" * 8), request("session.show", {"session": "x" * 250})][n % 4]],
    "long": lambda n: [[request("parameter.get", {"path": "a." * 490_000}), "[" * 900_000, '{"a":' + "[1]," * 200_000][n % 3]],
    "batches": lambda n: ["[" + ",".join([UNKNOWN if n % 2 else request("tree.list")] * 100) + "]"],
    "deeds": lambda n: [
        request("tree.set", {"path": f"s{n % SESSIONS}.fader_db", "value": -6 - n % 7}),
        request("session.activate", {"session": f"s{n % SESSIONS}"}), request("session.deactivate", {"session": f"s{n % SESSIONS}"}),
        request("tree.set", {"path": f"s{n % SESSIONS}.mute", "toggles": True}),
    ],
    "fades": lambda n: [request("tree.set", {"path": f"s{n % SESSIONS}.fader_db", "value": -n % 30, "over_seconds": 5})],
}


def pad(text):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def message(address, *arguments):
    tags, data = ",", b""
    for argument in arguments:
        if isinstance(argument, str):
            tags, data = tags + "s", data + pad(argument)
        elif isinstance(argument, float):
            tags, data = tags + "f", data + struct.pack(">f", argument)
        else:
            tags, data = tags + "i", data + struct.pack(">i", argument)
    return pad(address) + pad(tags) + data


def bundle(messages):
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">I", len(one)) + one for one in messages)


# The same by OSC.
PACKETS = {
    "cheap": lambda n: [message("/tarmac/ping", n)],
    "lists": lambda n: [message("/tarmac/list")],
    "patterns": lambda n: [message("/*a*e*{a,b,c}*[a-z]*/*?*?*?*x*", 1.0), message("/s?*/*/*/*{x,y}*/")],
    "asks": lambda n: [message("/s*/fader_db")],
    "misspelt": lambda n: [message(f"/s{n}/fader_d", 1.0), message("/x" * 120)],
    "bundles": lambda n: [bundle([message("/tarmac/list")] * 20)],
    "deeds": lambda n: [message("/s*/fader_db", -float(n % 30))],
    "subscribes": lambda n: [message("/tarmac/subscribe", "/" if k == 0 else f"/s{(n + k) % SESSIONS}", 60.0 - n / 100) for k in range(16)],
}


def frame(text, opcode=1):
    data = text if isinstance(text, bytes) else text.encode()
    length = len(data)
    head = bytes([0x80 | opcode])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", length)
    return head + b"\0\0\0\0" + data


class Client:
    """One of them: `opening` is sent once, then `blob` again and again, or nothing more."""

    def __init__(self, crowd, place, opening=b"", blob=b"", reads=True, hangs_up=False, datagrams=None):
        self.crowd, self.place, self.blob, self.reads, self.hangs_up = crowd, place, blob, reads, hangs_up
        self.opening, self.datagrams, self.socket = opening, datagrams, None
        self.count, self.turn = 0, 0

    def begin(self):
        family, address = self.place
        kind = socket.SOCK_DGRAM if self.datagrams else socket.SOCK_STREAM
        self.socket = socket.socket(family, kind | socket.SOCK_NONBLOCK)
        try:
            self.socket.connect(address)
        except BlockingIOError:
            pass
        except OSError:
            self.socket.close()
            self.socket = None
            return self.crowd.later(self)
        self.waiting = self.opening or self.blob
        self.crowd.watch(self)

    def end(self):
        if not self.socket:
            return
        self.crowd.forget(self)
        self.socket.close()
        self.socket = None

    def advance(self, events):
        try:
            if events & select.EPOLLIN and self.reads:
                while True:
                    data = self.socket.recv(1 << 18)
                    if not data:
                        raise ConnectionError
                    self.count += len(data)
                    if self.hangs_up:
                        raise ConnectionError
                    if len(data) < 1 << 18:
                        break
            if events & select.EPOLLOUT:
                if self.datagrams:
                    for _ in range(8):
                        self.turn += 1
                        self.socket.send(self.datagrams[self.turn % len(self.datagrams)])
                elif self.waiting:
                    self.waiting = self.waiting[self.socket.send(self.waiting):] or self.blob
                    if not self.waiting:
                        self.crowd.watch(self, isNew=False)
            if events & (select.EPOLLHUP | select.EPOLLERR):
                raise ConnectionError
        except BlockingIOError:
            pass
        except OSError as problem:
            if self.datagrams and problem.errno == errno.ECONNREFUSED:
                return
            self.end()
            self.crowd.later(self)


class Crowd:
    def __init__(self):
        self.poll, self.clients, self.waiting = select.epoll(), {}, []

    def watch(self, client, isNew=True):
        events = (select.EPOLLIN if client.reads else 0) | (select.EPOLLOUT if client.datagrams or client.waiting else 0)
        number = client.socket.fileno()
        self.clients[number] = client
        (self.poll.register if isNew else self.poll.modify)(number, events)

    def forget(self, client):
        number = client.socket.fileno()
        self.poll.unregister(number)
        del self.clients[number]

    def later(self, client):
        """Comes again after a moment, as whoever was sent away does."""
        self.waiting.append((time.monotonic() + 0.005, client))

    def run(self, clients):
        for client in clients:
            client.begin()
        print("open", flush=True)
        self.poll.register(0, select.EPOLLIN)
        while True:
            for number, events in self.poll.poll(0.01):
                if number == 0:
                    print(sum(client.count for client in clients), flush=True)
                    os._exit(0)
                if number in self.clients:
                    self.clients[number].advance(events)
            now = time.monotonic()
            due = [client for moment, client in self.waiting if moment <= now]
            self.waiting = [(moment, client) for moment, client in self.waiting if moment > now]
            for client in due:
                client.begin()


def head(port, path, token, method="GET", body=b"", more=""):
    extra = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{who}{extra}{more}\r\n".encode() + body


def upgrade(port, path, token):
    key = base64.b64encode(os.urandom(16)).decode()
    more = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
    return head(port, path, token, more=more)


def clients(crowd, path, web, token, osc, oscquery, door, kind, count):
    unix, page = (socket.AF_UNIX, path), (socket.AF_INET, ("127.0.0.1", web))
    packets, query = (socket.AF_INET, ("127.0.0.1", osc)), (socket.AF_INET, ("127.0.0.1", oscquery))

    def lines(number):
        return b"".join(line.encode() + b"\n" for line in KINDS[kind](number)) * 8

    def posts(number):
        return b"".join(head(web, "/api/rpc", token, "POST", text.encode()) for text in KINDS[kind](number)) * 4

    def get(number):
        return {
            "tree": head(web, "/api/tree", token), "list": head(web, "/api/tree?describe", token),
            "metrics": head(web, "/metrics", token), "page": head(web, "/", token),
        }[kind] * 4

    def framed(packet):
        return struct.pack(">I", len(packet)) + packet

    for number in range(count):
        if door == "socket":
            if kind == "subscribes":
                yield Client(crowd, unix, subscription(number).encode() + b"\n")
            elif kind == "deaf subscribes":
                yield Client(crowd, unix, subscription(number).encode() + b"\n", reads=False)
            elif kind == "renews":
                yield Client(crowd, unix, blob=subscription(number).encode() + b"\n")
            elif kind == "deaf":
                yield Client(crowd, unix, blob=(request("tree.list") + "\n").encode(), reads=False)
            elif kind == "half":
                yield Client(crowd, unix, b'{"jsonrpc":' + b" " * 900_000)
            elif kind == "storm":
                yield Client(crowd, unix, (request("server.info") + "\n").encode(), hangs_up=True)
            elif kind == "program storm":
                yield Client(crowd, unix, (request("client.open", {"program": f"p{number}"}) + "\n").encode(), hangs_up=True)
            elif kind == "events":
                yield Client(crowd, unix, (request("events.subscribe") + "\n").encode(), lines_of("deeds", number))
            else:
                yield Client(crowd, unix, blob=lines(number))
        elif door == "websocket":
            opening = upgrade(web, "/control", token)
            if kind == "subscribes":
                yield Client(crowd, page, opening + frame(subscription(number)))
            elif kind == "deaf subscribes":
                yield Client(crowd, page, opening + frame(subscription(number)), reads=False)
            elif kind == "deaf":
                yield Client(crowd, page, opening, frame(request("tree.list")), reads=False)
            elif kind == "half":
                yield Client(crowd, page, opening + frame("x" * 900)[:-1])
            elif kind == "half upgrades":
                yield Client(crowd, page, opening[:-2])
            elif kind == "storm":
                yield Client(crowd, page, opening, hangs_up=True)
            elif kind == "pings":
                yield Client(crowd, page, opening, frame(b"x" * 100, 9) * 50)
            else:
                yield Client(crowd, page, opening, b"".join(frame(text) for text in KINDS[kind](number)) * 4)
        elif door == "http":
            if kind == "half":
                yield Client(crowd, page, head(web, "/api/rpc", token, "POST", b"x" * 1000)[:-1])
            elif kind == "storm":
                yield Client(crowd, page, head(web, "/", token), hangs_up=True)
            elif kind == "wrong tokens":
                yield Client(crowd, page, blob=head(web, "/api/tree", "wrong"))
            elif kind == "deaf":
                yield Client(crowd, page, blob=head(web, "/api/tree?describe", token), reads=False)
            elif kind in ("tree", "list", "metrics", "page"):
                yield Client(crowd, page, blob=get(number))
            else:
                yield Client(crowd, page, blob=posts(number))
        elif door == "udp":
            yield Client(crowd, packets, datagrams=PACKETS[kind](number))
        elif door == "tcp":
            if kind == "half":
                yield Client(crowd, packets, framed(message("/tarmac/list"))[:-1])
            elif kind == "storm":
                yield Client(crowd, packets, framed(message("/tarmac/ping", 1)), hangs_up=True)
            elif kind == "deaf":
                yield Client(crowd, packets, blob=framed(message("/tarmac/list")), reads=False)
            else:
                yield Client(crowd, packets, blob=b"".join(map(framed, PACKETS[kind](number))) * 4)
        elif door == "oscquery":
            opening = upgrade(oscquery, "/", None)
            if kind == "gets":
                yield Client(crowd, query, blob=head(oscquery, "/", None) * 2)
            elif kind == "values":
                yield Client(crowd, query, blob=head(oscquery, f"/s{number % SESSIONS}/fader_db?VALUE", None) * 4)
            elif kind == "half":
                yield Client(crowd, query, head(oscquery, "/", None)[:-1])
            elif kind == "storm":
                yield Client(crowd, query, head(oscquery, "/?HOST_INFO", None), hangs_up=True)
            elif kind == "listens":
                wants = [json.dumps({"COMMAND": "LISTEN", "DATA": f"/s{k}/{leaf}"}) for k in range(SESSIONS) for leaf in ("fader_db", "mute", "meters/mono/peak_db")]
                yield Client(crowd, query, opening, b"".join(map(frame, wants)))
            else:
                yield Client(crowd, query, opening, b"".join(frame(packet, 2) for packet in PACKETS[kind](number)) * 4)
        else:
            raise SystemExit(f"there is no door {door}")


def lines_of(kind, number):
    return b"".join(line.encode() + b"\n" for line in KINDS[kind](number)) * 4


def main(path, web, token, osc, oscquery, door, kind, count="60"):
    os.nice(19)
    crowd = Crowd()
    crowd.run(list(clients(crowd, path, int(web), token, int(osc), int(oscquery), door, kind, int(count))))


if __name__ == "__main__":
    main(*sys.argv[1:])
