# SPDX-License-Identifier: Apache-2.0
"""A client of python-osc for tests: sends what it reads, line by line, and prints what it is told.

usage: osc_client.py udp|tcp-1.0|tcp-1.1 PORT [HOST]

A line to send is JSON: ["/address", argument, ...], or {"in": seconds, "send": [[...], ...]} for a bundle with a
time tag, which is printed as ["#bundle", seconds since 1970]; "then": [[seconds, [...]], ...] adds bundles so long after it, and
"meanwhile": [[...], ...] messages without a moment, one every 3 ms, up to the last of them. Text arguments %T, %F and %N are the types T, F and N.
"""

import json
import socket
import sys
import threading
import time

from pythonosc.osc_bundle_builder import OscBundleBuilder
from pythonosc.osc_message_builder import OscMessageBuilder
from pythonosc.osc_packet import OscPacket
from pythonosc.tcp_client import TCPClient


def message(line):
    builder = OscMessageBuilder(line[0])
    for argument in line[1:]:
        if argument in ("%T", "%F", "%N"):
            builder.add_arg({"%T": True, "%F": False, "%N": None}[argument])
        else:
            builder.add_arg(argument)
    return builder.build()


def tell(datagram):
    for timed in OscPacket(datagram).messages:
        say([timed.message.address] + list(timed.message.params))


def say(line):
    print(json.dumps(line), flush=True)


def receive_forever(receive):
    while True:
        packets = receive()
        if not packets:
            return
        for packet in packets:
            if packet:
                tell(packet)


kind, port = sys.argv[1], int(sys.argv[2])
host = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
if kind == "udp":
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind((host, 0))
    send = lambda content: line.sendto(content.dgram, ("127.0.0.1", port))
    receive = lambda: [line.recv(65536)]
else:
    client = TCPClient("127.0.0.1", port, mode=kind.removeprefix("tcp-"), timeout=600)
    send, receive = client.send, client.receive
threading.Thread(target=receive_forever, args=[receive], daemon=True).start()
say(["#ready"])
if kind == "udp":
    say(["#port", line.getsockname()[1]])
for text in sys.stdin:
    wish = json.loads(text)
    if isinstance(wish, dict):
        moment = time.time() + wish["in"]
        bundles = [[0, wish["send"]]] + wish.get("then", [])
        for after, elements in bundles:
            bundle = OscBundleBuilder(moment + after)
            for element in elements:
                bundle.add_content(message(element))
            send(bundle.build())
        say(["#bundle", moment])
        while wish.get("meanwhile") and time.time() < moment + bundles[-1][0]:
            for element in wish["meanwhile"]:
                send(message(element))
                time.sleep(0.003)
    else:
        send(message(wish))
