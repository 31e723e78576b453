// SPDX-License-Identifier: Apache-2.0
// The conversation between a plugin's run() and its worker method.

internal import CLilv
internal import CRealtime
internal import Glibc
internal import RenderCore
internal import Synchronization

/// The requests of one instance, the worker method that answers them, and the answers.
///
/// Until it is left to the worker threads, offline for good, a request is answered at once; the
/// answer still reaches the plugin after the run that asked, so both ways sound alike.
///
/// > Threading: Realtime, to ask; Worker, to answer.
@safe
final class PluginWork: @unchecked Sendable {
  /// What the worker has answered; the audio thread hands it to the plugin after `run`.
  private(set) var responses = SharedByteRing(capacity: 1)
  private var requests = SharedByteRing(capacity: 1)
  private var sink: UnsafeMutablePointer<ByteRing>
  private var body = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private let bell: UnsafeMutablePointer<UInt32>
  private let isImmediate = Atomic(true)
  private let isServed = Atomic(false)
  /// Each ring has one writer; a thread of the plugin's own that comes meanwhile is refused.
  private let isAsking = Atomic(false)
  private let isAnswering = Atomic(false)
  private let worker: PluginWorker

  /// The room for requests and for answers of a plugin that has a worker; the others are offered
  /// one as well.
  static let ringBytes = 32_768
  /// How many requests that a worker has made itself are answered at once; one that asks without
  /// end must not end the rest.
  private static let mostAtOnce = 64

  /// Makes a conversation with a worker that it may share with another one.
  init(bell: UnsafeMutablePointer<UInt32>, worker: PluginWorker = PluginWorker()) {
    unsafe self.bell = unsafe bell
    self.worker = worker
    unsafe sink = requests.pointer
  }

  deinit {
    unsafe body.deallocate()
  }

  /// Another conversation with the same worker, for `restore`: its requests are answered at once.
  func forState() -> PluginWork {
    let work = unsafe PluginWork(bell: bell, worker: worker)
    if unsafe !body.isEmpty { work.makeRoom() }
    return work
  }

  /// Says whose requests these are.
  ///
  /// > Threading: Control, before the instance is activated.
  func attach(
    handle: LV2_Handle,
    interface: UnsafePointer<LV2_Worker_Interface>,
    caller: PluginCaller? = nil
  ) {
    makeRoom()
    unsafe worker.attach(handle: handle, interface: interface, caller: caller)
  }

  /// Makes room for requests and answers.
  ///
  /// > Threading: Control, before the instance is activated.
  func makeRoom() {
    guard unsafe body.isEmpty else { return }
    responses = SharedByteRing(capacity: PluginWork.ringBytes)
    requests = SharedByteRing(capacity: PluginWork.ringBytes)
    unsafe sink = requests.pointer
    unsafe body = .allocate(byteCount: PluginWork.ringBytes, alignment: 16)
  }

  /// From now on requests go to the worker threads.
  ///
  /// > Threading: Control, before anything runs the plugin.
  func leaveToWorker() {
    isImmediate.store(false, ordering: .releasing)
  }

  /// Whether no request waits to be answered, nor is one being answered.
  ///
  /// > Threading: Control.
  var isIdle: Bool {
    // The order matters: a thread that takes a request has said so before, and what a call has
    // asked for is there when it is over.
    guard unsafe sink.pointee.isEmpty(), !isServed.load(ordering: .acquiring) else { return false }
    return !worker.hasPostponed && !isServed.load(ordering: .acquiring)
  }

