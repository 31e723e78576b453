// SPDX-License-Identifier: Apache-2.0
// Owns a plugin's handle and all that the plugin may touch.

internal import CLilv
internal import CRealtime
internal import Glibc
internal import RenderCore
internal import Synchronization

/// A live plugin with its features and buffers; the owner of a `PluginNode`.
///
/// > Threading: Control, while no plan runs the plugin.
@safe
final class PluginCore {
  let shared: SharedInfo
  let caller: PluginCaller
  let features: HostFeatures
  /// The options that the plugin got when it was made.
  let options: PluginOptions
  let buffers: PortBuffers
  let rings: PluginRings
  let runner: UnsafeMutablePointer<PluginRunner>
  /// The part of the runner that may be touched while it runs.
  let common: UnsafeMutablePointer<PluginRunner.CommonState>
  let hasWorker: Bool
  let instance: UnsafeMutablePointer<LilvInstance>
  let world: LV2World
  let clock: TransportClock
  let arena: Arena
  /// The usual number of frames of a run.
  let nominalBlock: Int
  /// Controls of a state that is being restored; they are set while the plugin does not run.
  var restoredControls: [(port: PluginInfo.Port, value: Float)] = []
  private let entry: UnsafeMutablePointer<PluginEntry>
  private var isActive = false

  init(
    shared: SharedInfo,
    caller: PluginCaller,
    instance: UnsafeMutablePointer<LilvInstance>,
    features: HostFeatures,
    buffers: PortBuffers,
    options: PluginOptions,
    shape: BlockShape,
    arena: Arena,
    world: LV2World
  ) {
    self.shared = shared
    let info = shared.info
    self.caller = caller
    unsafe self.instance = unsafe instance
    self.features = features
    self.options = options
    self.buffers = buffers
    rings = PluginRings(MessageSizes(info))
    self.arena = arena
    self.world = world
    nominalBlock = options.nominalBlock
    clock = world.transport
    let worker = unsafe caller.during(.extensionData) {
      unsafe lilv_instance_get_extension_data(instance, Vocabulary.worker("interface"))?
        .assumingMemoryBound(to: LV2_Worker_Interface.self)
    }
    if let worker = unsafe worker, let handle = unsafe instance.pointee.lv2_handle {
      unsafe features.work.attach(handle: handle, interface: worker, caller: caller)
      features.stateWork.makeRoom()
    }
    hasWorker = unsafe worker != nil
    unsafe entry = arena.value(PluginCore.entry(of: instance, worker: worker, caller))
    let setup = PluginRunnerSetup(
      info: info,
      buffers: buffers,
      options: options,
      shape: shape,
      rings: rings,
      features: hasWorker ? features : nil,
      clock: clock,
      arena: arena
    )
    unsafe runner = .allocate(capacity: 1)
    unsafe runner.initialize(to: PluginRunner(entry: entry, setup: setup, arena: arena))
    unsafe common = unsafe runner.pointee.common
    unsafe features.resize.attach(runner.pointee.events)
    for port in info.ports {
      caller.during(.connectPort) {
        unsafe entry.pointee.connect(entry.pointee.handle, port.index, buffers.pointer(of: port))
      }
    }
  }

  deinit {
    PluginEnding(self, isActive: isActive).begin(of: info.name)
  }

