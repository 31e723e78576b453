# SPDX-License-Identifier: Apache-2.0
# The laboratory of scripts/bench: a folder, private servers, programs that are stopped by their own process IDs, and what
# the kernel and the rigs say about them.
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

RATE = 48_000


class Broken(Exception):
    """A measurement that can't be made; the text says why."""


class Lab:
    """Everything that the benchmark starts or writes; leaving it stops and removes all of that."""

    def __init__(self, tarmac, patience=20, realtime=True):
        self.tarmac = tarmac
        self.patience = patience
        self.folder = tempfile.mkdtemp(prefix="tarmac-bench-")
        self.children = []
        self.scheduling = ["-R", "-P", "70"] if realtime and may_run_in_real_time() else ["-r"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in reversed(self.children[:]):
            self.stop(child)
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def environment(self, server=None):
        own = dict(os.environ, XDG_RUNTIME_DIR=self.folder, JACK_NO_AUDIO_RESERVATION="1")
        if server:
            own["JACK_DEFAULT_SERVER"] = server
        return own

    def start(self, command, server=None):
        """Starts a program with its standard input kept open and its output in a log."""
        log = self.path(f"log-{len(os.listdir(self.folder))}")
        with open(log, "w", encoding="utf-8") as output:
            child = subprocess.Popen(
                command, env=self.environment(server), cwd=self.folder,
                stdin=subprocess.PIPE, stdout=output, stderr=subprocess.STDOUT,
            )
        child.log = log
        self.children.append(child)
        return child

    def stop(self, child):
        if child.poll() is None:
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(self.patience)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        child.stdin.close()
        if child in self.children:
            self.children.remove(child)

    def run(self, command, server=None, check=True):
        """Runs a program to its end and returns what it printed."""
        done = subprocess.run(
            command, env=self.environment(server), cwd=self.folder, timeout=600, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        if check and done.returncode != 0:
            raise Broken(f"{' '.join(command[:2])} failed: {done.stdout.strip()}")
        return done.stdout

    def succeeds(self, command, server):
        try:
            self.run(command, server)
            return True
        except Broken:
            return False

    def server(self, role, frames=64):
        """Starts a private jackd and returns its name."""
        name = f"tarmac-bench-{role}-{os.getpid()}"
        child = self.start(
            ["jackd", "-p", "512", "-n", name, *self.scheduling]
            + ["-d", "dummy", "-r", str(RATE), "-p", str(frames), "-C", "4", "-P", "4"]
        )
        child.name = name
        self.wait_until(lambda: "system:" in self.run(["jack_lsp"], name, check=False), child)
        return child

    def restart(self, server):
        """Starts a private jackd that was killed again, under its old name; returns it when it answers."""
        self.children.remove(server)
        server.stdin.close()
        child = self.start(server.args)
        child.name = server.name
        self.wait_until(lambda: "system:" in self.run(["jack_lsp"], child.name, check=False), child)
        return child

    def rig(self, name, preset, server, options=(), environment=()):
        """Runs a preset and returns when it is up."""
        command = [self.tarmac, "run", preset, "--name", name, "--server", "attach", *options]
        child = self.start(["env", *environment, *command], server.name)
        child.socket = os.path.join(self.folder, "tarmac", f"{name}.sock")
        self.wait_until(lambda: (request(child, "rig.status") or {}).get("server", {}).get("isConnected"), child)
        return child

    def connect(self, server, pairs):
        """Connects JACK ports as soon as all of them are there, and their clients active."""
        wanted = {port for pair in pairs for port in pair}
        self.wait_until(lambda: wanted <= set(self.run(["jack_lsp"], server.name).split("\n")), server)
        for pair in pairs:
            self.wait_until(lambda command=("jack_connect", *pair): self.succeeds(command, server.name), server)

    def wait_until(self, condition, child, what="come up"):
        """Waits for a condition while a program lives."""
        end = time.monotonic() + self.patience
        while not condition():
            if child.poll() is not None or time.monotonic() > end:
                raise Broken(f"{child.args[0]} did not {what}: {last_words(child)}")
            time.sleep(0.01)


def request(rig, method, parameters=None):
    """Asks a rig over its control socket; None while it does not answer, or when it refuses."""
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(rig.socket)
            asked = {"jsonrpc": "2.0", "id": 1, "method": method} | ({"params": parameters} if parameters else {})
            link.sendall(json.dumps(asked).encode() + b"\n")
            return json.loads(link.makefile().readline()).get("result")
    except (OSError, ValueError):
        return None


def status(rig):
    """What a rig that is up says of itself."""
    answer = request(rig, "rig.status")
    if answer is None:
        raise Broken(f"{rig.args[0]} does not answer any more: {last_words(rig)}")
    return answer


def last_words(child):
    with open(child.log, encoding="utf-8", errors="replace") as log:
        return log.read().strip()[-500:]


def may_run_in_real_time():
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(70))
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        return True
    except OSError:
        return False


def of_threads(children, name, number):
    """The sum of what `number` reads in a file that the kernel has for each thread, until the thread ends."""
    total = 0
    for child in children:
        for thread in os.listdir(f"/proc/{child.pid}/task"):
            try:
                with open(f"/proc/{child.pid}/task/{thread}/{name}", encoding="ascii") as file:
                    total += number(file.read())
            except (FileNotFoundError, ProcessLookupError):
                continue
    return total


def cpu_ms(children):
    """CPU time of all threads; the scheduler's nanoseconds where it tells them, else clock ticks."""
    if os.path.exists("/proc/self/schedstat"):
        return of_threads(children, "schedstat", lambda text: int(text.split()[0])) / 1e6
    ticks = 0
    for child in children:
        with open(f"/proc/{child.pid}/stat", encoding="ascii") as file:
            ticks += sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def switches(children):
    """Context switches of all threads, voluntary or not."""
    return of_threads(
        children, "status", lambda text: sum(int(line.split()[1]) for line in text.split("\n") if "ctxt_switches" in line)
    )


def observe(children, seconds):
    """CPU milliseconds and context switches per second over a time."""
    before = time.monotonic(), cpu_ms(children), switches(children)
    time.sleep(seconds)
    after = time.monotonic(), cpu_ms(children), switches(children)
    elapsed = after[0] - before[0]
    return (after[1] - before[1]) / elapsed, (after[2] - before[2]) / elapsed


def observe_parts(parts, seconds):
    """The same for named groups of programs: CPU milliseconds per second of each."""
    before = time.monotonic(), {name: cpu_ms(children) for name, children in parts.items()}
    time.sleep(seconds)
    elapsed = time.monotonic() - before[0]
    return {name: (cpu_ms(children) - before[1][name]) / elapsed for name, children in parts.items()}
