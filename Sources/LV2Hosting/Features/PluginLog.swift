// SPDX-License-Identifier: Apache-2.0
// What plugins log: from any thread, into a bounded ring, read by the host when it has time.

internal import CLilv
internal import RenderCore
internal import Synchronization

/// Something that a plugin logged.
package struct PluginMessage: Hashable, Codable, Sendable {
  /// The name of the plugin.
  package var plugin: String
  /// How grave it is.
  package var level: Level
  /// The text, without a line end.
  package var text: String

  /// How grave a message is.
  package enum Level: Hashable, Codable, Sendable {
    /// Something failed.
    case error
    /// Something may go wrong.
    case warning
    /// Something to know.
    case note
    /// Something for the plugin's developer.
    case trace
  }
}

/// The log of one instance.
///
/// It never blocks or allocates for the plugin: what does not fit is dropped and
/// counted, so a plugin that logs every cycle takes no more room than the ring between two
/// readings. Readers get no more than `mostPerSecond` messages in a second, and the number of the
/// others.
///
/// > Threading: Any, to write; Control, to read.
@safe
final class PluginLog: @unchecked Sendable {
  private let log: UnsafeMutablePointer<tarmac_log>
  private let ring = SharedByteRing(capacity: 4_096, isRare: true)
  private let sink: UnsafeMutablePointer<ByteRing>
  private let isBusy = Atomic(false)
  private let dropped = Atomic(0)
  private let plugin: String
  private let pace = Locked(Pace())

  static let mostPerSecond = 100

  /// How many messages readers may have yet, and since when.
  private struct Pace {
    var left = PluginLog.mostPerSecond
    var begun: ContinuousClock.Instant?

    /// Takes one message's share; returns whether there was one left.
    mutating func allowsOne(now: ContinuousClock.Instant) -> Bool {
      if begun.map({ now - $0 >= .seconds(1) }) ?? true {
        left = PluginLog.mostPerSecond
        begun = now
      }
      guard left > 0 else { return false }
      left -= 1
      return true
    }
  }

  init(plugin: String) {
    self.plugin = plugin
    unsafe sink = ring.pointer
    unsafe log = .allocate(capacity: 1)
    unsafe log.initialize(to: tarmac_log())
    unsafe tarmac_log_prepare(log)
    unsafe log.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    unsafe log.pointee.write = { owner, message, size in
      guard let owner = unsafe owner, let message = unsafe message else { return -1 }
      return unsafe Unmanaged<PluginLog>.fromOpaque(owner)._withUnsafeGuaranteedRef { log in
        unsafe log.write(message, size: Int(size)) ? size : -1
      }
    }
  }

  deinit {
    unsafe log.deallocate()
  }

  /// The feature data of `log:log`.
  var feature: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(log) }

  /// Appends a message.
  ///
  /// When two threads of the plugin log at once, the second is not kept waiting: its message is
  /// dropped.
  @_noLocks
  private func write(_ message: UnsafeRawPointer, size: Int) -> Bool {
    var isSent = false
    if !isBusy.exchange(true, ordering: .acquiring) {
      isSent = unsafe sink.pointee.send(message, size: size)
      isBusy.store(false, ordering: .releasing)
    }
    if !isSent { dropped.add(1, ordering: .relaxed) }
    return isSent
  }

  /// Takes what was logged since the last call.
  ///
  /// - Parameter now: the time, for the pace.
  /// - Returns: the messages, oldest first.
  func takeMessages(now: ContinuousClock.Instant = .now) -> [PluginMessage] {
    var messages: [PluginMessage] = []
    var missing = dropped.exchange(0, ordering: .relaxed)
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 4) { buffer in
      while let size = unsafe ring.receive(into: buffer) {
        guard size > 4 else { continue }
        guard pace.withLock({ $0.allowsOne(now: now) }) else {
          missing += 1
          continue
        }
        let level = unsafe PluginLog.level(of: buffer.load(as: UInt32.self))
        var text = unsafe String(decoding: buffer[4..<size], as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else { continue }
        messages.append(PluginMessage(plugin: plugin, level: level, text: text))
      }
    }
    if missing > 0 {
      let text = "\(missing) more messages were dropped"
      messages.append(PluginMessage(plugin: plugin, level: .warning, text: text))
    }
    return messages
  }

  private static func level(of type: UInt32) -> PluginMessage.Level {
    switch type {
    case URIDs.shared.error: .error
    case URIDs.shared.warning: .warning
    case URIDs.shared.trace: .trace
    default: .note
    }
  }
}
