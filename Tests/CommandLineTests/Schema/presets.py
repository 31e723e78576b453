# SPDX-License-Identifier: Apache-2.0
"""Whole presets by chance, and what people do to them."""
import copy

from rigs import ON, Rigs

# What may stand where something else should.
ODD = [
    None, True, False, 0, 1, -1, 2, 1.5, 300, -200, 1e9, "", "x", "a b", "on", "Off", "no", "-inf", "5", "null", "main",
    "mic", "currentRoute", "rig", "out", "source", "/x", "/x/", "a:b", "a*", "cc/1/7", "cc/17/7", "cc/1/128", "bend/3",
    "deck.fader_db", "127.0.0.1", "300.1.1.1", "::1", "1::2::3", "USB", "2", "hw:2", "hw:USB,1", "4/4", "65/4", "3/5",
    "set.wav", "set.mp3", "%Q.wav", "uiSounds", "record", "multiRoute", "voiceChat", "longFormVideo", "input", "jack",
    "net", "process", "linear", "offset", float("-inf"), [], {}, [1], [1, 1], [300], ["a:b"], ["mixer"], ["duckOthers"],
    ["allowBluetooth", "allowBluetoothHFP"], [-6, 0], ["-inf", 0], [1, 2, 3], {"a": 1}, {"to": "main"}, [{"to": "main"}],
]
WORDS = ["loop", "insert", "use", "graph", "volume", "true", "x", "rig", "currentRoute", "system_sounds", "out", "a b"]


