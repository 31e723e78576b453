// SPDX-License-Identifier: Apache-2.0
// What a process leaves outside of itself, where it can be read after its end.

import ControlProtocol
import Glibc
import LV2Hosting
import Quantities
import RigEngine
import Synchronization

/// The traces of a process: the calls that it is or was in, its last words, what was refused to it,
/// what it writes.
///
/// > Threading: Any.
final class ProcessTraces: Sendable {
  private let board: CallBoard
  private let alarm: Int32
  private let refusals: Int32
  private let output: Mutex<ProcessOutput>

  /// Takes over a board, and the descriptors that the others are read of.
  init(_ board: CallBoard, alarm: Int32, refusals: Int32, output: Int32) {
    (self.board, self.alarm, self.refusals) = (board, alarm, refusals)
    self.output = Mutex(ProcessOutput(output))
    for descriptor in [alarm, refusals, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(alarm)
    close(refusals)
    output.withLock { $0.close() }
  }

  /// What it says of a crash, if it has.
  ///
  /// That is sent in a few bytes of fixed size, because its memory may be overwritten.
  func takeLoss() -> CrashGuard.Loss? {
    var loss = CrashGuard.Loss()
    let size = MemoryLayout<CrashGuard.Loss>.size
    return unsafe read(alarm, &loss, size) == size ? loss : nil
  }

  /// The calls that its threads are, or were at its end, inside of.
  var calls: [CallBoard.Entry] { board.calls }

  /// How often it has shown that it is alive.
  var beats: UInt32 { board.beats }

  /// What its sandbox has refused since this was asked last.
  func takeRefusals() -> [SandboxRefusal] {
    var found: [SandboxRefusal] = []
    while let refusal = SandboxRefusal(readFrom: refusals) { found.append(refusal) }
    return found
  }

  /// The lines that it has written since this was asked last; `isLast` says that there will be no
  /// more.
  func takeLines(now: MonotonicTime, isLast: Bool = false) -> [String] {
    output.withLock { $0.takeLines(now: now, isLast: isLast) }
  }
}

/// What a process writes to its standard output and error: some lines of each second, and how many
/// there were besides.
struct ProcessOutput: ~Copyable {
  private let descriptor: Int32
  private var buffer = LineBuffer(maximumBytes: 4_000)
  private var told = 0
  private var untold = 0
  private var begin = MonotonicTime.distantPast

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  mutating func close() {
    Glibc.close(descriptor)
  }

  mutating func takeLines(now: MonotonicTime, isLast: Bool) -> [String] {
    var lines: [String] = []
    let isOver = now.elapsed(since: begin) > HostTimes.reports
    if isOver, untold > 0 { lines.append(rest) }
    if isOver { (told, untold, begin) = (0, 0, now) }
    fill()
    while let line = buffer.next() ?? (isLast ? buffer.rest() : nil) {
      guard told < HostTimes.messagesAtOnce else {
        untold += 1
        continue
      }
      told += 1
      lines.append(text(line))
    }
    if isLast, untold > 0 { lines.append(rest) }
    return lines
  }

  private var rest: String { "(\(untold) more \(untold == 1 ? "line" : "lines"))" }

  private func text(_ line: LineBuffer.Line) -> String {
    switch line {
    case .complete(let bytes): String(decoding: bytes, as: UTF8.self)
    case .tooLong: "(a line of more than 4000 bytes)"
    }
  }

  /// Takes what is there, and of a flood no more than a pipe holds.
  private mutating func fill() {
    let size = 1 << 16
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { memory in
      let count = unsafe read(descriptor, memory.baseAddress, size)
      if count > 0 { unsafe buffer.append(memory.prefix(count)) }
    }
  }
}
