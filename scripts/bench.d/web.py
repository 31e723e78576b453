# SPDX-License-Identifier: Apache-2.0
# The web mixer: what its page costs in a browser, and the rig, with 32 strips whose meters move 30 times a second.
import json
import os
import subprocess

import rigs
from lab import Broken, last_words, observe

SESSIONS = 32
STRIPS = SESSIONS + 1

PRESET = """tarmac: 1
surfaces: { web: { port: 0 } }
routes:
  out: { role: lineOut, channels: [ left, right ] }
sessions:
"""


def preset():
    """Stereo sessions that play files: a strip for each, and one for the output."""
    return PRESET + rigs.players(SESSIONS)


def web(lab, root, seconds):
    """Rows: what loads, how soon it is seen, and CPU time on both sides."""
    python = subprocess.run(
        [os.path.join(root, "scripts", "install-test-python"), "path"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()
    if not os.path.exists(python):
        raise Broken("the page is opened by tests' Python: run scripts/install-test-python first.")
    server = lab.server("web", frames=256)
    rig = lab.rig("web", lab.write("web.yaml", preset()), server, environment=[f"XDG_STATE_HOME={lab.path('state')}"])
    quiet, _ = observe([rig], seconds)
    paired = lab.run([lab.tarmac, "web", "pair", "bench", "--name", "web", "--json"], server.name)
    page = lab.start(
        [python, "-B", os.path.join(root, "scripts", "bench.d", "page.py"), json.loads(paired)["url"], str(STRIPS), str(seconds),
         os.path.join(root, "Tests", "HostTests", "Web", "page")]
    )
    lab.wait_until(lambda: "measuring" in last_words(page), page, "open the page")
    busy, _ = observe([rig], seconds)
    if page.wait(lab.patience) != 0:
        raise Broken(f"the page could not be measured: {last_words(page)}")
    found = json.loads(last_words(page).splitlines()[-1])
    for child in (page, rig, server):
        lab.stop(child)
    return [
        ("the page, bytes on the wire", {"tarmac": int(found["bytes"])}),
        ("  first paint, ms", {"tarmac": found["paint_ms"]}),
        (f"  CPU of its process with {STRIPS} strips at 30 Hz, ms/s", {"tarmac": found["renderer_ms"]}),
        ("  CPU of the process that puts it onto the screen", {"tarmac": found["GPU_ms"]}),
        ("  host's CPU, ms/s (reference: without a page)", {"tarmac": busy, "reference": quiet}),
        ("  host's CPU for the page", {"tarmac": busy - quiet}),
    ]
