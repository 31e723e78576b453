# SPDX-License-Identifier: Apache-2.0
# What playing and measuring files costs, beside the programs that people play and measure them with.
import array
import json
import math
import os
import random
import shutil
import socket
import time
import wave

from lab import RATE, Broken, observe, status

COUNTS = [2, 8, 32]
# Another rate than the server's, as most music has.
FILE_RATE = 44_100
SECONDS = 120


def make_music(lab):
    """Two minutes of noise and a tone as FLAC; ffmpeg makes it of a WAV."""
    if not shutil.which("ffmpeg"):
        raise Broken("ffmpeg is missing, which makes the files and is the peer")
    numbers = random.Random(1)
    samples = array.array("h")
    for frame in range(FILE_RATE * SECONDS):
        tone = 8_000 * math.sin(frame * 0.05)
        samples.extend((int(tone + numbers.gauss(0, 2_000)), int(tone + numbers.gauss(0, 2_000))))
    plain, packed = lab.path("music.wav"), lab.path("music.flac")
    with wave.open(plain, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(FILE_RATE)
        file.writeframes(samples.tobytes())
    lab.run(["ffmpeg", "-y", "-nostdin", "-loglevel", "error", "-i", plain, packed])
    os.remove(plain)
    return packed


def preset(count, file):
    deck = (
        "  deck{}:\n    category: playback\n    options: [ mixWithOthers ]\n    active: on\n    route_policy: ignore\n"
        "    source: {{ player: {}, loop: on }}\n    sends: [ {{ to: main }} ]\n"
    )
    routes = 'tarmac: 1\nroutes: { main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] } }\nsessions:\n'
    return routes + "".join(deck.format(number, file) for number in range(count))


def memory_kb(child):
    with open(f"/proc/{child.pid}/status", encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("VmRSS")).split()[1])


def tarmac_decks(lab, count, file, seconds):
    server = lab.server(f"decks{count}", frames=1_024)
    rig = lab.rig(f"decks{count}", lab.write(f"decks{count}.yaml", preset(count, file)), server)
    sounds = lambda: all(any(level.get("peak_db") for level in session["levels"]) for session in status(rig)["sessions"])
    lab.wait_until(sounds, rig, "play all decks")
    time.sleep(2)
    cpu, _ = observe([rig], seconds)
    used = memory_kb(rig)
    for child in (rig, server):
        lab.stop(child)
    return cpu, used


def ffmpeg_decks(lab, count, file, seconds):
    """As many processes as decks, each decoding and converting as fast as it would play."""
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-stream_loop", "-1", "-i", file]
    children = [lab.start(command + ["-ar", str(RATE), "-f", "null", "-"]) for _ in range(count)]
    time.sleep(2)
    cpu, _ = observe(children, seconds)
    used = sum(map(memory_kb, children))
    for child in children:
        lab.stop(child)
    return cpu, used


def mpd_decks(lab, count, file, seconds):
    """As many mpd as decks, each with an output of its own on one JACK server."""
    if not shutil.which("mpd"):
        return None
    server = lab.server(f"mpd{count}", frames=1_024)
    children = []
    for number in range(count):
        folder = lab.path(f"mpd{count}-{number}")
        os.mkdir(folder)
        link = os.path.join(folder, "socket")
        settings = lab.write(f"mpd{count}-{number}.conf", (
            f'bind_to_address "{link}"\nstate_file "{folder}/state"\nrestore_paused "no"\nlog_file "{folder}/log"\n'
            f'audio_output {{\n type "jack"\n name "out"\n client_name "mpd{number}"\n}}\n'
        ))
        child = lab.start(["mpd", "--no-daemon", settings], server.name)
        lab.wait_until(lambda path=link: os.path.exists(path), child)
        ask_mpd(link, f'add "file://{file}"', "repeat 1", "play")
        children.append(child)
    time.sleep(2)
    cpu, _ = observe(children, seconds)
    used = sum(map(memory_kb, children))
    for child in [*children, server]:
        lab.stop(child)
    return cpu, used


def ask_mpd(path, *commands):
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        answers = link.makefile()
        answers.readline()
        for command in commands:
            link.sendall(command.encode() + b"\n")
            answer = answers.readline()
            if not answer.startswith("OK"):
                raise Broken(f"mpd says: {answer.strip()}")


def beside(peer, own):
    return f"{peer:.3g} (x{peer / own:.1f})"


def playing(lab, file, seconds):
    rows, memory = [], {}
    for count in COUNTS:
        own, used = tarmac_decks(lab, count, file, seconds)
        memory[count] = used
        peers = {"ffmpeg": ffmpeg_decks(lab, count, file, seconds)}
        # A process for each deck gets out of hand beyond this.
        if count <= 8:
            peers["mpd"] = mpd_decks(lab, count, file, seconds)
        for name, figures in peers.items():
            if figures:
                title = f"{count} decks, FLAC at {FILE_RATE} Hz, CPU, ms/s (reference: {count} {name})"
                rows.append((title, {"tarmac": own, "reference": beside(figures[0], own)}))
                if count == 8:
                    share = figures[1] / count
                    memory[name] = share
    least, most = COUNTS[0], COUNTS[-1]
    own = (memory[most] - memory[least]) / (most - least)
    for name in ("ffmpeg", "mpd"):
        if name in memory:
            rows.append((f"memory of a deck, kB (reference: {name})", {"tarmac": own, "reference": beside(memory[name], own)}))
    return rows


