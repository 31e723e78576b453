# SPDX-License-Identifier: Apache-2.0
# What scripts/bench measures. Each function returns rows for the table: a title, and cells by their column.
import os
import shutil
import socket
import statistics
import time

import rigs
from lab import RATE, Broken, last_words, observe, request, status

FRAMES = 64
CYCLES_PER_SECOND = RATE / FRAMES
CHAIN_LENGTHS = [1, 8, 32, 64, 128]
PEERS = ["jalv", "mod-host"]
# A process for each plugin gets out of hand beyond this.
JALV_LENGTHS = [1, 8, 16]


# MARK: Xruns and cycle times


def large_rig(lab, seconds):
    """The idle server alone, then beside a server with the large rig, each for the same time."""
    idle_server = lab.server("idle")
    idle = lab.rig("idle", lab.write("idle.yaml", rigs.IDLE), idle_server)
    alone = count_xruns([idle], seconds)[0]
    busy_server = lab.server("busy")
    busy = lab.rig("bench", lab.write("large.yaml", rigs.large_rig()), busy_server)
    sounding_status(lab, busy)
    time.sleep(1)
    request(busy, "rig.resetCounters")
    beside, loaded, (cpu, _) = count_xruns([idle, busy], seconds, observed=busy)
    now = sounding_status(lab, busy)
    idle_load = status(idle)["server"]["load_percent"]
    for child in (busy, busy_server, idle, idle_server):
        lab.stop(child)
    render = now["render"]
    return [
        (f"xruns in {seconds:g} s (reference: idle server)", {"tarmac": loaded, "reference": f"{beside} (alone: {alone})"}),
        (f"cycle, median, us of {FRAMES * 1e6 / RATE:.0f}", {"tarmac": render["median_us"]}),
        ("cycle, 99.9 %, us", {"tarmac": render["p999_us"]}),
        ("cycle, worst, us", {"tarmac": render["worst_us"]}),
        ("host's CPU, ms/s", {"tarmac": cpu}),
        ("JACK's load, % (reference: idle server)", {"tarmac": now["server"]["load_percent"], "reference": idle_load}),
    ]


def sounding_status(lab, rig):
    """The status of a rig as soon as all its sessions sound; refuses one that does not do what is to be measured."""
    lab.wait_until(lambda: all(map(sounds, status(rig)["sessions"])), rig, "sound as it should")
    now = status(rig)
    for session in now["sessions"]:
        if session["invalidBlocks"]:
            raise Broken(f"session {session['name']} has put out what is no sound")
    return now


def sounds(session):
    return all(level.get("peak_db") is not None for level in session["levels"])


def count_xruns(hosts, seconds, observed=None):
    """How many xruns each host's server had in a time; then what `observe` says about one of them."""
    before = [status(host)["server"]["xruns"] for host in hosts]
    seen = observe([observed] if observed else [], seconds)
    counts = [status(host)["server"]["xruns"] - old for host, old in zip(hosts, before)]
    return [*counts, seen]


# MARK: Chains of gains


def chains(lab, seconds):
    """CPU time over the length of a chain of gains, here and in the peers."""
    server = lab.server("chain")
    feeder = lab.rig("feeder", lab.write("feeder.yaml", rigs.FEEDER), server)
    runners = {"tarmac": tarmac_chain}
    runners |= {peer: run for peer, run in PEER_CHAINS.items() if shutil.which(peer)}
    found = {}
    medians = {}
    # Twice half the time, of which the quieter half counts.
    for name, run in list(runners.items()) * 2:
        for length in JALV_LENGTHS if name == "jalv" else CHAIN_LENGTHS:
            try:
                children, seen = observe_chain(lab, server, run, length, seconds / 2)
            except Broken:
                if name == "tarmac":
                    raise
                for child in [child for child in lab.children if child not in (server, feeder)]:
                    lab.stop(child)
                continue
            found[name, length] = min(found.get((name, length), seen), seen)
            if name == "tarmac":
                median = sounding_status(lab, children[0])["render"]["median_us"]
                medians[length] = min(medians.get(length, median), median)
            for child in children:
                lab.stop(child)
    lab.stop(feeder)
    lab.stop(server)
    span = max(medians) - min(medians)
    by_cycle = (medians[max(medians)] - medians[min(medians)]) / span
    return chain_rows(found, runners) + [("  by the cycle's median time", {"tarmac": by_cycle}), bare_row(lab)]