class Presets(Rigs):
    """Makes presets."""

    def preset(self):
        preset = {"tarmac": self.rng.choice([1, 1, 1, 1.0])}
        preset["routes"] = self.routes()
        preset["sessions"] = self.sessions()
        preset.update(self.pick({
            "start": lambda: self.rng.choice(["strict", "best"]),
            "compensate": self.switch,
            "solo": lambda: self.rng.choice([{"to": "phones"}, {"to": "main", "tap": "afl"}, {"tap": "pfl", "to": 1}]),
            "server": lambda: self.pick({
                "card": lambda: self.rng.choice(["USB", "hw:CARD=USB,DEV=0", "Scarlett*", "dummy"]),
                "rate_hz": lambda: 48000, "period_frames": lambda: 128,
            }, least=1),
            "interrupters": self.interrupters,
            "system_sounds": lambda: dict(
                {"sounds": {"bell": "sound.wav"}, "sends": self.sends()}, **self.strip(["fader_db"])),
            "voice_processing": lambda: {"graph": [{"plugin": "urn:tarmac:limiter:mono"}]},
            "transport": self.transport,
            "rig": self.rig,
            "recordings": lambda: [{"of": "main", "file": self.rng.choice(["a.wav", "takes/%F.FLAC"])}],
            "state": lambda: "states",
            "surfaces": self.surfaces,
            "alerts": self.alerts,
            "remember": lambda: ["mixer", "activity"],
            "midi_map": self.midi_map,
        }))
        return preset

    def interrupters(self):
        alarm = {"source": {"player": "sound.wav", "loop": True}, "sends": self.sends()}
        alarm.update(self.strip(["trim_db", "balance", "mute"]))
        alarm.update(self.pick({
            "locked": lambda: self.rng.choice([self.switch(), ["mute", "sends"]]),
            "fader_range_db": lambda: [-6, 0], "route_faders": self.switch,
            "graph": lambda: self.graph(outside=True),
            "ring": lambda: {"sound": "sound.wav", "sends": self.sends()},
        }))
        return {"alarm": alarm, "phone": {"source": {"jack": "softphone:out_*"}, "sends": []}}

    def transport(self):
        return self.rng.choice([
            {"source": "own", "rolling": self.switch(), "midi_clock": self.rng.choice(["in", "off", False])},
            {"source": "jack", "timebase": self.rng.choice(ON), "meter": "3/4"},
            {"tempo_bpm": 120, "meter": "6/8"}, {"source": "jack", "tempo_bpm": 98.5, "midi_clock": "out"},
        ])

    def rig(self):
        return self.pick({
            "call_allows_playback": self.switch, "ineligible_combination": lambda: "allow",
            "io_buffer": lambda: {"minimum_seconds": 0.001, "maximum_seconds": 0.1},
            "extra_output_pairs": lambda: [["lineOut", "hdmi"]], "primary_input": lambda: "mic",
            "recordings_folder": lambda: "takes", "voice_microphones": lambda: ["mic", "stems"],
        })

    def surfaces(self):
        return self.pick({
            "osc": lambda: self.rng.choice([self.switch(), {"address": "0.0.0.0", "port": 9000, "from": ["::1"]}]),
            "web": lambda: self.rng.choice([self.switch(), {"address": "fe80::1", "hosts": ["mixer.local"]}]),
        })

    def alerts(self):
        route = self.rng.choice([
            {"silence_db": -50, "silence_seconds": 30, "watchdog": self.switch()}, {"unplugged_seconds": 10}])
        return self.rng.choice([self.switch(), dict({"routes": {"main": route}}, **self.pick({
            "clipping": self.switch, "xruns": lambda: self.rng.choice([self.switch(), {"count": 20}]),
            "disk_below_mb": lambda: self.rng.choice([2000, "off", False, "No"]),
            "server_seconds": lambda: self.rng.choice([5, "off", "OFF"]),
            "dummy": self.switch, "on_alert": lambda: ["true", "--tag", 5],
        }))])

    def midi_map(self):
        bindings = [
            {"on": "cc/1/11", "set": "deck.fader_db", "range": [self.rng.choice(["-inf", -60]), 6]},
            {"on": "cc/01/20", "set": "deck.trim_db", "relative": "offset", "step": 0.5},
            {"on": "note/1/36", "toggle": "deck.mute", "feedback": self.rng.choice([True, "note/1/0"])},
            {"on": "note/1/40", "layer": "shift", "latch": self.switch(), "lit": 1},
            {"true": "note/1/36", "in_layer": "shift", "trigger": "rig.reload", "arguments": {"preset": "x"}},
            {"on": "note/1/37", "set": "main.fader_db", "to": self.rng.choice(["-inf", -6]), "over_seconds": 8},
        ]
        if self.maybe():
            return bindings
        bindings.append({"on": "fader1", "set": "phones.fader_db", "curve": "fader", "takeover": "pickup"})
        ports = self.rng.choice([{}, {"device": "*Pads*"}, {"input": ["a2j:*"], "output": "b:in"}])
        return dict({"use": "controls.yaml", "bindings": bindings}, **ports)

    # What people do

    def places(self, node, path=()):
        """The paths of all values of a document."""
        yield path
        if isinstance(node, dict):
            for key, value in node.items():
                yield from self.places(value, path + (key,))
        elif isinstance(node, list):
            for index, value in enumerate(node):
                yield from self.places(value, path + (index,))

    def spoilt(self, preset, donor):
        """The preset with one change, which may have done it no harm."""
        preset = copy.deepcopy(preset)
        path = self.rng.choice([path for path in self.places(preset) if path])
        owner = preset
        for part in path[:-1]:
            owner = owner[part]
        last = path[-1]
        deed = self.rng.choice(["odd", "odd", "drop", "add", "borrow", "rename", "twice", "quote"])
        if deed == "odd":
            owner[last] = copy.deepcopy(self.rng.choice(ODD))
        elif deed == "drop":
            del owner[last]
        elif deed == "twice" and isinstance(owner, list):
            owner.append(copy.deepcopy(owner[last]))
        elif deed == "quote" and type(owner[last]) in (int, float):
            owner[last] = str(owner[last])
        elif isinstance(owner, dict):
            if deed == "rename":
                owner[self.rng.choice(WORDS)] = owner.pop(last)
            elif deed == "add":
                owner[self.rng.choice(WORDS)] = copy.deepcopy(self.rng.choice(ODD))
            else:
                key, value = self.borrowed(path[:-1], donor)
                owner.setdefault(key, copy.deepcopy(value))
        return preset

    def borrowed(self, path, donor):
        """A key that another document has at a place like this one."""
        kind = [part for part in path if isinstance(part, str)][-1:]
        found = []
        for other in self.places(donor):
            names = [part for part in other[:-1] if isinstance(part, str)][-1:]
            if other and isinstance(other[-1], str) and (names == kind or len(other) == len(path) + 1):
                value = donor
                for part in other:
                    value = value[part]
                found.append((other[-1], value))
        return self.rng.choice(found) if found else ("x", 1)