  private static func entry(
    of instance: UnsafeMutablePointer<LilvInstance>,
    worker: UnsafePointer<LV2_Worker_Interface>?,
    _ caller: PluginCaller
  ) -> PluginEntry {
    let descriptor = unsafe instance.pointee.lv2_descriptor.pointee
    // LV2's status enum is an unsigned int.
    return unsafe PluginEntry(
      uri: UnsafePointer(caller.uri),
      number: caller.number,
      handle: instance.pointee.lv2_handle,
      run: descriptor.run,
      connect: descriptor.connect_port,
      workResponse: unsafeBitCast(
        worker?.pointee.work_response,
        to: (@convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeRawPointer?) -> UInt32)?.self
      ),
      endRun: unsafeBitCast(
        worker?.pointee.end_run,
        to: (@convention(c) (UnsafeMutableRawPointer?) -> UInt32)?.self
      )
    )
  }

  /// What the plugin's data files say.
  var info: PluginInfo { shared.info }

  /// What a plan calls: the runner, not the plugin itself.
  var calls: PluginCalls {
    unsafe PluginCalls(
      handle: UnsafeMutableRawPointer(runner),
      run: { runner, frames in
        unsafe runner?.assumingMemoryBound(to: PluginRunner.self).pointee.run(frames: Int(frames))
      },
      connect: { runner, port, samples in
        guard let samples = unsafe samples?.assumingMemoryBound(to: Float.self) else { return }
        unsafe runner?.assumingMemoryBound(to: PluginRunner.self).pointee
          .connect(port: port, to: samples)
      }
    )
  }

  func activate() {
    guard !isActive else { return }
    caller.during(.activate) { unsafe lilv_instance_activate(instance) }
    isActive = true
  }

  func deactivate() {
    guard isActive else { return }
    caller.during(.deactivate) { unsafe lilv_instance_deactivate(instance) }
    isActive = false
  }

  /// Runs the plugin off the audio thread, with what is in its buffers, and waits until its work is
  /// done.
  ///
  /// It is then as far as an audio thread would have brought it before the next run.
  func run(frames: Int) {
    PluginLock.withLock {
      tarmac_flush_denormals()
      unsafe runner.pointee.run(frames: frames)
    }
    awaitWork()
    takeAnswers()
  }

  /// Waits until what the plugin has asked its worker for is done, but no longer than two seconds.
  func awaitWork() {
    if hasWorker { wait(milliseconds: 2_000) { features.work.isIdle } }
  }

  /// Gives the plugin what its worker has answered; outside a run, so that none ends.
  func takeAnswers() {
    guard hasWorker, unsafe runner.pointee.hasAnswers() else { return }
    PluginLock.withLock {
      tarmac_flush_denormals()
      // One that does not come back from its block gets none.
      _ = whileStill { unsafe runner.pointee.deliverAnswers() }
    }
  }

  func wait(milliseconds: Int, until condition: () -> Bool) {
    for _ in 0..<milliseconds {
      if condition() { return }
      usleep(1000)
    }
  }

  /// Does something that LV2 does not allow beside `run`, silently; `nil` when the plugin does not
  /// come back from that.
  func whileStill<Value>(_ body: () -> Value) -> Value? {
    guard unsafe common.pointee.gate.wait() else { return nil }
    defer { unsafe common.pointee.gate.leave() }
    return body()
  }

  /// Makes the plugin ready for its first frame.
  ///
  /// Offline nothing comes before that. Else a few silent blocks do: many plugins allocate in their
  /// first one, and here that does no harm. A second activation then resets what they have heard.
  func prepare(nominalBlock: Int, isOffline: Bool) {
    // What it says of itself in its first run it says only once.
    unsafe common.pointee.counters.isHeard.store(true, ordering: .relaxed)
    PluginLock.withLock { activate() }
    // LV2 has latency ports updated by a run without frames, but not every plugin may have one of
    // those.
    let reports = info.ports.contains(where: \.reportsLatency)
    let canRunEmpty = unsafe runner.pointee.shape.allowsEmptyRun
    if !isOffline || (reports && !canRunEmpty) {
      for _ in 0..<(isOffline ? 1 : 3) { run(frames: nominalBlock) }
      PluginLock.withLock { deactivate() }
      buffers.reset()
      unsafe runner.pointee.reset()
      PluginLock.withLock { activate() }
    }
    if reports, canRunEmpty { run(frames: 0) }
  }

  /// Lets the world's worker threads do its work from here on.
  ///
  /// > Threading: Control, before anything runs it.
  func leaveToWorker() throws(HostingError) {
    guard hasWorker else { return }
    features.work.leaveToWorker()
    guard world.workers.add(features.work) else { throw .noThread(plugin: info.uri) }
  }
}
