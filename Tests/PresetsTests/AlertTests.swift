// SPDX-License-Identifier: Apache-2.0
// A preset's keys for a rig that runs itself: alerts, remembered values, names of recordings with
// the time.

import Foundation
import Quantities
import RigModel
import Testing

@testable import Presets

@Suite("A preset of a rig that runs itself")
struct AlertTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  @Test("watches nothing unless it says so, and the usual with 'on'")
  func usual() throws {
    #expect(try bench.read(Workbench.rig).alerts == nil)
    #expect(try bench.read(Workbench.rig + "alerts: off").alerts == nil)
    let usual = try #require(try bench.read(Workbench.rig + "alerts: on").alerts)
    #expect(usual == AlertSettings())
    #expect(try bench.read(Workbench.rig + "alerts: {}").alerts == usual)
    #expect(usual.watchesClipping && usual.watchesLostSessions && usual.routes.isEmpty)
    #expect(usual.serverTime == Seconds(10) && usual.watchesDummy)
    #expect(usual.xruns == XrunAlert() && usual.leastDiskBytes == 1_000_000_000)
  }

  @Test("says of each kind what it wants")
  func kinds() throws {
    try bench.write("", to: "page")
    #expect(unsafe chmod(bench.path("page"), 0o755) == 0)
    let text = """
      alerts:
        routes:
          main: { silence_db: -48.5, silence_seconds: 20, watchdog: on }
          mic: { unplugged_seconds: 3 }
        clipping: off
        xruns: { count: 3 }
        disk_below_mb: off
        lost_sessions: off
        server_seconds: off
        dummy: off
        on_alert: [ ./page, a b ]
      remember: [ mixer ]
      """
    let rig = try bench.read(Workbench.rig + text)
    let alerts = try #require(rig.alerts)
    #expect(alerts.routes["main"]?.silence == Decibels(-48.5))
    #expect(alerts.routes["main"]?.silenceTime == Seconds(20))
    #expect(alerts.routes["main"]?.feedsWatchdog == true)
    #expect(alerts.routes["mic"]?.unpluggedTime == Seconds(3))
    #expect(alerts.routes["mic"]?.silenceTime == nil)
    #expect(!alerts.watchesClipping && !alerts.watchesLostSessions)
    #expect(alerts.xruns?.count == 3 && alerts.xruns?.time == Seconds(60))
    #expect(alerts.leastDiskBytes == nil && alerts.serverTime == nil && !alerts.watchesDummy)
    #expect(alerts.command.count == 2 && alerts.command[1] == "a b")
    #expect(alerts.command[0].hasPrefix("/") && alerts.command[0].hasSuffix("/page"))
    #expect(rig.remembered == [.mixer])
  }

  static let mistakes: [BadPreset] = [
    .rig(
      "no route",
      "alerts: { routes: { ▶mian: { silence_seconds: 3 } } }",
      "did you mean 'main'?"
    ),
    .rig("nothing expected", "alerts: { routes: { main: ▶{} } }", "needs", "unplugged_seconds"),
    .rig(
      "a watchdog without a time",
      "alerts: { routes: { main: ▶{ watchdog: on, unplugged_seconds: 3 } } }",
      "silence_seconds"
    ),
    .rig(
      "too short a time",
      "alerts: { routes: { main: { silence_seconds: ▶0.5 } } }",
      "from 1 to 86400"
    ),
    .rig(
      "a level above full scale",
      "alerts: { routes: { main: { silence_db: ▶3, silence_seconds: 2 } } }",
      "-90 to 0"
    ),
    .rig(
      "too short a time without a server",
      "alerts: { server_seconds: ▶0 }",
      "1 to 86400 or off"
    ),
    .rig("half a cycle", "alerts: { xruns: { count: ▶0.5 } }", "whole number"),
    .rig("a misspelt key", "alerts: { ▶cliping: on }", "did you mean 'clipping'?"),
    .rig("no program", "alerts: { on_alert: ▶./nothing/there }", "is no program"),
    .rig("a program that is not in PATH", "alerts: { on_alert: [ ▶no-such-program ] }", "PATH"),
    .rig("an empty command", "alerts: { on_alert: ▶[] }", "needs a program"),
    .rig("what nobody remembers", "remember: [ ▶mixr ]", "did you mean 'mixer'?"),
    .rig(
      "a word that is none",
      "recordings: [ { of: main, file: ▶'set-%Q.wav' } ]",
      "%Q is no word for a time",
      "%Y"
    ),
    .rig(
      "a percent sign at the end of a word",
      "recordings: [ { of: main, file: ▶'100%.wav' } ]",
      "%. is no word for a time",
      "%% for a percent sign"
    ),
  ]

  @Test("is told its mistakes at their places", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws {
    try preset.check()
  }

  @Test("names recordings by the time at which they begin, as the clocks of the place show it")
  func names() throws {
    // 21:05:09 on 7 March 2025 in UTC.
    let time = 1_741_381_509
    let name = RecordingName("takes 100%/hall-%Y-%m-%d_%H%M%S 50%%.flac")
    #expect(name.problem == nil)
    var local = unsafe tm()
    var seconds = time_t(time)
    unsafe localtime_r(&seconds, &local)
    let day = String(format: "%02d", unsafe local.tm_mday)
    let hour = String(format: "%02d", unsafe local.tm_hour)
    let minute = String(format: "%02d", unsafe local.tm_min)
    #expect(name.path(at: time) == "takes 100%/hall-2025-03-\(day)_\(hour)\(minute)09 50%.flac")
    #expect(RecordingName("%F.wav").path(at: time) == "2025-03-\(day).wav")
    #expect(RecordingName("%s.wav").path(at: time) == "1741381509.wav")
    #expect(RecordingName("plain.wav").path(at: time) == "plain.wav")
    for word in RecordingName.words {
      #expect(RecordingName("%\(word)").path(at: time).wholeMatch(of: #/[\d-]+/#) != nil, "\(word)")
    }
    #expect(RecordingName("a%").problem?.contains("%%") == true)
    #expect(RecordingName("%H%M%D.wav").problem?.contains("%D") == true)
  }
}
