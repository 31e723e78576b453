# SPDX-License-Identifier: Apache-2.0
# What scripts/bench finds out about bad nights: a plugin that crashes or hangs, a server that dies, clients that flood.
import os
import shutil
import signal
import socket
import time

import rigs
from lab import Broken, request, status

FRAGILE = "urn:tarmac:fixture:fragile"
# How long the plugin of a peer is waited for; nobody in front of an audience waits longer.
LIMIT_SECONDS = 10

RIG = rigs.MAIN + f"""  glass:
    category: multiRoute
    options: [ mixWithOthers ]
    active: true
    isolation: process
    source: {{ player: demo/deck-a.wav, loop: true }}
    graph: [ {{ plugin: "{FRAGILE}", id: fragile, set: {{ level: 1 }} }} ]
    sends: [ {{ to: main }} ]
  deck:
    category: multiRoute
    options: [ mixWithOthers ]
    active: true
    source: {{ player: demo/deck-b.wav, loop: true }}
    sends: [ {{ to: main }} ]
"""


def table(lab, root):
    """The same faults, here and in the peers that are installed."""
    fixtures(lab, root)
    rows = {title: {} for title in TITLES}
    for column, measure in (("tarmac", tarmac), ("jalv", jalv)):
        if column != "tarmac" and not shutil.which(column):
            continue
        for title, cell in zip(TITLES, measure(lab)):
            rows[title][column] = cell
    return list(rows.items())


TITLES = [
    "a plugin crashes: it runs again after, ms",
    "a plugin hangs: it runs again after, ms",
    "the JACK server dies: sound after its return, ms",
    "eight clients flood: the slowest of 200 answers, ms",
]


def fixtures(lab, root):
    """Makes a bundle of the plugins that misbehave when they are told to."""
    library = os.path.join(os.path.dirname(lab.tarmac), "libFixturePlugins.so")
    if not os.path.exists(library):
        raise Broken('the plugins that misbehave are not built: run "make bench"')
    bundle = lab.path("lv2/fixtures.lv2")
    os.makedirs(bundle)
    for name in ("manifest.ttl", "fixtures.ttl"):
        shutil.copy(os.path.join(root, "Tests/FixturePlugins/bundle", name), bundle)
    os.symlink(library, os.path.join(bundle, "fixtures.so"))
    os.environ["LV2_PATH"] = lab.path("lv2") + ":" + os.environ.get("LV2_PATH", "/usr/lib/lv2")


def tarmac(lab):
    server = lab.server("faults", frames=256)
    rig = lab.rig("faults", lab.write("faults.yaml", RIG), server)
    lab.wait_until(lambda: runs(rig), rig, "run its isolated plugin")
    cells = [time_to_return(lab, rig, "1"), time_to_return(lab, rig, "3")]
    cells.append(time_after_death(lab, rig, server))
    cells.append(slowest_in_flood(rig))
    for child in [child for child in lab.children if child.args[0] == "jackd"] + [rig]:
        lab.stop(child)
    return cells


def glass(rig):
    return next(session for session in status(rig)["sessions"] if session["name"] == "glass")


def runs(rig):
    session = glass(rig)
    return session["isolation"]["state"] == "running" and session["plugins"][0]["runs"] > 10


def time_to_return(lab, rig, how):
    """From the command that lets the plugin misbehave until it runs in another process."""
    losses = glass(rig)["isolation"]["losses"]
    time.sleep(1.5)
    start = time.monotonic()
    request(rig, "parameter.set", {"path": "glass.fragile.rude", "value": how})
    lab.wait_until(lambda: glass(rig)["isolation"]["losses"] > losses and runs(rig), rig, "come back")
    return (time.monotonic() - start) * 1000


def time_after_death(lab, rig, server):
    """From the moment in which a new server answers until the rig's player moves on."""
    def place():
        return next(s for s in status(rig)["sessions"] if s["name"] == "deck")["sources"][0]["position_frames"]

    server.kill()
    server.wait()
    lab.wait_until(lambda: not status(rig)["server"]["isConnected"], rig, "notice")
    lab.restart(server)
    start, before = time.monotonic(), place()
    lab.wait_until(lambda: place() != before, rig, "sound again")
    return (time.monotonic() - start) * 1000


def slowest_in_flood(rig):
    """Eight clients ask without reading; what a ninth one waits for its answers."""
    line = b'{"jsonrpc":"2.0","id":1,"method":"rig.status"}\n'
    links = []
    for _ in range(8):
        link = socket.socket(socket.AF_UNIX)
        link.connect(rig.socket)
        link.setblocking(False)
        links.append(link)
    taken = []
    for _ in range(200):
        for link in links:
            try:
                link.sendall(line * 10)
            except OSError:
                continue
        start = time.monotonic()
        status(rig)
        taken.append((time.monotonic() - start) * 1000)
    for link in links:
        link.close()
    return max(taken)


def jalv(lab):
    """jalv takes values on its standard input, a socket it has not."""
    return [jalv_fault(lab, "1"), jalv_fault(lab, "3"), jalv_server(lab), "has no socket"]


def jalv_fault(lab, how):
    server = lab.server("jalv", frames=256)
    child = lab.start(["jalv", "-x", "-n", "fragile", FRAGILE], server.name)
    lab.wait_until(lambda: "fragile:" in lab.run(["jack_lsp"], server.name, check=False), child)
    child.stdin.write(f"rude = {how}\n".encode())
    child.stdin.flush()
    try:
        code = child.wait(LIMIT_SECONDS)
        outcome = f"never: ended by {signal.Signals(-code).name}" if code < 0 else f"never: ended with {code}"
    except Exception:  # It still runs.
        outcome = f"never: hangs after {LIMIT_SECONDS} s"
    child.kill()
    lab.stop(child)
    lab.stop(server)
    return outcome


def jalv_server(lab):
    server = lab.server("jalv-death", frames=256)
    child = lab.start(["jalv", "-x", "-n", "fragile", FRAGILE], server.name)
    lab.wait_until(lambda: "fragile:" in lab.run(["jack_lsp"], server.name, check=False), child)
    server.kill()
    server.wait()
    time.sleep(1)
    server = lab.restart(server)
    time.sleep(LIMIT_SECONDS)
    back = "fragile:" in lab.run(["jack_lsp"], server.name, check=False)
    ended = child.poll() is not None
    child.kill()
    lab.stop(child)
    lab.stop(server)
    return "returns" if back else "never: ended" if ended else "never: runs without a server"
