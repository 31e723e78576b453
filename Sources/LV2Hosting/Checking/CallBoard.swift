// SPDX-License-Identifier: Apache-2.0
// Which thread is inside which call of which plugin, for the process that watches.

internal import CRealtime
internal import Glibc
package import Quantities

/// The calls of LV2 that run a plugin's code.
package enum PluginCall: Int32, CaseIterable, Sendable {
  case instantiate = 1
  case extensionData, connectPort, activate, run, work, workResponse, endRun, save, restore
  case deactivate, cleanup

  /// What LV2 calls it, with its parentheses.
  package var name: String { unsafe String(cString: tarmac_call_name(rawValue)) }

  /// Whether it belongs to the audio thread, where it may not take its time.
  package var isRealtime: Bool {
    switch self {
    case .connectPort, .run, .workResponse, .endRun: true
    default: false
    }
  }
}

/// The calls of all threads of a process, in memory that the process and its parent share.
///
/// All that is read is checked: the process may have corrupted its memory.
///
/// > Threading: Any.
@safe
package final class CallBoard: @unchecked Sendable {
  /// The memory, for a child to inherit.
  package let descriptor: Int32
  private let board: OpaquePointer

  /// A thread that is inside a plugin.
  package struct Entry: Hashable, Sendable {
    /// The thread, by its index.
    package var thread: Int
    /// Changes whenever the thread makes progress.
    package var turn: UInt32
    /// The number of the instance.
    package var plugin: Int
    /// The call.
    package var call: PluginCall
  }

  /// Makes a board; `nil` when the system has no memory for it.
  package convenience init?() {
    self.init(descriptor: tarmac_board_make())
  }

  /// Takes over a board that another process has made; `nil` when that is none.
  package init?(descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    guard let board = unsafe tarmac_board_map(descriptor) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    unsafe self.board = board
  }

  deinit {
    unsafe tarmac_board_unmap(board)
    close(descriptor)
  }

  /// Notes the calls of this process here from now on; the board stays for good.
  package func observe() {
    unsafe tarmac_board_observe(Unmanaged.passRetained(self).takeUnretainedValue().board)
  }

  /// Shows the other process that this one is being watched.
  package func beat() {
    unsafe tarmac_board_beat(board)
  }

  /// How often `beat` was called.
  package var beats: UInt32 { unsafe tarmac_board_beats(board) }

  /// The question in which instance (by its number, -1 for none) and in which `PluginCall` the
  /// calling thread is.
  ///
  /// > Threading: Any, signal handlers too.
  package static var whoIsHere: WhoIsHere { unsafe tarmac_call_numbers }

  /// A question for C code: which call the thread is in.
  package typealias WhoIsHere =
    @convention(c) (
      _ plugin: UnsafeMutablePointer<Int32>?, _ call: UnsafeMutablePointer<Int32>?
    ) -> Void

  /// All threads that are inside a plugin.
  package var calls: [Entry] {
    (0..<UInt32(TARMAC_CALL_THREADS)).compactMap { thread in
      let entry = unsafe tarmac_board_entry(board, thread)
      guard let call = PluginCall(rawValue: entry.call), entry.plugin >= 0 else { return nil }
      let plugin = Int(entry.plugin)
      return Entry(thread: Int(thread), turn: entry.turn, plugin: plugin, call: call)
    }
  }
}

/// Notices calls that do not come back.
package struct CallObserver {
  private var seen: [CallBoard.Entry: MonotonicTime] = [:]

  /// Has seen nothing so far.
  package init() {}

  /// Looks once more: the call that has gone on for longer than any other, and for how long.
  package mutating func look(at calls: [CallBoard.Entry], now: MonotonicTime = .now) -> Longest? {
    seen = Dictionary(calls.map { ($0, seen[$0] ?? now) }, uniquingKeysWith: { first, _ in first })
    return seen.min { $0.value < $1.value }.map {
      Longest(entry: $0.key, time: now.elapsed(since: $0.value))
    }
  }

  /// A call that goes on.
  package struct Longest {
    /// The call.
    package var entry: CallBoard.Entry
    /// How long it has been seen.
    package var time: Seconds
  }
}
