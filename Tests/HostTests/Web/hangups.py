# SPDX-License-Identifier: Apache-2.0
"""Sends lines over WebSockets and hangs up without a goodbye, at different moments.

hangups.py URL TOKEN ROUNDS STORY ...   a story is messages with line ends between them
"""
import asyncio
import sys

import websockets


async def main(url, token, rounds, *stories):
    for number in range(int(rounds)):
        for story in stories:
            socket = await websockets.connect(
                url, additional_headers={"Authorization": f"Bearer {token}"}
            )
            for message in story.split("\n"):
                await socket.send(message)
            await asyncio.sleep(number % 3 * 0.002)
            socket.transport.abort()
    print("done", flush=True)


asyncio.run(main(*sys.argv[1:]))