  /// Ends the conversation; once it returns `true`, the worker method is not running and will not
  /// be called again.
  ///
  /// Returns `false` when the method does not come back for so many seconds; then the plugin must
  /// be left as it is.
  ///
  /// > Threading: Any, when the plugin does not run any more.
  @discardableResult
  func close(patience seconds: Int = 2) -> Bool {
    worker.close(patience: seconds)
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
    guard unsafe size == 0 || data != nil else { return LV2_WORKER_ERR_UNKNOWN }
    // A worker method that asks for work gets it when it is done; it is not to write beside `run`.
    if worker.isAtWorkHere { return unsafe postpone(size: size, data: data) }
    if isImmediate.load(ordering: .acquiring) {
      let status = unsafe perform(size: size, data: data, patience: PluginWorker.patienceSeconds)
      for _ in 0..<PluginWork.mostAtOnce where worker.hasPostponed { performPostponed() }
      return status
    }
    return unsafe ask(size: size, data: data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
  }

  /// Leaves a request to the worker threads; returns `false` when there is no room for it.
  ///
  /// > Threading: Realtime.
  @_noLocks
  private func ask(size: UInt32, data: UnsafeRawPointer?) -> Bool {
    guard !isAsking.exchange(true, ordering: .acquiring) else { return false }
    let bell = unsafe bell
    // A request without data has no address, but is copied from one.
    var message = UnsafeRawPointer(bell)
    if let data = unsafe data { unsafe message = unsafe data }
    let isSent = unsafe sink.pointee.send(message, size: Int(size))
    isAsking.store(false, ordering: .releasing)
    // RT-ASSUMED: the bell wakes the workers with one bounded system call.
    if isSent { unsafe _unsafePerformance { unsafe tarmac_bell_ring(bell) } }
    return isSent
  }

  private func postpone(size: UInt32, data: UnsafeRawPointer?) -> LV2_Worker_Status {
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(size)))
    guard bytes.count <= PluginWork.ringBytes, worker.postpone(bytes, of: self) else {
      return LV2_WORKER_ERR_NO_SPACE
    }
    unsafe tarmac_bell_ring(bell)
    return LV2_WORKER_SUCCESS
  }

  /// Answers the oldest request; returns whether there was one that no other thread is at.
  ///
  /// > Threading: Worker.
  func serve() -> Bool {
    guard !isServed.exchange(true, ordering: .acquiring) else { return false }
    defer { isServed.store(false, ordering: .releasing) }
    if let size = unsafe requests.receive(into: body) {
      PluginLock.withLock {
        _ = unsafe perform(size: UInt32(clamping: size), data: UnsafeRawPointer(body.baseAddress))
      }
      return true
    }
    guard worker.hasPostponed else { return false }
    // One that asks without end leaves the plugin lock to the others.
    usleep(1_000)
    PluginLock.withLock { performPostponed() }
    return true
  }

  private func performPostponed() {
    guard let (bytes, work) = worker.takePostponed() else { return }
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe work.perform(size: UInt32(clamping: bytes.count), data: bytes.baseAddress)
    }
  }

  /// Calls the worker method; with patience, only if it comes back from another call in time.
  private func perform(
    size: UInt32,
    data: UnsafeRawPointer?,
    patience: Int? = nil
  ) -> LV2_Worker_Status {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe worker.work(
      respond: PluginWork.respond,
      to: me,
      size: size,
      data: size == 0 ? nil : data,
      patience: patience
    )
  }

  private static let respond: LV2_Worker_Respond_Function = { handle, size, data in
    guard let handle = unsafe handle else { return LV2_WORKER_ERR_UNKNOWN }
    return unsafe Unmanaged<PluginWork>.fromOpaque(handle)._withUnsafeGuaranteedRef { work in
      unsafe work.answer(size: size, data: data)
    }
  }

  private func answer(size: UInt32, data: UnsafeRawPointer?) -> LV2_Worker_Status {
    guard unsafe size == 0 || data != nil else { return LV2_WORKER_ERR_UNKNOWN }
    guard !isAnswering.exchange(true, ordering: .acquiring) else { return LV2_WORKER_ERR_NO_SPACE }
    defer { isAnswering.store(false, ordering: .releasing) }
    let isSent = unsafe responses.send(data ?? UnsafeRawPointer(bell), size: Int(size))
    return isSent ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE
  }
}
