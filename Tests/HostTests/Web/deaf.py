# SPDX-License-Identifier: Apache-2.0
"""A WebSocket that asks and asks and never reads, until it is closed: deaf.py URL TOKEN"""
import asyncio
import sys

import websockets


async def main(url, token):
    headers = {"Authorization": f"Bearer {token}"}
    socket = await websockets.connect(url, additional_headers=headers, ping_interval=None, max_size=None)
    print("open", flush=True)
    asked = 0
    try:
        while True:
            asked += 1
            await socket.send('{"jsonrpc":"2.0","id":%d,"method":"tree.list"}' % asked)
    except websockets.exceptions.ConnectionClosed:
        print("closed", asked, flush=True)


asyncio.run(main(*sys.argv[1:]))
