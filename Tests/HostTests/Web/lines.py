# SPDX-License-Identifier: Apache-2.0
"""A WebSocket of the websockets package, as lines: what comes in goes out, and the other way round.

lines.py [--from ADDRESS] URL TOKEN [NAME=VALUE ...]   further headers; a token of "-" is none
"""
import argparse
import asyncio
import sys

import websockets


async def main(url, token, headers, address):
    headers = dict(pair.split("=", 1) for pair in headers)
    if token != "-":
        headers["Authorization"] = f"Bearer {token}"
    place = {"local_addr": (address, 0)} if address else {}
    try:
        socket = await websockets.connect(
            url, additional_headers=headers, max_size=2**24, **place
        )
    except websockets.exceptions.InvalidStatus as error:
        print("refused", error.response.status_code, flush=True)
        return
    print("open", flush=True)
    loop = asyncio.get_running_loop()

    async def send():
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            await socket.send(line.rstrip("\n"))
        await socket.close()

    sending = asyncio.create_task(send())
    try:
        async for message in socket:
            print(message, flush=True)
    except websockets.exceptions.ConnectionClosedError:
        pass
    print("closed", socket.close_code, flush=True)
    # Who waits for a line of standard input can't be told otherwise.
    import os

    os._exit(0)


parser = argparse.ArgumentParser()
parser.add_argument("--from", dest="address")
parser.add_argument("url")
parser.add_argument("token")
parser.add_argument("headers", nargs="*")
options = parser.parse_args()
asyncio.run(main(options.url, options.token, options.headers, options.address))
