// SPDX-License-Identifier: Apache-2.0
// JACK's notifications: plain functions that JACK calls on its own threads, and what they reach.

internal import AudioBackend
internal import CJACK
internal import Dispatch
internal import Quantities
internal import Synchronization

/// What JACK's notification threads reach.
///
/// > Threading: Any.
final class Notifications: Sendable {
  let handler: @Sendable (DriverEvent) -> Void
  let cycle: ProcessCycle
  let isLost = Atomic<Bool>(false)
  let xruns = Atomic<Int>(0)
  let bufferFrames = Atomic<Int>(0)
  let sampleRate = Atomic<Int>(0)
  /// How often JACK has computed latencies, and libjack has been done with the list of our ports.
  let latencyRounds = Atomic<Int>(0)
  private let latencies = Mutex(Latencies())
  private let areLatenciesDue = Atomic(false)
  private let latencyQueue = DispatchQueue(label: "tarmac latencies")
  /// The client whose ports we hear of, as a number.
  private let client = Atomic<UInt>(0)

  /// A function by itself in a `Mutex` is wrapped once more with each look at it, and never
  /// unwrapped.
  private struct Latencies {
    var pass: (@Sendable () -> Void)?
  }

  init(cycle: ProcessCycle, handler: @escaping @Sendable (DriverEvent) -> Void) {
    self.cycle = cycle
    self.handler = handler
  }

  /// Asks `client` to call us.
  func subscribe(_ client: OpaquePointer) {
    self.client.store(UInt(bitPattern: client), ordering: .releasing)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe jack_on_info_shutdown(client, jackHasShutDown, context)
    // PipeWire's libjack (0.3.65) keeps that one and never calls it.
    if JACKLibrary.isPipeWire { unsafe jack_on_shutdown(client, pipeWireHasShutDown, context) }
    unsafe jack_set_buffer_size_callback(client, jackHasNewBufferSize, context)
    unsafe jack_set_sample_rate_callback(client, jackHasNewSampleRate, context)
    unsafe jack_set_port_registration_callback(client, jackHasNewPort, context)
    unsafe jack_set_port_rename_callback(client, jackHasRenamedPort, context)
    unsafe jack_set_port_connect_callback(client, jackHasNewConnection, context)
    unsafe jack_set_xrun_callback(client, jackWasLate, context)
    unsafe jack_set_freewheel_callback(client, jackFreewheels, context)
    unsafe jack_set_latency_callback(client, jackWantsLatency, context)
  }

  // MARK: Latencies

  /// Sets what passes latencies through the client where JACK's own thread must not; returns when
  /// that is done.
  func passLatencies(by pass: (@Sendable () -> Void)?) {
    latencies.withLock { $0.pass = pass }
  }

  /// Passes latencies on soon, on a thread of ours, once for all that have asked meanwhile.
  ///
  /// PipeWire's libjack (0.3.65) calls for latencies with a lock of the client held. A thread that
  /// sets one then has its loop do first whatever waits there, another call for latencies for
  /// example, which takes that lock again and never gets it.
  fileprivate func passLatenciesSoon() {
    guard !areLatenciesDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
    latencyQueue.async { [self] in
      areLatenciesDue.store(false, ordering: .sequentiallyConsistent)
      latencies.withLock(\.pass)?()
    }
  }

  /// Tells that latencies have been passed on.
  func noteLatencies() {
    latencyRounds.add(1, ordering: .releasing)
    handler(.latencyChanged)
  }

  /// The full name of a port, which need not be there any more: JACK keeps it until the place is
  /// taken again.
  fileprivate func portName(_ id: UInt32) -> String? {
    guard let client = unsafe OpaquePointer(bitPattern: client.load(ordering: .acquiring)),
      let port = unsafe jack_port_by_id(client, id),
      let name = unsafe jack_port_name(port)
    else { return nil }
    return unsafe PortText.text(name)
  }

  fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> Notifications? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Notifications>.fromOpaque(context).takeUnretainedValue()
  }
}

private func jackHasShutDown(
  _ code: jack_status_t,
  _ reason: UnsafePointer<CChar>?,
  _ context: UnsafeMutableRawPointer?
) {
  guard let notifications = unsafe Notifications.at(context) else { return }
  // libjack may say it twice: from the notification channel and from the audio thread.
  guard !notifications.isLost.exchange(true, ordering: .acquiringAndReleasing) else { return }
  let reason = unsafe reason.map { unsafe String(cString: $0) } ?? ""
  notifications.handler(.shutdown(reason: reason))
}

private func pipeWireHasShutDown(_ context: UnsafeMutableRawPointer?) {
  let reason = "PipeWire has ended"
  unsafe reason.withCString { unsafe jackHasShutDown(JackServerError, $0, context) }
}

private func jackHasNewBufferSize(_ frames: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let notifications = unsafe Notifications.at(context) else { return 0 }
  let before = notifications.bufferFrames.exchange(Int(frames), ordering: .relaxed)
  if before != Int(frames) { notifications.handler(.bufferSizeChanged(FrameCount(Int(frames)))) }
  return 0
}

private func jackHasNewSampleRate(_ rate: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let notifications = unsafe Notifications.at(context) else { return 0 }
  let before = notifications.sampleRate.exchange(Int(rate), ordering: .relaxed)
  if before != Int(rate) {
    notifications.handler(.sampleRateChanged(SampleRate(hertz: Double(rate))))
  }
  return 0
}

private func jackHasNewPort(
  _ port: UInt32,
  _ isRegistered: Int32,
  _ context: UnsafeMutableRawPointer?
) {
  guard let notifications = unsafe Notifications.at(context) else { return }
  if let name = notifications.portName(port) {
    notifications.handler(isRegistered != 0 ? .portAppeared(name) : .portVanished(name))
  }
  notifications.handler(.portsChanged)
}

private func jackHasRenamedPort(
  _: UInt32,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _ context: UnsafeMutableRawPointer?
) {
  unsafe Notifications.at(context)?.handler(.portsChanged)
}

private func jackHasNewConnection(
  _: UInt32,
  _: UInt32,
  _ isConnected: Int32,
  _ context: UnsafeMutableRawPointer?
) {
  unsafe Notifications.at(context)?.handler(.connectionsChanged)
}

private func jackWasLate(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let notifications = unsafe Notifications.at(context) else { return 0 }
  // As fast as it can is never in time, and nobody hears it.
  guard !notifications.cycle.isFreewheeling.load(ordering: .acquiring) else { return 0 }
  notifications.xruns.add(1, ordering: .relaxed)
  notifications.handler(.xrun)
  return 0
}

private func jackFreewheels(_ isStarting: Int32, _ context: UnsafeMutableRawPointer?) {
  guard let notifications = unsafe Notifications.at(context) else { return }
  // Before its first cycle, for which the host would be too late.
  notifications.cycle.isFreewheeling.store(isStarting != 0, ordering: .releasing)
  notifications.handler(.freewheel(isStarting != 0))
}

private func jackWantsLatency(
  _ mode: jack_latency_callback_mode_t,
  _ context: UnsafeMutableRawPointer?
) {
  guard let notifications = unsafe Notifications.at(context) else { return }
  if JACKLibrary.isPipeWire { return notifications.passLatenciesSoon() }
  if mode == JackCaptureLatency {
    PortLatencies.passCapture(through: notifications.cycle)
  } else {
    PortLatencies.passPlayback(through: notifications.cycle)
  }
  notifications.noteLatencies()
}