def key_lock(lab, file, seconds):
    """What a deck costs 8 % faster at its own pitch, and what the programs that do nothing else take for the same."""
    count = 8
    server = lab.server("keys", frames=256)
    rig = lab.rig("keys", lab.write("keys.yaml", preset(count, file)), server)
    time.sleep(2)
    still, _ = observe([rig], seconds)
    costs = {}
    for word, value in (("pitch_percent", "8"), ("key_lock", "on")):
        for number in range(count):
            lab.run([lab.tarmac, "set", f"deck{number}.sources.source.{word}", value, "--name", "keys"], server.name)
        time.sleep(1)
        cpu, _ = observe([rig], seconds)
        costs[word] = (cpu - still) / count
    for child in (rig, server):
        lab.stop(child)
    rows = [("a deck 8 % faster by varispeed, CPU beside that at 0 %, ms/s", {"tarmac": costs["pitch_percent"]})]
    values = {"tarmac": costs["key_lock"]}
    if shutil.which("rubberband"):
        plain, out = lab.path("key.wav"), lab.path("key-out.wav")
        lab.run(["ffmpeg", "-y", "-nostdin", "-loglevel", "error", "-i", file, "-ar", str(RATE), plain])
        before = os.times()
        lab.run(["rubberband", "-q", "-T", "1.08", plain, out])
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        values["reference"] = beside(spent * 1_000 * 1.08 / SECONDS, costs["key_lock"])
    rows.append(("  with key lock (reference: rubberband's program, a file)", values))
    return rows


def scanning(lab, file):
    """Loudness and true peak of a file on one core, as multiples of real time."""
    best = {"tarmac": 0.0, "ffmpeg": 0.0}
    for _ in range(3):
        answer = json.loads(lab.run([lab.tarmac, "files", "scan", file, "--again", "--jobs", "1", "--json"]))
        best["tarmac"] = max(best["tarmac"], answer["measured_seconds"] / answer["took_seconds"])
        start = time.monotonic()
        lab.run(["ffmpeg", "-nostdin", "-hide_banner", "-threads", "1", "-i", file, "-af", "ebur128=peak=true", "-f", "null", "-"])
        best["ffmpeg"] = max(best["ffmpeg"], SECONDS / (time.monotonic() - start))
    ratio = best["tarmac"] / best["ffmpeg"]
    title = "loudness and true peak of a file, times as fast as it plays (reference: ffmpeg ebur128)"
    return [(title, {"tarmac": best["tarmac"], "reference": f"{best['ffmpeg']:.3g} (ours is x{ratio:.1f} as fast)"})]


def make_halves(lab):
    """Two minutes of a level, of which the second one is quieter, as FLAC."""
    plain, packed = lab.path("halves.wav"), lab.path("halves.flac")
    with wave.open(plain, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        for level in (16_384, 8_192):
            file.writeframes(array.array("h", [level, level] * RATE).tobytes() * 60)
    lab.run(["ffmpeg", "-y", "-nostdin", "-loglevel", "error", "-i", plain, packed])
    os.remove(plain)
    return packed


def seeking(lab, benchmark, seconds):
    """From a jump in a FLAC file to the first frame that is heard of what begins there."""
    file = make_halves(lab)
    server = lab.server("seeks", frames=64)
    rig = lab.rig("seeks", lab.write("seeks.yaml", preset(1, file)), server)
    time.sleep(2)
    words = [benchmark, "seeks", server.name, "seeks", "deck0", "seeks:main_L", str(seconds)]
    own = figures(lab.run(words, server.name))
    lab.stop(rig)
    rows = [("jump in a FLAC to its sound, median, frames at 64 (reference: mpd)", {"tarmac": own["p50_frames"]})]
    rows.append(("  longest", {"tarmac": own["worst_frames"]}))
    if shutil.which("mpd"):
        door, link = free_port(), lab.path("seeks.socket")
        # Files of this machine are taken from a socket of it only.
        settings = lab.write("seeks.conf", (
            f'bind_to_address "127.0.0.1"\nport "{door}"\nbind_to_address "{link}"\nlog_file "{lab.path("seeks.log")}"\n'
            'audio_output {\n type "jack"\n name "out"\n client_name "mpd"\n destination_ports "system:playback_1"\n}\n'
        ))
        child = lab.start(["mpd", "--no-daemon", settings], server.name)
        lab.wait_until(lambda: listens(door), child)
        ask_mpd(link, f'add "file://{file}"', "repeat 1", "play")
        time.sleep(2)
        peer = figures(lab.run([benchmark, "peer-seeks", server.name, str(door), "mpd:left", str(seconds)], server.name))
        for row, name in zip(rows, ("p50_frames", "worst_frames")):
            row[1]["reference"] = beside(peer[name], own[name])
        lab.stop(child)
    lab.stop(server)
    return rows


def figures(text):
    return {name: int(number) for name, number in (line.split() for line in text.splitlines())}


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def listens(port):
    with socket.socket() as link:
        return link.connect_ex(("127.0.0.1", port)) == 0


def decks(lab, benchmark, seconds):
    file = make_music(lab)
    return playing(lab, file, seconds) + key_lock(lab, file, seconds) + seeking(lab, benchmark, seconds) + scanning(lab, file)
