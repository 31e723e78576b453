# SPDX-License-Identifier: Apache-2.0
"""Good presets by chance: each key that a preset may have, with values that go together."""

SWITCHES = [True, False, "on", "off", "yes", "no", "On", "OFF", "True", "FALSE", "Yes", "No"]
ON = [True, "on", "yes", "ON", "True"]
SILENCE = ["-inf", "-.inf", "-Infinity", float("-inf")]
STRIP = ["trim_db", "fader_db", "balance", "mute", "cue"]


class Rigs:
    """Makes rigs, each another one, with the numbers of `rng`."""

    def __init__(self, rng):
        self.rng = rng

    def maybe(self, chance=0.3):
        return self.rng.random() < chance

    def switch(self):
        return self.rng.choice(SWITCHES)

    def level(self):
        choices = [0, -6, -90, 12, 3.5, -12.25, self.rng.choice(SILENCE)]
        return self.rng.choice(choices)

    def pick(self, keys, least=0):
        """Some of the keys of a table of makers."""
        chosen = [key for key in keys if self.maybe()]
        while len(chosen) < least:
            chosen.append(self.rng.choice([key for key in keys if key not in chosen]))
        return {key: keys[key]() for key in chosen}

    def strip(self, keys=STRIP):
        makers = {
            "trim_db": lambda: self.rng.choice([0, -3, 6, -90, 12]),
            "fader_db": self.level,
            "balance": lambda: self.rng.choice([0, -1, 1, 0.25]),
            "mute": self.switch,
            "cue": self.switch,
        }
        return self.pick({key: makers[key] for key in keys})

    # Routes

    def routes(self):
        fader = {
            "fader_db": self.level, "mute": self.switch,
            "night_db": lambda: self.rng.choice([0, -12, -90]),
        }
        routes = {
            "main": {"role": "lineOut", "ports": ["system:playback_1", "system:playback_2"]},
            "phones": {"role": "headphones", "channels": 2},
            "wide": {"role": self.rng.choice(["usb", "virtual", "hdmi"]), "channels": 4},
            "wall": {"role": "net", "channels": 2, "mirrored": self.switch(), "loudness": self.switch()},
            "1": {"role": "speaker", "channels": ["left", 2]},
        }
        for route in routes.values():
            route.update(self.pick(fader))
        if self.maybe():
            routes["main"] = {"role": "lineOut", "ports": "system:playback_*"}
        routes["mic"] = {"role": "mic", "ports": ["system:capture_1"]}
        routes["stems"] = {"role": "usb", "direction": "input", "channels": 4}
        return routes

    def send(self, own="main"):
        send = self.rng.choice([
            {"to": "main"}, {"to": "currentRoute"}, {"to": "phones", "when": "cue"}, {"to": 1},
            {"to": "wide", "channels": [1, 4]}, {"to": "main", "from": [1], "channels": [1]},
            {"to": "main", "stream": own, "tap": "pre"}, {"to": "wall", "when": "always"},
        ])
        return dict(send, **self.pick({"level_db": self.level}))

    def sends(self):
        return [self.send() for _ in range(self.rng.randint(1, 2))]

    # Graphs

    def plugin(self, outside=False):
        use = self.rng.choice([
            {"plugin": "urn:tarmac:isolator", "set": {"low_db": -3, "low_kill": self.switch()}},
            {"plugin": "urn:tarmac:limiter"},
            {"plugin": "urn:tarmac:stereo", "preset": "Club system"},
            {"plugin": "urn:tarmac:stereo", "set": {"width": 0.5}},
        ])
        if not outside and self.maybe():
            use.update({"shared": "urn:tarmac:limiter", "exclusive": "dsp"})
        return use

    def graph(self, outside=False):
        kind = self.rng.choice(["chain", "chain", "net", "use", "empty"])
        if kind == "empty":
            return []
        if kind == "use":
            return {"use": "part.yaml"}
        if kind == "net":
            nodes = {"a": self.plugin(outside), "b": self.plugin(outside)}
            return {"nodes": nodes, "connections": ["source -> a", "a->b", "b -> out"]}
        steps = [self.plugin(outside) for _ in range(self.rng.randint(1, 2))]
        if self.maybe():
            steps[0]["id"] = "first"
        if self.maybe():
            steps.append({"use": "part.yaml"})
        return steps

    # Sessions

    def source(self):
        return self.rng.choice([
            {"player": "sound.wav", "loop": self.switch(), "cue_seconds": 1.5, "play": self.switch()},
            {"player": "sound.wav", "channels": 2}, {"jack": "Mixxx:out_*"},
            {"jack": ["a:l", ["b:r", "c:r"]]}, {"jack": "/game:.*/", "channels": 2},
            {"player": "sound.wav", "secondary": self.switch()},
        ])

    def player(self):
        session = {"role": self.rng.choice(["player", "browser"])}
        session.update(self.pick({
            "category": lambda: self.rng.choice(["playback", "liveAudio"]),
            "mode": lambda: self.rng.choice(["default", "moviePlayback", "spokenAudio"]),
            "policy": lambda: self.rng.choice(["default", "longFormAudio"]),
            "active": self.switch,
            "deactivate_on": lambda: "never",
            "resume": lambda: self.rng.choice(["never", "ifPlaying", "always"]),
            "resume_after_reset": self.switch,
            "remember": lambda: self.rng.choice([[], ["mixer"], ["mixer", "mixer"]]),
            "route_policy": lambda: "pauseOnLoss",
            "on_return": lambda: "resume",
            "foreground": self.switch,
            "background_audio": self.switch,
            "may_interrupt_from_background": self.switch,
            "prefers_no_interruptions_from_system_alerts": self.switch,
            "prefers_interruption_on_route_disconnect": self.switch,
            "system_sounds_during_recording": self.switch,
            "ducked_by_announcers": self.switch,
            "exclusive_outputs": self.switch,
            "record_permission": lambda: "ask",
            "preferred_io_buffer_seconds": lambda: 0.02,
            "preferred_sample_rate_hz": lambda: 44100,
            "preferred_input": lambda: "mic",
            "preferred_output_channels": lambda: 2,
            "input_gain": lambda: 0.8,
            "midi": lambda: self.rng.choice([
                {"input": self.rng.choice(ON)}, {"input": "a2j:*", "output": ["b:in", "c?"]},
                {"output": "mid?"},
            ]),
            "streams": lambda: {"both": [1, 2]},
            "compensate": self.switch,
        }))
        session["source"] = self.source()
        if self.maybe(0.5):
            session["graph"] = self.graph()
            session.update(self.pick({"isolation": lambda: "process"}))
        session["sends"] = [self.send("both" if "streams" in session else "main")]
        return dict(session, **self.strip())

    def announcer(self):
        duck = self.pick({
            "level_db": lambda: -18, "attack_seconds": lambda: 0.1, "hold_seconds": lambda: 0,
            "release_seconds": lambda: 1.5, "start": lambda: "afterAttack",
            "sidechain": lambda: {"threshold_db": -40, "idle_db": -6},
            "of": lambda: {"deck": {"level_db": -30, "attack_seconds": 0.2}},
        })
        session = {"duck": duck, "source": {"player": "sound.wav"}, "sends": self.sends()}
        session.update(self.rng.choice([
            {"role": "announcer"}, {"category": "playback", "options": ["duckOthers"]},
            {"category": "playback", "preferred_options": ["duckOthers"]},
        ]))
        return session

    def talk(self):
        options = self.rng.choice([["mixWithOthers"], ["allowBluetooth", "mixWithOthers"], []])
        return {
            "category": "playAndRecord", "mode": "voiceChat", "options": options,
            "sources": {
                "voice": {"route": "mic"}, "rest": {"route": "stems", "channels": [1, 2]},
                "here": {"route": "currentRoute", "channels": 2},
            },
            "sends": self.sends(),
        }

    def band(self):
        whole = {"category": "playback", "options": ["mixWithOthers"], "inter_session": "on"}
        return {
            "drums": dict(whole, source={"player": "sound.wav"}, graph=[{"insert": "room"}]),
            "room": dict(whole, source={"insert": self.rng.choice(ON), "channels": 2}),
            "all": dict(whole, source={"session": "drums", "tap": "post", "channels": [1]}),
        }

    def sessions(self):
        sessions = {"deck": self.player()}
        for name, make in {
            "voice": self.announcer, "talk": self.talk, "on": self.player,
            "take": lambda: {"role": "recorder", "source": {"route": "mic"}},
            "clock": lambda: {"category": "uiSounds", "sends": []},
        }.items():
            if self.maybe():
                sessions[name] = make()
        if self.maybe():
            sessions.update(self.band())
        return sessions