def observe_chain(lab, server, run, length, seconds):
    """Runs a chain and observes it; one in which JACK does not wake every client each cycle is started again."""
    clients = 1 if run is tarmac_chain else length
    for _ in range(5):
        children = run(lab, server, length)
        time.sleep(1)
        seen = observe(children, seconds)
        if seen[1] > 0.9 * CYCLES_PER_SECOND * clients:
            return children, seen
        for child in children:
            lab.stop(child)
    raise Broken(f"{children[0].args[0]} with {length} plugins stalled each time")


def chain_rows(found, names):
    missing = {peer: "not installed" for peer in PEERS if peer not in names}

    def row(title, value):
        return (title, missing | {name: value(name) for name in names})

    def slope(name):
        lengths = [length for owner, length in found if owner == name]
        if len(lengths) < 2:
            return "stalled"
        loads = [found[name, length][0] for length in lengths]
        return statistics.linear_regression(lengths, loads).slope * 1000 / CYCLES_PER_SECOND

    def cell(length, index):
        return lambda name: found[name, length][index] if (name, length) in found else None

    rows = [row(f"chain of {length}: CPU, ms/s", cell(length, 0)) for length in sorted({n for _, n in found})]
    rows += [row(f"chain of {length}: context switches/s", cell(length, 1)) for length in (8, 32)]
    return rows + [row("CPU per plugin and cycle (slope), us", slope)]


def bare_row(lab):
    """The plugin alone, called in a loop by lilv's own benchmark."""
    title = "  reference: bare run() by lv2bench"
    if not shutil.which("lv2bench"):
        return (title, {"reference": "not installed"})
    blocks = 1_000_000
    said = lab.run(["lv2bench", "-b", str(FRAMES), "-n", str(blocks * FRAMES), rigs.GAIN])
    return (title, {"reference": float(said.split()[0]) * 1e6 / blocks})


def tarmac_chain(lab, server, length):
    return [lab.rig("chain", lab.write("chain.yaml", rigs.chain_rig(length)), server)]


def chain_pairs(clients):
    ends = ["feeder:out_left"] + [f"{client}:output" for client in clients]
    starts = [f"{client}:input" for client in clients] + ["system:playback_1"]
    return list(zip(ends, starts))


def jalv_chain(lab, server, length):
    clients = [f"jalv{number}" for number in range(length)]
    children = [lab.start(["jalv", "-x", "-n", client, rigs.GAIN], server.name) for client in clients]
    lab.connect(server, chain_pairs(clients))
    return children


def start_mod_host(lab, server):
    """Starts mod-host; returns the program, the port where it listens, and a connection to it."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    child = lab.start(["mod-host", "-n", "-p", str(port)], server.name)
    links = []

    def reached():
        try:
            links.append(socket.create_connection(("localhost", port), 30))
            return True
        except OSError:
            return False

    lab.wait_until(reached, child)
    return child, port, links[0]


def fill_mod_host(link, length):
    """Loads amplifiers, and hangs up: mod-host serves one client at a time."""
    with link:
        for number in range(length):
            link.sendall(f"add {rigs.GAIN} {number}\0".encode())
            link.recv(100)


def mod_host_chain(lab, server, length):
    child, _, link = start_mod_host(lab, server)
    fill_mod_host(link, length)
    lab.connect(server, chain_pairs([f"effect_{number}" for number in range(length)]))
    return [child]


PEER_CHAINS = {"jalv": jalv_chain, "mod-host": mod_host_chain}


# MARK: Offline, and the time to sound


def offline(lab, minutes=10):
    """How long two sessions take to render, with files at the rig's rate and with files to be resampled."""
    rows = []
    for rate in (RATE, 44_100):
        rigs.write_tone(lab.path(f"tone-{rate}.wav"), rate)
        preset = lab.write(f"offline-{rate}.yaml", rigs.offline_rig(f"tone-{rate}.wav"))
        start = time.monotonic()
        lab.run([lab.tarmac, "render", preset, "--seconds", str(minutes * 60), "--out", lab.path("rendered")])
        elapsed = time.monotonic() - start
        title = f"render {minutes} min, files at {rate / 1000:g} kHz: s"
        rows.append((title, {"tarmac": elapsed}))
        rows.append(("  times real time", {"tarmac": minutes * 60 / elapsed}))
    return rows


def start_to_sound(lab, root, times=5):
    """From exec to the first cycle in which the decks of the DJ preset sound, on a running server."""
    shutil.copytree(os.path.join(root, "presets"), lab.path("presets"), ignore=shutil.ignore_patterns("demo"))
    os.symlink(lab.path("demo"), lab.path("presets/demo"))
    server = lab.server("start")
    taken = [time_to_sound(lab, server, lab.path("presets/dj.yaml")) for _ in range(times)]
    lab.stop(server)
    return [
        ("start to sound (dj.yaml), median, ms", {"tarmac": statistics.median(taken)}),
        (f"start to sound, worst of {times}, ms", {"tarmac": max(taken)}),
    ]


