// SPDX-License-Identifier: Apache-2.0
// The door for MIDI controllers: a thread that takes messages from the audio thread, and asks the
// tree.

import AudioBackend
import ControlProtocol
import ControlServer
import ControlTree
import MIDIControl
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel
import Synchronization
import Threads

/// The door for MIDI controllers and clocks.
///
/// Messages come from the audio thread over a ring buffer that wakes the door's thread, so that a
/// fader takes effect little more than a cycle later. Feedback to controllers goes back over
/// another ring buffer. The door is closed while the rig has no ports for it.
///
/// > Threading: Any.
final class MIDIDoor: Door {
  /// The audio thread's side of the door.
  let midi = ControlMIDI()
  let desk = Mutex(MIDIDoorState())
  /// The bindings that were learned; they outlive reloads.
  let learned = Mutex(LearnedBindings())
  private let report: @Sendable (String) -> Void
  private let line = Mutex(Line())
  private let isStopping = Atomic(false)
  /// The queue on which requests go to the rig; the program's other tasks can't hold it up.
  private let requests = TaskQueue("Tarmac MIDI requests")
  /// How much of the rig's time controllers have used.
  private let share = ClientShare()

  /// The way to the rig.
  private struct Line {
    var tree: (any LiveTree)?
    var join: @Sendable (ClockReading) async -> Void = { _ in }
    var watches: [TreeWatch] = []
    var thread: SystemThread?
    /// The ports by which controllers receive feedback.
    var listeners: Set<String> = []
    var complaints: [String: String] = [:]
    var toldDropped = 0
  }

  private static let visitor = RequestOrigin("MIDI", .operator)
  /// How often controllers receive changed values, in times per second.
  private static let feedbackRate = 30.0
  /// How many paths a subscription may have.
  private static let mostPaths = 64
  private static let longSleep: UInt32 = 1_000
  private static let shortSleep: UInt32 = 10

  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  var sentence: String {
    "MIDI controllers steer the rig by the ports \(Rig.controlInputName) and \(Rig.controlOutputName)."
  }

  // MARK: Opening and closing

  /// Adapts to the rig that is up now; `isReload` says that its preset has been read again.
  func adopt(_ rig: Rig, isReload: Bool = false, of host: isolated RigHost) async {
    if isReload { learned.withLock { $0.forgetWritten() } }
    let map = learned.withLock { $0.completing(rig.midiMap) }
    var surface = ControlSurface(map?.bindings ?? [])
    let paths = surface.paths
    let tree = HostTree(host: host)
    var nodes: [ControlTree.NodeDescription] = []
    for path in paths {
      nodes += ((try? await tree.describe([path])) ?? []).filter { $0.path == path }
    }
    surface.adopt(nodes).forEach(report)
    let clock = rig.transport?.midiClock == .in ? rig.transport : nil
    let follower = clock.map { settings in
      ClockFollower(
        rate: host.server.driver.sampleRate.hertz,
        tempo: (settings.tempo ?? 120) * 4 / Double(settings.beatUnit)
      )
    }
    desk.withLock { [surface] desk in
      desk.surface = surface
      desk.follower = follower
    }
    for watch in line.withLock({ $0.watches }) { await tree.endWatch(watch) }
    line.withLock { $0.watches = [] }
    guard map != nil || (rig.transport?.midiClock ?? .off) != .off else { return stop() }
    line.withLock { line in
      line.tree = tree
      line.join = { await Self.join($0, host) }
      line.complaints = [:]
    }
    for start in stride(from: 0, to: paths.count, by: Self.mostPaths) {
      let some = Array(paths[start..<min(start + Self.mostPaths, paths.count)])
      let watch = try? await tree.watch(some, rate_hz: Self.feedbackRate) { [weak self] in
        self?.note($0)
      }
      if let watch { line.withLock { $0.watches.append(watch) } }
    }
    start()
    midi.wake()
  }

  /// Has the rig's transport follow a MIDI clock.
  private static func join(_ reading: ClockReading, _ host: isolated RigHost) {
    host.engine?.transport.join(reading)
  }

