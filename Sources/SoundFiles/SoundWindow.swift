// SPDX-License-Identifier: Apache-2.0
// A part of a file with other bytes before it, which libsndfile takes for a file of its own.

internal import CSndfile
internal import Glibc

/// What libsndfile reads where it can't have the file as it is: one of several streams in it, or
/// sound with a mended header.
///
/// > Threading: Worker, one at a time.
final class SoundWindow {
  private let descriptor: Int32
  private let prefix: [UInt8]
  private let range: Range<Int>
  private var position = 0

  /// Shows `range` of a file, which its owner keeps open meanwhile, behind a `prefix`.
  init(of descriptor: borrowing Descriptor, prefix: [UInt8] = [], range: Range<Int>) {
    self.descriptor = descriptor.value
    (self.prefix, self.range) = (prefix, range)
  }

  private var count: Int { prefix.count + range.count }

  private func seek(_ offset: Int, _ origin: Int32) -> Int {
    let base =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: count
      default: 0
      }
    let (target, isTooFar) = base.addingReportingOverflow(offset)
    position = isTooFar ? position : max(0, target)
    return position
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, position < count {
      let room = buffer.count - done
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      if position < prefix.count {
        let piece = prefix[position..<min(position + room, prefix.count)]
        unsafe rest.copyBytes(from: piece)
        (done, position) = (done + piece.count, position + piece.count)
        continue
      }
      let offset = range.lowerBound + position - prefix.count
      let wanted = min(room, range.upperBound - offset)
      let taken = unsafe pread(descriptor, rest.baseAddress, wanted, offset)
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { break }
      (done, position) = (done + taken, position + taken)
    }
    return done
  }

  /// Opens it; the window must outlive what this returns.
  ///
  /// Several may be opened at once.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var calls = unsafe SF_VIRTUAL_IO(
      get_filelen: { sf_count_t(unsafe SoundWindow.of($0).count) },
      seek: { sf_count_t(unsafe SoundWindow.of($2).seek(Int($0), $1)) },
      read: { buffer, count, window in
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
        return sf_count_t(unsafe SoundWindow.of(window).read(into: bytes))
      },
      write: { _, _, _ in 0 },
      tell: { sf_count_t(unsafe SoundWindow.of($0).position) }
    )
    position = 0
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe sf_open_virtual(&calls, Int32(SFM_READ), &info, owner)
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> SoundWindow {
    guard let pointer = unsafe pointer else { preconditionFailure("libsndfile lost its file") }
    return unsafe Unmanaged<SoundWindow>.fromOpaque(pointer).takeUnretainedValue()
  }
}
