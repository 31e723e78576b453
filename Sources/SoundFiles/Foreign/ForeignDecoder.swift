// SPDX-License-Identifier: Apache-2.0
// Decodes what libsndfile and mpg123 do not know, by ffmpeg as a child that may read the file and
// write to its pipe, and nothing else.

internal import ChildPrograms
internal import Glibc
internal import Quantities

/// ffmpeg at work on one file.
///
/// > Threading: Worker.
struct ForeignDecoder {
  /// Whether files can be decoded here.
  static var isPossible: Bool { program != nil && canStartAgain }

  /// Where ffmpeg is; `nil` where it is not installed.
  static var program: String? {
    let folders = startEnvironment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").lazy.map { "\($0)/ffmpeg" }.first {
      unsafe access($0, X_OK) == 0
    }
  }

  /// For how long it may say nothing, and how much it may make of one file.
  private static let patience: Int32 = 20_000
  static let mostBytes = 8 << 30
  /// How many milliseconds it may take to end once it has closed its pipes.
  private static let endPatience = 5_000
  private static let pieceBytes = 1 << 18
  /// How much of what it complains about is read.
  private static let mostWords = 2_000

  let path: String
  /// What the file is.
  let format: String

  /// Decodes an open file into an AU file of floats, piece by piece.
  ///
  /// - Throws: why it can't be decoded.
  func decode(
    _ file: borrowing Descriptor,
    _ take: (ArraySlice<UInt8>) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    guard let program = Self.program else { throw .foreign(path: path, format: format) }
    guard let output = makePipe() else { throw failure(SystemError.text(errno)) }
    defer { close(output.read) }
    guard let errors = makePipe() else {
      let reason = SystemError.text(errno)
      close(output.write)
      throw failure(reason)
    }
    defer { close(errors.read) }
    lseek(file.value, 0, SEEK_SET)
    let command = [
      program, "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist",
      "file,pipe", "-i", "file:/dev/fd/\(CagedProgram.file)", "-map", "0:a:0", "-vn", "-sn", "-dn",
      "-f", "au", "-c:a", "pcm_f32be", "pipe:1",
    ]
    let started = Result { () throws(SpawnError) in
      try CagedProgram.start(
        command,
        reading: file.value,
        output: output.write,
        errors: errors.write
      )
    }
    for end in [output.write, errors.write] { close(end) }
    guard case .success(let child) = started else {
      throw failure("there is no room for a process")
    }
    var words: [UInt8] = []
    let outcome = Result { () throws(SoundFileError) in
      try follow(output.read, errors.read, &words, take)
    }
    if case .failure = outcome { kill(child, SIGKILL) }
    let status = Self.end(of: child)
    if case .failure(let error) = outcome { throw error }
    guard status == .ended(status: 0) else { throw failure(sentence(words)) }
  }

  /// Waits for the end of a child that has nothing more to say; one that does not end is ended.
  static func end(of child: Int32) -> ChildStatus? {
    for _ in 0..<endPatience {
      if let status = ChildStatus.look(at: child) { return status }
      usleep(1_000)
    }
    kill(child, SIGKILL)
    return ChildStatus.look(at: child, waits: true)
  }

  private func failure(_ reason: String) -> SoundFileError {
    .cannotRead(path: path, reason: reason)
  }

  /// Hands on what the child makes until it closes its output.
  private func follow(
    _ output: Int32,
    _ errors: Int32,
    _ words: inout [UInt8],
    _ take: (ArraySlice<UInt8>) throws(SoundFileError) -> Void
  ) throws(SoundFileError) {
    var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
    var made = 0
    var open = [output, errors]
    while !open.isEmpty {
      var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let ready = unsafe poll(&polled, nfds_t(polled.count), Self.patience)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { throw failure("ffmpeg says nothing for too long") }
      for entry in polled where entry.revents != 0 {
        let count = unsafe read(entry.fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.removeAll { $0 == entry.fd }
          continue
        }
        if entry.fd == errors {
          words += buffer[..<min(count, max(0, Self.mostWords - words.count))]
        } else {
          made += count
          guard made <= Self.mostBytes else { throw failure("it is too long to be decoded") }
          try take(buffer[..<count])
        }
      }
    }
  }

  /// What ffmpeg says last, without the file's name that it knows.
  private func sentence(_ words: [UInt8]) -> String {
    let lines = String(ofAny: words).split(separator: "\n")
    guard let line = lines.last(where: { !$0.isEmpty }) else { return "ffmpeg can't decode it" }
    let file = "file:/dev/fd/\(CagedProgram.file): "
    let text = line.hasPrefix(file) ? line.dropFirst(file.count) : line[...]
    return "ffmpeg says: \(text)"
  }
}
