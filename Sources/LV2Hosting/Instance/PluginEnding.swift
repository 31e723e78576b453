// SPDX-License-Identifier: Apache-2.0
// The end of a plugin, which may take its time, or never come.

internal import CLilv
internal import CRealtime
internal import Glibc
internal import RenderCore
internal import Threads

/// What is left of a plugin that nobody runs any more; it is ended on a thread of its own, because
/// some never return.
///
/// Everything that the plugin may touch lives as long as this does. A plugin whose worker,
/// `deactivate` or `cleanup` never returns keeps all of it, and the thread; nobody else waits.
///
/// > Threading: Any.
@safe
final class PluginEnding: @unchecked Sendable {
  private let instance: UnsafeMutablePointer<LilvInstance>
  private let runner: UnsafeMutablePointer<PluginRunner>
  private let caller: PluginCaller
  private let isActive: Bool
  private let work: PluginWork
  private let world: LV2World
  private var belongings: [AnyObject]
  private let bell: UnsafeMutablePointer<UInt32>

  /// How long a thread that lets go of a plugin waits for its end, which usually comes at once.
  private static let patienceMilliseconds: UInt32 = 50

  init(_ core: PluginCore, isActive: Bool) {
    unsafe instance = core.instance
    unsafe runner = core.runner
    caller = core.caller
    self.isActive = isActive
    work = core.features.work
    world = core.world
    belongings =
      [core.features, core.rings, core.arena, core.clock] + Array(core.buffers.midi.values)
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
  }

  deinit {
    unsafe bell.deallocate()
  }

  /// Ends the plugin, and waits a moment for that.
  ///
  /// > Threading: Control.
  func begin(of name: String) {
    EndingPlugins.add(self, name: name)
    guard let thread = try? SystemThread("plugin-ending", { self.perform() }) else {
      return perform()
    }
    thread.detach()
    unsafe tarmac_bell_wait(bell, 0, PluginEnding.patienceMilliseconds)
  }

  private func perform() {
    guard world.workers.remove(work) else {
      // Its worker is inside it, for all we know for ever: what that may touch stays.
      _ = unsafe Unmanaged.passRetained(self)
      return
    }
    PluginLock.withLock {
      if isActive { caller.during(.deactivate) { unsafe lilv_instance_deactivate(instance) } }
      caller.during(.cleanup) {
        unsafe instance.pointee.lv2_descriptor.pointee.cleanup(instance.pointee.lv2_handle)
      }
    }
    // The lock may have been lost meanwhile, and lilv's books have one reader.
    PluginLock.withLock {
      var descriptor = unsafe instance.pointee.lv2_descriptor.pointee
      unsafe descriptor.cleanup = { _ in }
      unsafe withUnsafePointer(to: descriptor) { quiet in
        unsafe instance.pointee.lv2_descriptor = unsafe quiet
        unsafe lilv_instance_free(instance)
      }
    }
    unsafe runner.deinitialize(count: 1)
    unsafe runner.deallocate()
    // Its files go with these: the thread that waits for the end may end the program next.
    belongings = []
    EndingPlugins.remove(self)
    unsafe tarmac_bell_ring(bell)
  }
}

/// The plugins that have not come to their end yet.
///
/// > Threading: Any.
enum EndingPlugins {
  private static let all = Locked<[ObjectIdentifier: Entry]>([:])
  private static let patience = Duration.seconds(2)

  private struct Entry {
    var name: String
    var begun = ContinuousClock.now
    var isTold = false
  }

  fileprivate static func add(_ ending: PluginEnding, name: String) {
    all.withLock { $0[ObjectIdentifier(ending)] = Entry(name: name) }
  }

  fileprivate static func remove(_ ending: PluginEnding) {
    all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(ending)) }
  }

  /// The names of all of them.
  static var names: [String] { all.withLock { $0.values.map(\.name).sorted() } }

  /// The names of those that take longer than two seconds; each is reported once.
  static func takeLate() -> [String] {
    all.withLock { all in
      let late = all.filter { !$0.value.isTold && ContinuousClock.now - $0.value.begun > patience }
      for key in late.keys { all[key]?.isTold = true }
      return late.values.map(\.name).sorted()
    }
  }

  /// Waits until there are none, or so many seconds; returns whether all have ended.
  static func wait(seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !all.withLock({ $0.isEmpty }) {
      if ContinuousClock.now > end { return false }
      usleep(1_000)
    }
    return true
  }
}

extension LV2World {
  /// Waits for plugins that were let go and have not come to their end; returns whether all have
  /// within so many seconds.
  ///
  /// > Threading: Any.
  package static func awaitEndings(seconds: Double) -> Bool {
    EndingPlugins.wait(seconds: seconds)
  }

  /// The names of plugins that were let go and have not come to their end yet.
  ///
  /// > Threading: Any.
  package static var endingPlugins: [String] { EndingPlugins.names }

  /// The names of plugins that were let go and have not come to their end within two seconds; each
  /// is reported once.
  ///
  /// > Threading: Any.
  package static func takeLateEndings() -> [String] {
    EndingPlugins.takeLate()
  }
}