def time_to_sound(lab, server, preset, environment=()):
    """From exec to the first cycle in which the first session's player sounds, in milliseconds."""
    start = time.monotonic()
    command = [lab.tarmac, "run", preset, "--name", "start", "--server", "attach"]
    rig = lab.start(["env", *environment, *command] if environment else command, server.name)
    rig.socket = lab.path("tarmac/start.sock")
    played = 0
    while not played:
        if rig.poll() is not None or time.monotonic() > start + lab.patience:
            raise Broken(f"{os.path.basename(preset)} did not come to sound: {last_words(rig)}")
        time.sleep(0.001)
        answer = request(rig, "rig.status")
        now = time.monotonic()
        played = answer["sessions"][0]["sources"][0]["position_frames"] if answer else 0
    # The play position says how long ago the first sample was played.
    taken = (now - start - played / RATE) * 1000
    lab.stop(rig)
    return taken


def corpus(lab, root):
    """What a program's environment has besides, where it sees every LV2 plugin of Debian; empty without them."""
    try:
        words = lab.run([os.path.join(root, "scripts", "install-corpus"), "run", "env"]).split("\n")
    except Broken:
        return []
    names = ("LV2_PATH=", "LD_LIBRARY_PATH=", "QT_PLUGIN_PATH=")
    return [word for word in words if word.startswith(names)] + [f"XDG_CACHE_HOME={lab.path('cache')}"]


def many_plugins(lab, root, times=5):
    """The time to sound where every LV2 plugin of Debian is installed, and what it takes to load all of them.

    The files are in the system's cache; a cold index is one that is not there.
    """
    environment = corpus(lab, root)
    if not environment:
        return [("start to sound among all LV2 plugins", {"tarmac": "run scripts/install-corpus first"})]
    preset = lab.write("five.yaml", rigs.five_plugins())
    server = lab.server("many")
    cold, warm = [], []
    for _ in range(times):
        shutil.rmtree(lab.path("cache"), ignore_errors=True)
        cold.append(time_to_sound(lab, server, preset, environment))
        warm.append(time_to_sound(lab, server, preset, environment))
    lab.stop(server)
    whole = {name: [time_of(lab, ["env", *environment, *words]) for _ in range(times)] for name, words in LISTS.items()}
    count = len(lab.run(["env", *environment, "lv2ls"]).split())
    warm_median = statistics.median(warm)
    rows = [
        (f"start to sound, 5 of {count} plugins, index warm: median, ms", {"tarmac": warm_median}),
        (f"  worst of {times}, ms", {"tarmac": max(warm)}),
        ("  index cold: median, ms", {"tarmac": statistics.median(cold)}),
    ]
    for name, taken in whole.items():
        median = statistics.median(taken)
        rows.append((f"  reference: {name}, ms (ratio)", {"reference": f"{median:.0f} (x{median / warm_median:.1f})"}))
    return rows


# What a program waits for that has lilv load all that is installed, and what one that then reads it: lv2bench and lists do.
LISTS = {"lilv loads the manifests (lv2ls)": ["lv2ls"], "lilv reads all data (lv2ls -n)": ["lv2ls", "-n"]}


def time_of(lab, command):
    start = time.monotonic()
    lab.run(command)
    return (time.monotonic() - start) * 1000


# MARK: The session layer


def tower(lab, benchmark):
    """What the tower takes for a decision, and what a live interruption takes from the command to silence."""
    rows = []
    medians = {}
    for sessions in (10, 100, 1000):
        answer = lab.run([benchmark, "decisions", str(sessions)])
        per_second, medians[sessions], p999, _ = map(float, answer.split())
        rows.append((f"decisions a second with {sessions} sessions", {"tarmac": round(per_second)}))
        rows.append((f"decision with {sessions} sessions, median, us", {"tarmac": medians[sessions]}))
        rows.append(("  99.9 %, us", {"tarmac": p999}))
    # 1 is a cost that does not depend on the number of sessions, 100 one that grows with it.
    rows.append(("  growth from 10 to 1000 sessions, times", {"tarmac": medians[1000] / medians[10]}))
    server = lab.server("tower")
    rig = lab.rig("tower", lab.write("tower.yaml", rigs.FEEDER), server)
    frames = lab.run([benchmark, "interruption", server.name, "tower", "tower:out_left"], server.name)
    for child in (rig, server):
        lab.stop(child)
    title = f"interruption, command to silence, frames (20 ms release, cycles of {FRAMES})"
    return rows + [(title, {"tarmac": int(frames)})]
