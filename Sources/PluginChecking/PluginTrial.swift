// SPDX-License-Identifier: Apache-2.0
// The child's half of a check: does everything with one plugin, and says before each step what it
// is about to do.

import ChildPrograms
import FoundationEssentials
import Glibc
import LV2Hosting
import Quantities
import RenderCore
import StrictJSON

/// Tries the plugin `uri` in this process, which it may kill, and reports to a descriptor of the
/// parent's.
///
/// - Parameters:
///   - uri: the plugin.
///   - folder: an empty folder for its files.
///   - report: where the result goes, one line of JSON before each step and at the end.
package func tryPlugin(uri: String, folder: String, report: Int32 = PluginTrial.report) -> Never {
  var trial = PluginTrial(uri: uri, folder: folder, report: report)
  trial.perform()
  // Nothing of the plugin's may run behind the report.
  _exit(0)
}

/// A trial of one plugin.
package struct PluginTrial {
  /// The descriptor that the parent reads.
  package static let report: Int32 = 3
  private static let rate = SampleRate(hertz: 48_000)
  private static let longestBlock = 1_024
  private static let usualBlock = 256
  /// How often a state is saved and restored until one comes back; some plugins put theirs in order
  /// first, or turn it round.
  private static let rounds = 3
  private static let oddBlocks = [256, 1, 17, 64, 127, 1_021, 33, 512, 2, 1_024]

  private var check: PluginCheck
  private let folder: String
  private let report: Int32
  private let world = LV2World()

  init(uri: String, folder: String, report: Int32) {
    check = PluginCheck(uri: uri)
    self.folder = folder
    self.report = report
    _ = fcntl(report, F_SETFD, FD_CLOEXEC)
    // In a sandbox it is already, and may not say so again.
    if Sandbox.held == nil { CallWatch.beExpendable() } else { check.refused = [] }
  }

  mutating func perform() {
    world.load()
    if let info = world.plugin(check.uri) { (check.name, check.bundle) = (info.name, info.bundle) }
    tell(.instantiate)
    do throws(HostingError) {
      try performSteps(make())
      tell(.cleanUp)
      // One that never comes to its end is caught here; the parent's patience ends sooner.
      _ = LV2World.awaitEndings(seconds: 3_600)
    } catch {
      check.flaws.insert(error.reason, at: 0)
      check.verdict = .refused
    }
    finish()
  }

  /// The instances are gone when this returns.
  private mutating func performSteps(_ instance: LV2Instance) throws(HostingError) {
    check.isInstantiated = true
    CallWatch.watchLibraries()
    let bench = PluginBench(instance, longestBlock: PluginTrial.longestBlock)
    tell(.run)
    run(instance, on: bench)
    tell(.saveState)
    try keepState(of: instance)
    bypass(instance, on: bench)
    tell(.applyPresets)
    applyPresets(to: instance, on: bench)
    check.latencyFrames = instance.latency.value
    note(bench.findings, instance.health)
    tell(.cleanUp)
  }

  private func make() throws(HostingError) -> LV2Instance {
    try world.instantiate(
      check.uri,
      sampleRate: PluginTrial.rate,
      maximumBlock: FrameCount(PluginTrial.longestBlock),
      nominalBlock: FrameCount(PluginTrial.usualBlock),
      // Work is done between blocks: a length that changes with every block would have some plugins
      // rebuild what their last rebuilding still uses, which no rig does to them.
      worksAtOnce: true
    )
  }

  /// A second in blocks of odd sizes, and one in usual blocks, whose cost is reported.
  private mutating func run(_ instance: LV2Instance, on bench: PluginBench) {
    // The answers are events too.
    try? instance.ask()
    world.transport.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 120)))
    var next = 0
    while bench.findings.frames < Int(PluginTrial.rate.hertz) {
      bench.run(frames: PluginTrial.oddBlocks[next % PluginTrial.oddBlocks.count])
      next += 1
    }
    // It jumps, as a person makes it jump, and stands still while states are saved.
    world.transport.locate(60 * Int64(PluginTrial.rate.hertz))
    let before = bench.findings
    while bench.findings.frames < 2 * Int(PluginTrial.rate.hertz) {
      bench.run(frames: PluginTrial.usualBlock)
    }
    let nanoseconds = Double(bench.findings.nanoseconds - before.nanoseconds)
    check.nanosecondsPerFrame = nanoseconds / Double(bench.findings.frames - before.frames)
    check.calls = CallWatch.counts
    world.transport.roll(false)
    check.hasRun = true
  }

  private mutating func keepState(of instance: LV2Instance) throws(HostingError) {
    do throws(HostingError) {
      try instance.saveState(to: folder + "/state0")
    } catch {
      return check.flaws.append("its state can't be saved")
    }
    tell(.restoreState)
    do throws(HostingError) {
      // As they are in the folders: the files of an instance go with it.
      var states = [try savedState(0)]
      while states.count <= PluginTrial.rounds {
        let state = try restoreAndSave(round: states.count)
        let isKnown = states.contains { PluginTrial.areSame($0, state) }
        if states.count == 1 { check.keepsState = isKnown } else { check.settlesState = isKnown }
        if isKnown { return }
        states.append(state)
      }
      noteMovedControls(states)
    } catch {
      check.flaws.append("its state can't be restored")
    }
  }

  /// The state of a new instance that was given the last one and has run; it is saved too.
  private func restoreAndSave(round: Int) throws(HostingError) -> LV2State {
    let instance = try make()
    try instance.restoreState(from: folder + "/state\(round - 1)")
    PluginBench(instance, longestBlock: PluginTrial.usualBlock).run(frames: PluginTrial.usualBlock)
    try instance.saveState(to: folder + "/state\(round)")
    return try savedState(round)
  }

  private func savedState(_ round: Int) throws(HostingError) -> LV2State {
    try LV2World.state(in: folder + "/state\(round)", of: check.uri)
  }

  private mutating func noteMovedControls(_ states: [LV2State]) {
    let (before, after) = (states[0].controls, states[1].controls)
    let moved = before.filter { after[$0.key] != $0.value }.keys.sorted()
    let what = moved.isEmpty ? "" : " (\(moved.prefix(3).joined(separator: ", ")))"
    check.flaws.append("its state is another one after it was saved and restored\(what)")
  }

  private static func areSame(_ one: LV2State, _ other: LV2State) -> Bool {
    one == other && one.propertyCount == other.propertyCount
  }

  private mutating func bypass(_ instance: LV2Instance, on bench: PluginBench) {
    guard let enabled = instance.enabled else { return }
    tell(.bypass)
    check.hasBypass = true
    for value in [0, 1] as [Float] {
      unsafe enabled.pointer.pointee = value
      for _ in 0..<20 { bench.run(frames: PluginTrial.usualBlock) }
    }
  }

  private mutating func applyPresets(to instance: LV2Instance, on bench: PluginBench) {
    let presets = world.presets(of: check.uri)
    check.presets = presets.count
    for preset in presets {
      // Some have a thousand, and are not hung.
      tell(.applyPresets)
      let values = (try? world.preset(preset.uri, of: check.uri))?.controls ?? [:]
      do throws(HostingError) {
        try instance.apply(preset: preset.uri)
      } catch {
        check.flaws.append("its preset '\(preset.label)' can't be read")
        continue
      }
      // Some presets name ports that their plugin has no more.
      let differs = values.first { symbol, value in
        guard let control = instance.control(symbol), control.info.direction == .input else {
          return false
        }
        return control.value != control.info.ranged(value)
      }
      if let symbol = differs?.key {
        check.flaws.append("its preset '\(preset.label)' does not set '\(symbol)'")
      } else {
        check.presetsApplied += 1
      }
      bench.run(frames: PluginTrial.usualBlock)
    }
  }

  private mutating func note(_ findings: PluginBench.Findings, _ health: PluginHealth) {
    (check.denormals, check.events) = (findings.denormals, findings.events)
    var flaws: [String] = []
    if health.notFiniteBlocks > 0 {
      let first = findings.firstBadBlock.map { ", first at a block length of \($0)" } ?? ""
      flaws.append("puts out NaN or infinity (\(health.notFiniteBlocks) blocks\(first))")
    }
    if health.malformedSequences > 0 {
      flaws.append("puts out events that can't be true (\(health.malformedSequences) blocks)")
    }
    if health.sequenceOverruns > 0 {
      flaws.append("writes past its event buffer (\(health.sequenceOverruns) blocks)")
    }
    for port in findings.overrunPorts.sorted() {
      flaws.append("writes past the block of '\(port)'")
    }
    if health.nanValues > 0 {
      flaws.append("puts out NaN in a control output (\(health.nanValues) times)")
    }
    for port in findings.floodedControls.sorted() {
      flaws.append("writes many values to its control output '\(port)'")
    }
    check.flaws = flaws + check.flaws
  }

  private mutating func finish() {
    if check.verdict != .refused { check.verdict = check.flaws.isEmpty ? .good : .flawed }
    check.sentence = PluginCheck.sentence(of: check.flaws)
    tell(.done)
  }

  /// Writes what is known so far.
  private mutating func tell(_ step: PluginCheck.Step) {
    check.step = step
    for what in Sandbox.takeRefusals() where check.refused?.contains(what) == false {
      check.refused?.append(what)
    }
    guard var line = try? JSONText.encode(check, numbers: .all) else { return }
    line.append(UInt8(ascii: "\n"))
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(report, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

extension PluginCheck {
  /// The first flaws, as one sentence.
  package static func sentence(of flaws: [String]) -> String {
    guard let first = flaws.first else { return "" }
    let start = first.prefix(1).uppercased() + first.dropFirst()
    let more = flaws.count > 2 ? ", and \(flaws.count - 2) more" : ""
    return ([start] + flaws.dropFirst().prefix(1)).joined(separator: "; ") + more + "."
  }
}
