# SPDX-License-Identifier: Apache-2.0
# What a plugin costs that does next to nothing: time in each cycle, and memory. And what helpers cost beside it.
import math
import os
import shutil
import statistics
import subprocess

import measure
import rigs
from lab import Broken, observe, status

# Trivial plugins in one session; the slope between the two is what one of them takes.
FEW, MANY = 8, 512
ROUNDS = 4
HELPER_ROUNDS = 10
# How many clients the peers can be in one server, a client for each plugin.
PEER_MOST = {"jalv": 16, "mod-host": 128}


def density(lab, seconds):
    """Time and memory of one trivial plugin, here and in the peers, from the slope between a few of them and many."""
    server = lab.server("density")
    feeder = lab.rig("feeder", lab.write("feeder.yaml", rigs.FEEDER), server)
    times, memory = {}, {}
    runners = {"tarmac": measure.tarmac_chain}
    runners |= {peer: run for peer, run in measure.PEER_CHAINS.items() if shutil.which(peer)}
    for name, run in runners.items():
        most = PEER_MOST.get(name, MANY)
        try:
            slopes = [slope(lab, server, run, most, seconds / ROUNDS / 2) for _ in range(ROUNDS)]
        except Broken:
            if name == "tarmac":
                raise
            for child in [child for child in lab.children if child not in (server, feeder)]:
                lab.stop(child)
            times[name] = memory[name] = "stalled"
            continue
        times[name] = min(time for time, _ in slopes)
        memory[name] = statistics.median(size for _, size in slopes)
    lab.stop(feeder)
    lab.stop(server)
    missing = {peer: "not installed" for peer in measure.PEERS if peer not in runners}
    return [
        (f"trivial plugin ({FEW} to {MANY}): CPU per plugin and cycle, us", missing | times),
        measure.bare_row(lab),
        ("  anonymous memory per plugin, kB", missing | memory),
    ]


def slope(lab, server, run, most, seconds):
    """Microseconds in a cycle and kilobytes for one plugin more."""
    found = []
    for length in (FEW, most):
        children, (cpu, _) = measure.observe_chain(lab, server, run, length, seconds)
        found.append((cpu, anonymous(children)))
        for child in children:
            lab.stop(child)
    (few, few_kb), (many, many_kb) = found
    plugins = most - FEW
    return (many - few) / plugins * 1000 / measure.CYCLES_PER_SECOND, (many_kb - few_kb) / plugins


def anonymous(children):
    """Kilobytes of anonymous memory that programs have in use."""
    total = 0
    for child in children:
        with open(f"/proc/{child.pid}/status", encoding="ascii") as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))
    return total


# MARK: Helpers


def helpers(lab, root, seconds):
    """Eight sessions of four heavy plugins, by one thread and by two: how much sooner they are done, and at what price."""
    if os.cpu_count() < 2:
        return [("heavy sessions on two threads", {"tarmac": "one core only"})]
    environment = measure.corpus(lab, root)
    if not environment:
        return [("heavy sessions on two threads", {"tarmac": "run scripts/install-corpus first"})]
    preset = lab.write("heavy.yaml", rigs.heavy_rig())
    server = lab.server("heavy", frames=256)
    found = {1: [], 2: []}
    # In turns, so that whatever else the machine does meets both.
    for _ in range(HELPER_ROUNDS):
        for threads, results in found.items():
            rig = lab.rig("heavy", preset, server, ["--threads", str(threads)], environment)
            measure.sounding_status(lab, rig)
            measure.request(rig, "rig.resetCounters")
            cpu, _ = observe([rig], seconds / HELPER_ROUNDS / 2)
            results.append((status(rig)["render"]["median_us"], cpu))
            lab.stop(rig)
    lab.stop(server)
    # The least of all rounds: what else the machine does, and its neighbours do, only adds to it.
    (one, one_cpu), (two, two_cpu) = (map(min, zip(*found[threads])) for threads in (1, 2))
    return [
        ("8 x 4 heavy plugins, one thread: cycle, median, us", {"tarmac": one}),
        ("  two threads", {"tarmac": two}),
        ("  times sooner", {"tarmac": one / two}),
        ("  CPU, two threads over one", {"tarmac": two_cpu / one_cpu}),
        side_by_side(lab),
    ]


def side_by_side(lab):
    """What this machine itself takes for two threads: the time of a plugin that runs on both cores, over that on one."""
    title = "  reference: a bare plugin on both cores over one"
    if not shutil.which("lv2bench"):
        return (title, {"reference": "not installed"})
    command = ["lv2bench", "-b", "256", "-n", "12800000", rigs.BARE_HEAVY]

    def times(copies):
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(copies)]
        said = [child.communicate()[0].split() for child in running]
        return [float(words[0]) for words in said if words] or [math.nan]

    pairs = [(statistics.mean(times(2)), times(1)[0]) for _ in range(HELPER_ROUNDS)]
    both, alone = map(min, zip(*pairs))
    return (title, {"reference": both / alone})
