// SPDX-License-Identifier: Apache-2.0
// Which thread is inside which call of which plugin, for the process that watches.

internal import CRealtime
internal import Glibc
public import Quantities

/// The calls of LV2 that run a plugin's code.
public enum PluginCall: Int32, CaseIterable, Sendable {
  case instantiate = 1
  case extensionData, connectPort, activate, run, work, workResponse, endRun, save, restore
  case deactivate, cleanup

  /// What LV2 calls it, with its parentheses.
  public var name: String { unsafe String(cString: tarmac_call_name(rawValue)) }

  /// Whether it belongs to the audio thread, where it may not take its time.
  public var isRealtime: Bool {
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
public final class CallBoard: @unchecked Sendable {
  /// The memory, for a child to inherit.
  public let descriptor: Int32
  private let board: OpaquePointer

  /// A thread that is inside a plugin.
  public struct Entry: Hashable, Sendable {
    /// The thread, by its index.
    public var thread: Int
    /// Changes whenever the thread makes progress.
    public var turn: UInt32
    /// The number of the instance.
    public var plugin: Int
    /// The call.
    public var call: PluginCall
  }

  /// Makes a board; `nil` when the system has no memory for it.
  public convenience init?() {
    self.init(descriptor: tarmac_board_make())
  }

  /// Takes over a board that another process has made; `nil` when that is none.
  public init?(descriptor: Int32) {
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
  public func observe() {
    unsafe tarmac_board_observe(Unmanaged.passRetained(self).takeUnretainedValue().board)
  }

  /// Shows the other process that this one is being watched.
  public func beat() {
    unsafe tarmac_board_beat(board)
  }

  /// How often `beat` was called.
  public var beats: UInt32 { unsafe tarmac_board_beats(board) }

  /// The question in which instance (by its number, -1 for none) and in which `PluginCall` the
  /// calling thread is.
  ///
  /// > Threading: Any, signal handlers too.
  public static var whoIsHere: WhoIsHere { unsafe tarmac_call_numbers }

  /// A question for C code: which call the thread is in.
  public typealias WhoIsHere =
    @convention(c) (
      _ plugin: UnsafeMutablePointer<Int32>?, _ call: UnsafeMutablePointer<Int32>?
    ) -> Void

  /// All threads that are inside a plugin.
  public var calls: [Entry] {
    (0..<UInt32(TARMAC_CALL_THREADS)).compactMap { thread in
      let entry = unsafe tarmac_board_entry(board, thread)
      guard let call = PluginCall(rawValue: entry.call), entry.plugin >= 0 else { return nil }
      let plugin = Int(entry.plugin)
      return Entry(thread: Int(thread), turn: entry.turn, plugin: plugin, call: call)
    }
  }
}

/// Notices calls that do not come back.
public struct CallObserver {
  private var seen: [CallBoard.Entry: MonotonicTime] = [:]

  /// Has seen nothing so far.
  public init() {}

  /// Looks once more: the call that has gone on for longer than any other, and for how long.
  public mutating func look(at calls: [CallBoard.Entry], now: MonotonicTime = .now) -> Longest? {
    seen = Dictionary(calls.map { ($0, seen[$0] ?? now) }, uniquingKeysWith: { first, _ in first })
    return seen.min { $0.value < $1.value }.map {
      Longest(entry: $0.key, time: now.elapsed(since: $0.value))
    }
  }

  /// A call that goes on.
  public struct Longest {
    /// The call.
    public var entry: CallBoard.Entry
    /// How long it has been seen.
    public var time: Seconds
  }
}
