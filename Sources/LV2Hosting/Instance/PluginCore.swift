// SPDX-License-Identifier: Apache-2.0
// Owns a plugin's handle and all that the plugin may touch.

internal import CLilv
internal import RenderCore

/// A live plugin with its features and buffers; the owner of a `PluginNode`.
///
/// > Threading: Control, while no plan runs the plugin.
@safe
final class PluginCore {
  let info: PluginInfo
  let features: HostFeatures
  let buffers: PortBuffers
  let calls: PluginCalls
  let hasWorker: Bool
  private let instance: UnsafeMutablePointer<LilvInstance>
  private let world: LV2World
  private let arena: Arena
  private var isActive = false

  init(
    info: PluginInfo,
    instance: UnsafeMutablePointer<LilvInstance>,
    features: HostFeatures,
    buffers: PortBuffers,
    arena: Arena,
    world: LV2World
  ) {
    self.info = info
    unsafe self.instance = unsafe instance
    self.features = features
    self.buffers = buffers
    self.arena = arena
    self.world = world
    let worker = unsafe lilv_instance_get_extension_data(instance, Vocabulary.worker("interface"))?
      .assumingMemoryBound(to: LV2_Worker_Interface.self)
    if let worker = unsafe worker {
      unsafe features.work.attach(handle: instance.pointee.lv2_handle, interface: worker)
    }
    hasWorker = unsafe worker != nil
    calls = unsafe PluginCore.calls(of: instance, worker: worker)
    for port in info.ports {
      unsafe calls.connect(calls.handle, port.index, buffers.pointer(of: port))
    }
  }

  deinit {
    world.workThread.remove(features.work)
    PluginLock.withLock {
      deactivate()
      unsafe lilv_instance_free(instance)
    }
  }

  private static func calls(
    of instance: UnsafeMutablePointer<LilvInstance>,
    worker: UnsafePointer<LV2_Worker_Interface>?
  ) -> PluginCalls {
    let descriptor = unsafe instance.pointee.lv2_descriptor.pointee
    // LV2's status enum is an unsigned int.
    return unsafe PluginCalls(
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

  func activate() {
    guard !isActive else { return }
    unsafe lilv_instance_activate(instance)
    isActive = true
  }

  func deactivate() {
    guard isActive else { return }
    unsafe lilv_instance_deactivate(instance)
    isActive = false
  }

  /// Runs the plugin off the audio thread, with what is in its buffers.
  func run(frames: Int) {
    buffers.prepareEvents()
    unsafe calls.run(calls.handle, UInt32(frames))
    guard hasWorker else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: PluginNode.largestResponse, alignment: 16) {
      body in
      while let size = unsafe features.work.responses.receive(into: body) {
        _ = unsafe calls.workResponse?(calls.handle, UInt32(size), body.baseAddress)
      }
    }
    _ = unsafe calls.endRun?(calls.handle)
  }

  /// Gives the plugin the state that its bundle declares as the one to start with.
  func restoreDefaultState() {
    var map = unsafe HostFeatures.map
    let subject = unsafe world.node(info.uri)
    guard let state = unsafe lilv_state_new_from_world(world.pointer, &map, subject) else { return }
    unsafe lilv_state_restore(state, instance, nil, nil, 0, features.forState)
    unsafe lilv_state_free(state)
  }

  /// Makes the plugin ready for its first frame.
  ///
  /// Offline nothing comes before that. Else a few silent blocks do: many plugins allocate in their first one,
  /// and here that does no harm. A second activation then resets what they have heard.
  func prepare(nominalBlock: Int, isOffline: Bool) {
    activate()
    if !isOffline {
      for _ in 0..<3 { run(frames: nominalBlock) }
      deactivate()
      buffers.reset()
      activate()
    }
    // LV2 has latency ports updated by a run without frames.
    if info.ports.contains(where: \.reportsLatency) { run(frames: 0) }
    guard hasWorker, !isOffline else { return }
    features.work.leaveToWorker()
    world.workThread.add(features.work)
  }
}
