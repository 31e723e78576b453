// SPDX-License-Identifier: Apache-2.0
// What the state of a rig looks like.

import ControlProtocol
import Testing

@testable import tarmac

@Suite("Reports")
struct ReportTests {
  @Test(
    "the status names server, routes, sessions and why, and fits the terminal",
    arguments: [60, 80, 200]
  )
  func status(_ columns: Int) {
    let lines = StatusReport.lines(ReportTests.status, columns: columns)
    let text = lines.joined(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns }, "\(text)")
    for part in ["JACK server default", "main", "deckA", "active", "-12.0", "phone", "set.flac"] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
    let words = lines.flatMap { $0.split(separator: " ") }
    #expect(words.contains("[D-3]"), "the why is cut in\n\(text)")
    #expect(words.contains("system:playback_2") || columns < 80)
  }

  @Test("a lost server, a muted route and an unconnected one are told")
  func trouble() {
    var status = ReportTests.status
    status.server.isConnected = false
    status.routes[0].isMuted = true
    status.routes[0].connections = [[], []]
    let text = StatusReport.lines(status, columns: 200).joined(separator: "\n")
    #expect(text.contains("No JACK server"))
    #expect(text.contains("muted"))
    #expect(text.contains("nothing"))
  }

  @Test("an output that is late says by how much; less than anybody notices is not said")
  func late() {
    var status = ReportTests.status
    func text() -> String { StatusReport.lines(status, columns: 80).joined(separator: "\n") }
    status.routes[0].latency_frames = 480
    #expect(!text().contains("late"))
    status.routes[0].latency_frames = 4_096
    #expect(text().contains("lineOut, 85.3 ms late"))
  }

  @Test("buses and groups have tables of their own", arguments: [80, 120])
  func mixer(columns: Int) {
    var status = ReportTests.status
    let plugins = [PluginStatus(id: "verb", uri: "urn:x:verb", runs: 1, load_percent: 0.1)]
    let level = LevelStatus(channel: "", peak_db: -7.5, rms_db: -20)
    status.buses = [
      BusStatus(name: "room", fader_db: -6, isMuted: true, levels: [level], plugins: plugins)
    ]
    status.groups = [
      GroupStatus(name: "decks", fader_db: nil, isMuted: false, members: ["deckA", "room"])
    ]
    let lines = StatusReport.lines(status, columns: columns)
    let words = { (start: String) in
      lines.first { $0.hasPrefix(start) }?.split(separator: " ").map(String.init) ?? []
    }
    #expect(words("BUS") == ["BUS", "LEVEL", "PEAK", "FADER", "PLUGINS"])
    #expect(words("room").contains("-7.5") && words("room").last == "verb")
    #expect(words("room").contains("muted"))
    #expect(words("GROUP") == ["GROUP", "FADER", "MEMBERS"])
    #expect(words("decks").suffix(3) == ["-inf", "deckA,", "room"])
  }

  @Test("a session's report tells its source, its plugins and its options")
  func session() {
    let text = SessionReport.text(ReportTests.status.sessions[0])
    #expect(text.contains("deck plays sets/a.flac at 1:01 of 1:02:03"))
    #expect(text.contains("mixWithOthers, duckOthers"))
    #expect(text.contains("urn:x:comp"))
    #expect(text.contains("ducked by -12.0 dB"))
  }

  @Test("a transport says whose it is, where it is and how it counts")
  func transport() {
    var status = TransportStatus(source: "own")
    status.isRolling = true
    status.position_seconds = 8.004
    (status.bar, status.beat) = (5, 1.25)
    (status.tempo_bpm, status.meter) = (96, "3/4")
    #expect(
      TransportReport.text(status)
        == "The transport (the rig's own) is rolling at 8.00 s; bar 5, beat 1.25; "
        + "96.00 beats per minute, 3/4.\n"
    )
    var jack = TransportStatus(source: "jack")
    #expect(TransportReport.text(jack) == "The transport (JACK's) is stopped at 0.00 s.\n")
    jack.hasOtherTimebaseMaster = true
    #expect(TransportReport.text(jack).contains("another program counts the beats"))
  }

  @Test("a session's MIDI is told, with what it waits for and what was lost")
  func midi() {
    let midi = MIDIStatus(inputWaiting: ["keys:out"], outputWaiting: [], lostMessages: 3)
    let line = "input waits for keys:out; output; 3 messages lost: too many at once"
    #expect(SessionReport.midi(midi) == line)
  }

  @Test(
    "a level is a bar from -60 dB to 0 dB",
    arguments: [
      (nil, "----------"), (-90, "----------"), (-60, "----------"), (-30, "#####-----"),
      (0, "##########"), (6, "##########"),
    ] as [(Double?, String)]
  )
  func bar(_ peak_db: Double?, _ bar: String) {
    #expect(LevelBar.text(peak_db: peak_db, width: 10, unicode: false) == bar)
    #expect(LevelBar.text(peak_db: peak_db, width: 7, unicode: true).count == 7)
  }

  @Test(
    "numbers are rounded, not cut",
    arguments: [
      (0.05, "0.1"), (-0.04, "0.0"), (-12.25, "-12.3"), (1999.96, "2000.0"), (.infinity, "inf"),
      (-.infinity, "-inf"),
    ] as [(Double, String)]
  )
  func number(_ value: Double, _ text: String) {
    #expect(fixed(value) == text)
  }

  private static let status = RigStatus(
    preset: "presets/dj.yaml",
    server: ServerStatus(
      isConnected: true,
      name: "default",
      isOurs: true,
      client: "tarmac",
      sampleRate_hz: 48_000,
      period_frames: 256,
      xruns: 0,
      load_percent: 3.21
    ),
    routes: [
      RouteStatus(
        name: "main",
        role: "lineOut",
        direction: "output",
        fader_db: 0,
        isMuted: false,
        levels: [
          LevelStatus(channel: "left", peak_db: -6, rms_db: -20),
          LevelStatus(channel: "right", peak_db: nil, rms_db: nil),
        ],
        connections: [["system:playback_1"], ["system:playback_2"]]
      )
    ],
    sessions: [
      SessionStatus(
        name: "deckA",
        category: "multiRoute",
        mode: "default",
        options: ["mixWithOthers", "duckOthers"],
        state: "active",
        why: "the session announcer is active and ducks the others [D-3]",
        conditions: ["silenced"],
        currentRoute: SessionRouteStatus(inputs: [], outputs: ["main"]),
        recordPermission: "granted",
        duck_db: -12,
        fader_db: nil,
        isMuted: false,
        isCued: true,
        levels: [LevelStatus(channel: "left", peak_db: -6, rms_db: -20)],
        calls: 12,
        load_percent: 0.5,
        overruns: 3,
        invalidBlocks: 0,
        sources: [
          SourceStatus(
            name: "deck",
            kind: "player",
            file: "sets/a.flac",
            isPlaying: true,
            position_seconds: 61.5,
            length_seconds: 3723
          )
        ],
        plugins: [PluginStatus(id: "comp", uri: "urn:x:comp", runs: 12, load_percent: 0.25)]
      )
    ],
    recordings: [
      RecordingStatus(subject: "main", file: "set.flac", length_seconds: 12, overrun_frames: 0)
    ],
    interrupters: ["phone"],
    interrupterStrips: [
      InterrupterStatus(
        name: "phone",
        state: "lasting",
        fader_db: -3,
        isMuted: true,
        levels: [LevelStatus(channel: "", peak_db: -12, rms_db: -20)]
      )
    ],
    switches: SwitchesStatus(isSilent: true, isLocked: false, isMicrophoneMuted: false),
    render: RenderStatus(cycles: 100, median_us: 12, p999_us: 30, worst_us: 44)
  )
}

@Suite("Event report")
struct EventReportTests {
  @Test(
    "an event is a line, a decision one with its effects, and losses are said",
    arguments: [
      (
        HostEvent.session("deckA", .interruptionBegan(reason: .default, by: "voice")),
        "session deckA: interruption began (default by voice)\n"
      ),
      (
        .session("deckA", .interruptionEnded(shouldResume: false)),
        "session deckA: interruption ended (should not resume)\n"
      ),
      (.route("cue", .unplugged), "route cue: unplugged\n"),
      (.rig(.switched(name: .silent, isOn: true)), "rig: switch silent on\n"),
      (
        .decision(DecisionStatus(number: 1, event: "phone rings", isRefused: false, lines: ["x"])),
        "phone rings\n  x\n"
      ),
    ]
  )
  func lines(_ event: HostEvent, _ text: String) {
    #expect(EventReport.text(EventMessage(number: 1, event: event)) == text)
    #expect(
      EventReport.text(EventMessage(number: 9, lost: 3, event: event))
        == "(3 events lost: read faster)\n" + text
    )
  }
}
