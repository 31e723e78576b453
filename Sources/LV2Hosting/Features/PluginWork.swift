// SPDX-License-Identifier: Apache-2.0
// The conversation between a plugin's run() and its worker method.

internal import CLilv
internal import CRealtime
internal import RenderCore
internal import Synchronization

/// The requests of one instance, the worker method that answers them, and the answers.
///
/// While the instance is being set up, and offline for good, a request is answered at once; the answer still
/// reaches the plugin after the run that asked, so both ways sound alike.
///
/// > Threading: Realtime, to ask; Worker, to answer.
@safe
final class PluginWork: @unchecked Sendable {
  /// What the worker has answered; the audio thread hands it to the plugin after `run`.
  let responses = SharedByteRing(capacity: PluginWork.ringBytes)
  private let requests = SharedByteRing(capacity: PluginWork.ringBytes)
  private let sink: UnsafeMutablePointer<ByteRing>
  private let body: UnsafeMutableRawBufferPointer
  private let bell: UnsafeMutablePointer<UInt32>
  private let isImmediate = Atomic(true)
  private let isServed = Atomic(false)
  private let worker: PluginWorker

  private static let ringBytes = 32_768

  /// Makes a conversation with a worker that it may share with another one.
  init(bell: UnsafeMutablePointer<UInt32>, worker: PluginWorker = PluginWorker()) {
    unsafe self.bell = unsafe bell
    self.worker = worker
    unsafe sink = requests.pointer
    unsafe body = .allocate(byteCount: PluginWork.ringBytes, alignment: 16)
  }

  deinit {
    unsafe body.deallocate()
  }

  /// Another conversation with the same worker, for `restore`: its requests are answered at once.
  func forState() -> PluginWork {
    unsafe PluginWork(bell: bell, worker: worker)
  }

  /// Says whose requests these are.
  ///
  /// > Threading: Control, before the instance is activated.
  func attach(
    handle: LV2_Handle,
    interface: UnsafePointer<LV2_Worker_Interface>,
    caller: PluginCaller? = nil
  ) {
    unsafe worker.attach(handle: handle, interface: interface, caller: caller)
  }

  /// From now on requests go to the worker threads.
  ///
  /// > Threading: Control, before the audio thread runs the plugin.
  func leaveToWorker() {
    isImmediate.store(false, ordering: .releasing)
  }

  /// Whether no request waits to be answered, nor is one being answered.
  ///
  /// > Threading: Control.
  var isIdle: Bool {
    // In this order: who takes a request has said so before.
    guard unsafe sink.pointee.isEmpty() else { return false }
    return !isServed.load(ordering: .acquiring)
  }

  /// Answers at once again, while `body` runs the plugin where no audio thread does.
  ///
  /// > Threading: Control.
  func atOnce(_ body: () -> Void) {
    let isImmediate = isImmediate.exchange(true, ordering: .acquiringAndReleasing)
    body()
    self.isImmediate.store(isImmediate, ordering: .releasing)
  }

  /// Ends the conversation; once it returns, the worker method is not running and will not be called again.
  ///
  /// > Threading: Control, when the plugin does not run any more.
  func close() {
    worker.close()
  }

  /// The feature data of `work:schedule`.
  var schedule: LV2_Worker_Schedule {
    unsafe LV2_Worker_Schedule(
      handle: Unmanaged.passUnretained(self).toOpaque(),
      schedule_work: { handle, size, data in
        guard let handle = unsafe handle else { return LV2_WORKER_ERR_UNKNOWN }
        return unsafe Unmanaged<PluginWork>.fromOpaque(handle)._withUnsafeGuaranteedRef { work in
          unsafe work.request(size: size, data: data)
        }
      }
    )
  }

  private func request(size: UInt32, data: UnsafeRawPointer?) -> LV2_Worker_Status {
    if isImmediate.load(ordering: .acquiring) { return unsafe perform(size: size, data: data) }
    return unsafe ask(size: size, data: data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
  }

  /// Leaves a request to the worker threads; returns `false` when there is no room for it.
  ///
  /// > Threading: Realtime.
  @_noLocks
  private func ask(size: UInt32, data: UnsafeRawPointer?) -> Bool {
    let bell = unsafe bell
    // A request without data has no address, but is copied from one.
    var message = UnsafeRawPointer(bell)
    if let data = unsafe data { unsafe message = unsafe data }
    let isSent = unsafe sink.pointee.send(message, size: Int(size))
    // RT-ASSUMED: the bell wakes the workers with one bounded system call.
    if isSent { unsafe _unsafePerformance { unsafe tarmac_bell_ring(bell) } }
    return isSent
  }

  /// Answers the oldest request; returns whether there was one that no other thread is at.
  ///
  /// > Threading: Worker.
  func serve() -> Bool {
    guard !isServed.exchange(true, ordering: .acquiring) else { return false }
    defer { isServed.store(false, ordering: .releasing) }
    guard let size = unsafe requests.receive(into: body) else { return false }
    PluginLock.withLock {
      _ = unsafe perform(size: UInt32(size), data: UnsafeRawPointer(body.baseAddress))
    }
    return true
  }

  private func perform(size: UInt32, data: UnsafeRawPointer?) -> LV2_Worker_Status {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe worker.work(
      respond: PluginWork.respond,
      to: me,
      size: size,
      data: size == 0 ? nil : data
    )
  }

  private static let respond: LV2_Worker_Respond_Function = { handle, size, data in
    guard let handle = unsafe handle else { return LV2_WORKER_ERR_UNKNOWN }
    return unsafe Unmanaged<PluginWork>.fromOpaque(handle)._withUnsafeGuaranteedRef { work in
      let isSent = unsafe work.responses.send(data ?? UnsafeRawPointer(work.bell), size: Int(size))
      return isSent ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
    }
  }
}

/// The worker method of one instance; one call at a time.
///
/// > Threading: Worker.
@safe
final class PluginWorker: @unchecked Sendable {
  private let target = Locked<Target?>(nil)

  /// The plugin's side of the conversation.
  @safe
  private struct Target: @unchecked Sendable {
    var handle: LV2_Handle
    var interface: UnsafePointer<LV2_Worker_Interface>
    var caller: PluginCaller?
  }

  func attach(
    handle: LV2_Handle,
    interface: UnsafePointer<LV2_Worker_Interface>,
    caller: PluginCaller?
  ) {
    let new = unsafe Target(handle: handle, interface: interface, caller: caller)
    target.withLock { $0 = new }
  }

  func close() {
    target.withLock { $0 = nil }
  }

  func work(
    respond: LV2_Worker_Respond_Function?,
    to responder: UnsafeMutableRawPointer,
    size: UInt32,
    data: UnsafeRawPointer?
  ) -> LV2_Worker_Status {
    target.withLock { target in
      guard let target, let work = unsafe target.interface.pointee.work else {
        return LV2_WORKER_ERR_UNKNOWN
      }
      let call = { unsafe work(target.handle, respond, responder, size, data) }
      return target.caller?.during(.work, call) ?? call()
    }
  }
}
