# SPDX-License-Identifier: Apache-2.0
"""A client of OSCQuery on a WebSocket of the websockets package, with OSC by python-osc.

usage: oscquery_ws.py PORT [ORIGIN]

Lines of JSON come in: an object is sent as a text, ["/address", arguments...] as OSC. What comes from the rig goes out likewise.
"""

import asyncio
import json
import os
import sys

import websockets
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder


def packet(address, *arguments):
    builder = OscMessageBuilder(address)
    for argument in arguments:
        builder.add_arg(argument)
    return builder.build().dgram


def words(message):
    if isinstance(message, str):
        return json.loads(message)
    heard = OscMessage(message)
    return [heard.address, *heard.params]


async def main(port, origin=None):
    try:
        socket = await websockets.connect(f"ws://127.0.0.1:{port}/", origin=origin)
    except websockets.exceptions.InvalidStatus as error:
        print("refused", error.response.status_code, flush=True)
        return
    print("open", flush=True)
    loop = asyncio.get_running_loop()

    async def send():
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            wish = json.loads(line)
            await socket.send(json.dumps(wish) if isinstance(wish, dict) else packet(*wish))

    sending = asyncio.create_task(send())
    async for message in socket:
        print(json.dumps(words(message)), flush=True)
    # Who waits for a line of standard input can't be told otherwise.
    os._exit(0)


asyncio.run(main(*sys.argv[1:]))
