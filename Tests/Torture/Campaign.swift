// SPDX-License-Identifier: Apache-2.0
// Faults and gestures in random order, and after each fault a check that all is well again.

import ControlProtocol
import Foundation
import JACKTestBench

/// A campaign on one stage.
///
/// > Threading: Control.
struct Campaign {
  let options: Options
  let stage: Stage
  private(set) var results: [String: FaultResult] = [:]
  private(set) var gestures = 0
  /// The rig's own log, replayed beside it.
  private(set) var log = LogReplay()
  private let begin = ContinuousClock.now
  private var toldAt = ContinuousClock.now

  init(_ options: Options, on stage: Stage) {
    (self.options, self.stage) = (options, stage)
  }

  /// The program's resources before the first fault, and after the faults that did not end it.
  private(set) var holdings: [RigProcess.Holdings] = []

  /// Inflicts faults until the time is over, or the wanted number is reached.
  ///
  /// The program stays the same one up to the last fifth, to show whether it keeps something of
  /// each fault; then it may be killed as well.
  mutating func run() throws {
    try settle("the beginning")
    holdings = [stage.rig.holdings]
    let (deadly, gentle) = split
    try inflict(gentle, part: 0...(deadly.isEmpty ? 1 : 0.8))
    try settle("the gentle part")
    holdings.append(try quietHoldings())
    try inflict(deadly.isEmpty ? [] : gentle + deadly, part: (gentle.isEmpty ? 0 : 0.8)...1)
  }

  /// The faults that are wanted: those that end the rig, and the others.
  private var split: (deadly: [Fault], gentle: [Fault]) {
    let isWanted = { (fault: Fault) in
      options.faults.isEmpty || options.faults.contains(fault.name)
    }
    let deadly = Fault.rig.filter(isWanted)
    let names = Fault.rig.map { $0.name }
    return (deadly, Fault.all.filter { isWanted($0) && !names.contains($0.name) })
  }

  /// Inflicts faults for a part of the time, or of the times; each kind comes once before any comes
  /// again.
  private mutating func inflict(_ faults: [Fault], part: ClosedRange<Double>) throws {
    guard !faults.isEmpty else { return }
    let length = part.upperBound - part.lowerBound
    let end = ContinuousClock.now + .seconds(options.seconds * length)
    var times = options.times.map { Int((Double($0) * length).rounded()) } ?? .max
    var rest: [Fault] = []
    while times > 0, options.times != nil || ContinuousClock.now < end {
      tellProgress()
      if rest.isEmpty { rest = faults.shuffled(using: &stage.numbers) }
      try inflict(rest.removeLast())
      times -= 1
    }
  }

  /// Prints the progress once a minute.
  private mutating func tellProgress() {
    guard ContinuousClock.now > toldAt + .seconds(60) else { return }
    toldAt = .now
    let minutes = Int((toldAt - begin) / .seconds(60))
    let count = results.values.reduce(0) { $0 + $1.times }
    let damages = results.values.reduce(0) { $0 + $1.damages.count }
    tell("torture: \(minutes) min, \(count) faults, \(damages) damages")
  }

  /// The program's resources once those of clients that have gone are freed.
  private func quietHoldings() throws -> RigProcess.Holdings {
    let before = holdings[0]
    try? stage.wait("what has ended to be gone", seconds: 20) {
      stage.rig.holdings.leaks(since: before).isEmpty
    }
    return stage.rig.holdings
  }

  private mutating func inflict(_ fault: Fault) throws {
    for _ in 0..<stage.random(1...6) { try gesture() }
    // Gestures may have stopped the isolated graph, or have moved the session that is listened to.
    try settle("the rig before \(fault.name)")
    let xruns = stage.xruns
    for ear in 1...2 { _ = stage.ears.takeFindings(ear) }
    if options.isVerbose { print(fault.name, terminator: " ") }
    try fault.inflict(stage)
    let begin = ContinuousClock.now
    for _ in 0..<stage.random(0...3) { try gesture() }
    try settle(fault.name)
    let wait = (ContinuousClock.now - begin) / .seconds(1)
    let heard = stage.ears.takeFindings(1)
    if options.isVerbose { print(wait, heard) }
    results[fault.name, default: FaultResult()]
      .add(heard, of: fault, returnSeconds: wait, xruns: stage.xruns - xruns, stage)
  }

  private mutating func gesture() throws {
    gestures += 1
    try Gesture.make(stage)
  }

  /// Waits until the rig is as it should be: it answers, the bystander's sound is intact, the
  /// isolated graph runs, and all sessions have the state that the decisions of its log have given
  /// them.
  private mutating func settle(_ what: String) throws {
    do {
      try stage.wait("the answer of the rig") {
        try stage.ask(StatusRequest())?.server.isConnected == true
      }
      try stage.wait("the bystander's sound") { stage.ears.hearsSound(1) }
      try stage.wait("the isolated graph") { try stage.isolation()?.state == "running" }
      try settleLog()
    } catch let complaint as Complaint {
      throw Complaint("after \(what): \(complaint.description)")
    }
  }
}

extension Campaign {
  private mutating func settleLog() throws {
    var differences: [String] = []
    do {
      try stage.wait("the rig to do what its log says", seconds: 20) {
        guard let found = try log.differences(in: stage) else { return false }
        differences = found
        return found.isEmpty
      }
    } catch let complaint as Complaint {
      let words = differences.joined(separator: "; ")
      throw Complaint("\(complaint.description)\n\(words)")
    }
  }
}

/// The results of one kind of fault.
struct FaultResult {
  var times = 0
  var silences: [Double] = []
  var returns: [Double] = []
  var jumps = 0
  var xruns = 0
  /// Violations; empty when all is well.
  var damages: [String] = []

  mutating func add(
    _ heard: CountingJudge.Findings,
    of fault: Fault,
    returnSeconds: Double,
    xruns: Int,
    _ stage: Stage
  ) {
    times += 1
    returns.append(returnSeconds)
    silences.append(Double(heard.longestSilence) / 48_000)
    jumps += heard.jumps
    self.xruns += xruns
    // Lateness that JACK reports, and losses of a server that waits for no client, are not the
    // rig's fault.
    guard xruns == 0 else { return }
    if heard.wrongFrames > 0 { damages.append("\(heard.wrongFrames) wrong samples") }
    guard fault.bystanders == .untouched, stage.isSynchronous else { return }
    if heard.jumps > 0 { damages.append("\(heard.jumps) jumps") }
    if heard.longestSilence > 0 { damages.append("\(heard.longestSilence) silent frames") }
  }
}
