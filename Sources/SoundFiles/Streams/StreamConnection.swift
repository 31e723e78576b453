// SPDX-License-Identifier: Apache-2.0
// One connection to a stream: ffmpeg as a child that connects, decodes and writes to its pipe, and
// may do nothing else.

internal import ChildPrograms
internal import Glibc
internal import Quantities

/// A connection that is open, or fails.
///
/// > Threading: Worker, on the thread that has made it, with which its child ends.
final class StreamConnection {
  /// What has come of it.
  enum Event {
    /// Interleaved frames.
    case sound(ArraySlice<Float>)
    /// Nothing for as long as one wanted to wait.
    case nothing
    /// It is over, and why, unless it came to its end.
    case over(reason: String?)
  }

  /// How many milliseconds it may take to say why it ends.
  private static let endPatience: Int32 = 2_000
  private static let pieceBytes = 1 << 16
  /// Where systems keep the certificates that they trust.
  private static let authorities = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
  ]
  /// How many frames come at once at most.
  static let pieceFrames = pieceBytes / 8 + 1

  private let address: String
  private let child: Int32
  private let output: Int32
  private let errors: Int32
  private var buffer = [UInt8](repeating: 0, count: pieceBytes)
  /// The beginning of a frame of which the end has not come.
  private var half: [UInt8] = []
  private(set) var words = StreamWords()
  /// How the child has ended.
  private var status: ChildStatus?
  /// Whether it has said its last.
  private var isDeaf = false

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: where to.
  ///   - place: the second from which on a stream is wanted that has an end.
  ///   - patience: how many seconds it waits for the network.
  /// - Throws: why that can't be.
  init(to address: String, from place: Double, patience: Double) throws(StreamProblem) {
    guard let program = ForeignDecoder.program, canStartAgain else { throw .noDecoder }
    let proof = try Self.proof(of: address)
    guard let output = makePipe() else { throw .system(SystemError.text(errno)) }
    guard let errors = makePipe() else {
      let reason = SystemError.text(errno)
      for end in [output.read, output.write] { close(end) }
      throw .system(reason)
    }
    let listening = [
      program, "-nostdin", "-hide_banner", "-nostats", "-loglevel", "level+verbose",
      "-protocol_whitelist", "http,https,tcp,tls", "-rw_timeout",
      "\(Int(clamping: patience * 1e6))",
      "-probesize", "131072", "-analyzeduration", "2000000",
    ]
    let taking = [
      "-i", address, "-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "\(StreamBuffer.channels)", "-ar",
      "\(StreamDecoder.hertz)",
      "-f", "f32le", "-flush_packets", "1", "pipe:1",
    ]
    let start = place > 0 ? ["-ss", "\(place)"] : []
    let command = listening + proof + start + taking
    let started = Result { () throws(SpawnError) in
      try CagedProgram.startClient(command, output: output.write, errors: errors.write)
    }
    for end in [output.write, errors.write] { close(end) }
    guard case .success(let child) = started else {
      for end in [output.read, errors.read] { close(end) }
      throw .system("there is no room for a process")
    }
    (self.address, self.child) = (address, child)
    (self.output, self.errors) = (output.read, errors.read)
  }

  deinit {
    if status == nil {
      kill(child, SIGKILL)
      _ = ChildStatus.look(at: child, waits: true)
    }
    for end in [output, errors] { close(end) }
  }

  /// Has a server show that it is the one that its name means.
  private static func proof(of address: String) throws(StreamProblem) -> [String] {
    guard address.hasPrefix("https:") else { return [] }
    guard let file = authorities.first(where: { unsafe access($0, R_OK) == 0 }) else {
      throw .noCertificates
    }
    return ["-tls_verify", "1", "-ca_file", file]
  }

  /// Waits for what comes, until `bell` becomes readable.
  ///
  /// - Parameters:
  ///   - bell: ends the wait.
  ///   - isWanted: whether sound is taken; without it the sender has to wait.
  ///   - milliseconds: how long to wait.
  /// - Returns: what has come.
  func wait(for bell: Int32, takingSound isWanted: Bool, milliseconds: Int32) -> Event {
    var polled = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    if isWanted { polled.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
    if !isDeaf { polled.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
    guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return .nothing }
    if polled.contains(where: { $0.fd == errors && $0.revents != 0 }) { listen() }
    guard polled.contains(where: { $0.fd == output && $0.revents != 0 }) else { return .nothing }
    let count = unsafe read(output, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
    guard count > 0 else { return .over(reason: verdict()) }
    words.forgetComplaint()
    return .sound(frames(count)[...])
  }

  /// The frames of what has been read.
  private func frames(_ count: Int) -> [Float] {
    let bytes = half + buffer[..<count]
    let size = StreamBuffer.channels * MemoryLayout<Float>.stride
    let whole = bytes.count / size * size
    half = Array(bytes[whole...])
    return unsafe bytes[..<whole].withUnsafeBytes { raw in
      (0..<(whole / 4)).map { index in
        let bits = unsafe raw.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        let sample = Float(bitPattern: bits.littleEndian)
        return sample.isFinite ? sample : 0
      }
    }
  }

  private func listen() {
    let count = unsafe read(errors, &buffer, buffer.count)
    if count > 0 { return words.add(buffer[..<count], of: address) }
    isDeaf = count == 0 || errno != EINTR
  }

  /// Why there is nothing more; `nil` where it has come to its end.
  private func verdict() -> String? {
    var polled = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
    while !isDeaf, unsafe poll(&polled, 1, Self.endPatience) > 0 { listen() }
    if status == nil { status = ForeignDecoder.end(of: child) }
    if case .ended(let code?) = status, code & 0x7f != 0 {
      return "ffmpeg has crashed (signal \(code & 0x7f))"
    }
    if words.hasEnd, words.complaint == nil { return nil }
    return words.complaint.map { "ffmpeg says: \($0)" } ?? "the server has ended it"
  }
}

/// Why no connection can be begun.
enum StreamProblem: Error {
  case noDecoder
  /// There is nothing to know a server by.
  case noCertificates
  case system(String)

  var reason: String {
    switch self {
    case .noDecoder: "it \(ForeignFormat.need)"
    case .noCertificates:
      "no certificates are installed, by which it is known (`apt install ca-certificates`)"
    case .system(let text): text
    }
  }
}
