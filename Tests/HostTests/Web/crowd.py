# SPDX-License-Identifier: Apache-2.0
"""WebSockets and plain HTTP that ask again and again, until the rig ends: crowd.py PORT TOKEN COUNT REQUEST ..."""
import asyncio
import sys

import websockets


async def page(port, token, request):
    headers = {"Authorization": f"Bearer {token}"}
    url = f"ws://127.0.0.1:{port}/control"
    async with websockets.connect(url, additional_headers=headers, max_size=None) as socket:
        while True:
            await socket.send(request)
            await socket.recv()


async def plain(port, token, request):
    body = request.encode()
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /api/rpc HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        writer.write(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        await reader.read()
        writer.close()


async def main(port, token, count, *requests):
    asks = [
        way(int(port), token, requests[number % len(requests)])
        for number in range(int(count))
        for way in (page, plain)
    ]
    print("open", flush=True)
    await asyncio.gather(*asks, return_exceptions=True)


asyncio.run(main(*sys.argv[1:]))
