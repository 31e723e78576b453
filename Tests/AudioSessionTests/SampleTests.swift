// SPDX-License-Identifier: Apache-2.0
// The example of the documentation, as a program of its own beside a host.

import ControlProtocol
import Foundation
import Patience
import Testing

@testable import AudioSession

@Suite("The audio session's example")
struct SampleTests {
  /// The example that was built with these tests: it lies beside the test program.
  private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "audio-session-sample")

  /// A running example.
  private final class Sample: @unchecked Sendable {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = ""

    init(_ host: FakeHost) throws {
      process.executableURL = SampleTests.program
      process.environment = ["TARMAC_SOCKET": host.path.path, "TARMAC_SESSION": "music"]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    func write(_ line: String) {
      input.fileHandleForWriting.write(Data("\(line)\n".utf8))
    }

    /// The next line; `nil` at the end, or when none comes in time.
    func readLine() -> String? {
      while !rest.contains("\n") {
        var polled = pollfd(
          fd: output.fileHandleForReading.fileDescriptor,
          events: Int16(POLLIN),
          revents: 0
        )
        guard unsafe poll(&polled, 1, Int32(patience * 1_000)) > 0 else { return nil }
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return nil }
        rest += String(decoding: data, as: UTF8.self)
      }
      let parts = rest.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      rest = String(parts.last ?? "")
      return parts.first.map(String.init)
    }
  }

  @Test("plays, is refused, interrupted, resumed and unplugged, and is gone when it is killed")
  func life() async throws {
    let host = try FakeHost()
    let sample = try Sample(host)
    try await blocking {
      sample.write("play")
      #expect(sample.readLine() == "playing at 48000.0 Hz, 0.02 s per cycle")
      host.tell(.interruptionBegan(reason: .default, by: "phone"))
      #expect(sample.readLine() == "interruption began")
      host.tell(.interruptionEnded(shouldResume: true))
      #expect(sample.readLine() == "interruption ended, resuming")
      #expect(sample.readLine()?.hasPrefix("playing") == true)
      host.state.route.outputs = [.speaker]
      host.tell(
        .routeChanged(
          reason: .oldDeviceUnavailable,
          previousInputs: [],
          previousOutputs: [.headphones]
        )
      )
      #expect(sample.readLine() == "route changed (oldDeviceUnavailable) from Cue to PA")
      #expect(sample.readLine() == "paused")
      #expect(!host.state.isActive)
      host.tell(.silenceSecondaryAudioHint(type: .begin))
      #expect(sample.readLine() == "secondary audio hint begin")
      host.refuseNext(
        ControlError(
          code: .refused,
          message: "An alarm lasts.",
          rule: "INT-07",
          sessionCode: "insufficientPriority"
        )
      )
      sample.write("play")
      #expect(sample.readLine() == "refused: insufficientPriority, An alarm lasts.")
      kill(sample.process.processIdentifier, SIGKILL)
    }
    for await _ in host.closed { break }
    #expect(host.requests.first == "music audio-session-sample")
    #expect(host.requests.contains(#"{"preferences":[{"ioBufferDuration":{"seconds":0.005}}]}"#))
  }
}