  private func start() {
    let isNew = line.withLock { line in
      guard line.thread == nil else { return false }
      isStopping.store(false, ordering: .releasing)
      line.thread = try? SystemThread("midi-control", signals: .faultsOnly) { [self] in listen() }
      return true
    }
    if isNew { report(line.withLock { $0.thread != nil } ? sentence : Self.noThread) }
  }

  private static let noThread = "The system starts no thread for MIDI controllers: they do nothing."

  private func stop() {
    isStopping.store(true, ordering: .releasing)
    midi.wake()
    let thread = line.withLock { line in
      defer { line = Line() }
      return line.thread
    }
    thread?.join()
    desk.withLock { $0.endLearning() }
  }

  func close() async {
    stop()
  }

  // MARK: Updates

  /// Takes an update of values from the tree.
  private func note(_ update: TreeUpdate) {
    desk.withLock { desk in
      for entry in update.values { desk.surface.note(entry.path, entry.value) }
    }
    midi.wake()
  }

  /// Takes the ports that the control output is connected to; when one is new, everything is sent
  /// again.
  func look(at listeners: [String]) {
    let now = Set(listeners)
    let before = line.withLock { line in
      defer { line.listeners = now }
      return line.listeners
    }
    guard !now.subtracting(before).isEmpty else { return }
    desk.withLock { $0.surface.forgetShown() }
    midi.wake()
  }

  /// Has the thread look for work.
  func wake() { midi.wake() }

  /// Reports how many messages were dropped since the last call.
  func tellDropped() {
    let dropped = midi.dropped
    let told = line.withLock { line in
      defer { line.toldDropped = dropped }
      return line.toldDropped
    }
    if dropped > told { report("MIDI controllers: \(dropped - told) messages found no room.") }
  }

  // MARK: The thread

  private func listen() {
    while true {
      // Read before the flag: the flag is set before the bell rings, so `sleep` returns at once if
      // it is set after the check below.
      let seen = midi.rings
      if isStopping.load(ordering: .acquiring) { return }
      let isSoon = work()
      midi.sleep(since: seen, milliseconds: isSoon ? Self.shortSleep : Self.longSleep)
    }
  }

  /// Does what there is to do; returns whether there is more to do soon even without a message.
  private func work() -> Bool {
    let now = MonotonicTime.now
    let (isSoon, begins) = desk.withLock { desk in
      while let message = midi.receive() { desk.hear(message, at: now) }
      desk.look(at: now)
      for bytes in desk.surface.feedback(at: now) {
        if let message = ControlMessage(bytes) { midi.send(message) }
      }
      let isSoon = desk.learnWait != nil || desk.surface.awaitsRelease(at: now)
      return (isSoon, desk.beginsRequest())
    }
    if begins {
      Task(executorPreference: requests) {
        await ClientShare.$current.withValue(self.share) { await self.runRequests() }
      }
    }
    return isSoon
  }

  // MARK: Requests

  /// Carries out the requests, one after the other.
  private func runRequests() async {
    while let request = desk.withLock({ $0.nextRequest() }) {
      switch request {
      case .act(let action): await act(action)
      case .join(let reading): await line.withLock { $0.join }(reading)
      }
    }
  }

  private func act(_ action: ControlAction) async {
    guard let tree = line.withLock({ $0.tree }) else { return }
    do throws(RigError) {
      switch action {
      case .set(let path, let change, let fade):
        // A fader that goes on beyond its limit stops there; motors and rings show that once it is
        // let go.
        let hand = change.stoppingAtEnds
        let value = try await tree.set(path, to: hand, over: fade, at: nil, by: Self.visitor)
        if hand != change { desk.withLock { $0.note(value, at: path) } }
        midi.wake()
      case .trigger(let path, let arguments):
        try await tree.trigger(path, arguments, by: Self.visitor)
      }
    } catch {
      desk.withLock { $0.surface.refuse(action.path) }
      midi.wake()
      complain(error.message, of: action.path)
    }
  }

  /// Says why a control does nothing, once for each reason.
  private func complain(_ sentence: String, of path: String) {
    let isNew = line.withLock { $0.complaints.updateValue(sentence, forKey: path) != sentence }
    if isNew { report("MIDI: \(sentence)") }
  }
}
