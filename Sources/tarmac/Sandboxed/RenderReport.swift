// SPDX-License-Identifier: Apache-2.0
// How a command in a sandbox reports to the process that has started it.

internal import ChildPrograms
internal import ControlProtocol
internal import Glibc
internal import StrictJSON

/// The pipe from a sandboxed command to the process that has started it.
struct RenderReport {
  /// The pipe's file descriptor in the child.
  static let descriptor: Int32 = 3

  /// What a report says.
  enum Message: Codable {
    /// The share (0…1) that is done.
    case progress(Double)
    /// All is done, and these are the files.
    case files([String])
  }

  /// Sends a message.
  func tell(_ message: Message) {
    guard var line = try? JSONText.encode(message, numbers: .all) else { return }
    line.append(UInt8(ascii: "\n"))
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe write(Self.descriptor, $0.baseAddress, $0.count)
      }
      guard written > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(written, 0))
    }
  }
}

/// The receiving end of the reports; what the child and its plugins write goes to our standard
/// error.
final class RenderRelay {
  /// The descriptors that the child gets, by their numbers there.
  let files: [Int32: Int32]
  private let report: Int32
  private let output: Int32

  /// Makes the pipes.
  init() throws(Failure) {
    var (told, written): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard unsafe pipe(&told) == 0, unsafe pipe(&written) == 0 else {
      for end in told where end >= 0 { close(end) }
      throw Failure("No pipe can be made: too many files are open.", .system)
    }
    for end in told + written { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (report, output) = (told[0], written[0])
    files = [
      RenderReport.descriptor: told[1], STDOUT_FILENO: written[1], STDERR_FILENO: written[1],
    ]
  }

  deinit {
    close(report)
    close(output)
  }

  /// Takes the child's reports until it has closed its ends; returns the files that it has named.
  func run(_ progress: (Double) -> Void) -> [String] {
    for end in Set(files.values) { close(end) }
    var (lines, files) = (LineBuffer(maximumBytes: JSONText.maximumBytes), [String]())
    var open = [report, output]
    while !open.isEmpty {
      var entries = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
      for entry in entries where entry.revents != 0 {
        let bytes = Self.read(entry.fd)
        if bytes.isEmpty { open.removeAll { $0 == entry.fd } }
        if entry.fd == output {
          Terminal.write(String(decoding: bytes, as: UTF8.self), to: STDERR_FILENO)
        } else {
          lines.append(bytes)
        }
      }
      while case .complete(let line)? = lines.next() {
        switch try? JSONText.decode(RenderReport.Message.self, from: line, numbers: .all) {
        case .progress(let share): progress(share)
        case .files(let told): files = told
        case nil: break
        }
      }
    }
    return files
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      return unsafe Array(buffer.prefix(max(count, 0)))
    }
  }
}
