# SPDX-License-Identifier: Apache-2.0
"""A WebSocket of the websockets package, as lines: what comes in goes out, and the other way round.

lines.py URL TOKEN [NAME=VALUE ...]   further headers; a token of "-" is none
"""
import asyncio
import sys

import websockets


async def main(url, token, *extra):
    headers = dict(pair.split("=", 1) for pair in extra)
    if token != "-":
        headers["Authorization"] = f"Bearer {token}"
    try:
        socket = await websockets.connect(url, additional_headers=headers, max_size=2**24)
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


asyncio.run(main(*sys.argv[1:]))
