# SPDX-License-Identifier: Apache-2.0
# The presets that scripts/bench measures. Plugins are from Debian's swh-lv2 unless they are named whole.
import math
import wave
from array import array

SWH = "http://plugin.org.uk/swh-plugins/"
GAIN = SWH + "amp"
HEAVY = "https://github.com/michaelwillis/dragonfly-reverb"
BARE_HEAVY = SWH + "hermesFilter"

# Four real plugins in stereo; mono ones are doubled, so that a session runs four to seven instances.
CHAINS = [
    ["dj_eq", "sc4", "amp", "fastLookaheadLimiter"],
    ["dj_eq_mono", "se4", "sc1", "hardLimiter"],
]

# Another program that sounds: what the chains of gains, here and in the peers, take as their live source.
FEEDER = """tarmac: 1
routes:
  out: { role: lineOut, channels: [ left, right ] }
sessions:
  deck:
    category: multiRoute
    active: true
    source: { player: demo/deck-a.wav, loop: true }
    sends: [ { to: out } ]
"""

IDLE = """tarmac: 1
routes:
  main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] }
"""

MAIN = IDLE + "sessions:\n"


def session(name, source, plugins):
    graph = "".join(f"      - plugin: {uri}\n" for uri in plugins)
    return f"""  {name}:
    category: multiRoute
    options: [ mixWithOthers ]
    active: true
    fader_db: -18
    source: {source}
    graph:
{graph}    sends: [ {{ to: main }} ]
"""


def players(count):
    """Stereo sessions `s1` … that play files to the route `out`."""
    return "".join(
        f"""  s{number}:
    category: multiRoute
    options: [ mixWithOthers ]
    active: true
    source: {{ player: demo/deck-{"ab"[number % 2]}.wav, loop: true }}
    sends: [ {{ to: out }} ]
"""
        for number in range(1, count + 1)
    )


def large_rig(sessions=8):
    """Sessions of four plugins that play files: JACK sees one client, as on the idle server."""
    return MAIN + "".join(
        session(
            f"session{number + 1}",
            "{ player: demo/deck-b.wav, loop: true }",
            [SWH + name for name in CHAINS[number % 2]],
        )
        for number in range(sessions)
    )


def isolated_rig(isolation, sessions):
    """Sessions that play files through one gain each, wherever that runs."""
    return MAIN + "".join(
        session(f"session{number + 1}", "{ player: demo/deck-b.wav, loop: true }", [GAIN])
        + (f"    isolation: {isolation}\n" if isolation != "none" else "")
        for number in range(sessions)
    )


def chain_rig(length):
    """One session with a mono chain of gains."""
    return MAIN + session("chain", '{ jack: [ "feeder:out_left" ] }', [GAIN] * length)


def heavy_rig(sessions=8):
    """Sessions of four plugins that have much to do and need the same time in each cycle."""
    return MAIN + "".join(
        session(f"session{number + 1}", "{ player: demo/deck-b.wav, loop: true }", [HEAVY] * 4) for number in range(sessions)
    )


def five_plugins():
    """One session with five plugins from five packages."""
    return MAIN + session(
        "deck",
        "{ player: demo/deck-a.wav, loop: true }",
        [
            "http://calf.sourceforge.net/plugins/Compressor",
            "http://lsp-plug.in/plugins/lv2/para_equalizer_x16_stereo",
            "https://github.com/michaelwillis/dragonfly-reverb",
            SWH + "amp",
            "http://gareus.org/oss/lv2/dpl#stereo",
        ],
    )


def offline_rig(file):
    """Two sessions that play a file through real plugins."""
    source = f"{{ player: {file}, loop: true }}"
    return MAIN + "".join(
        session(f"deck{number + 1}", source, [SWH + name for name in CHAINS[number][:2]])
        for number in range(2)
    )


def write_tone(path, rate, seconds=10):
    """A stereo file of two tones."""
    one_second = array("h")
    for frame in range(rate):
        one_second.append(round(8000 * math.sin(2 * math.pi * 440 * frame / rate)))
        one_second.append(round(8000 * math.sin(2 * math.pi * 3001 * frame / rate)))
    with wave.open(path, "wb") as file:
        file.setparams((2, 2, rate, 0, "NONE", ""))
        for _ in range(seconds):
            file.writeframes(one_second.tobytes())
