// SPDX-License-Identifier: Apache-2.0
// Bad input at every door of a rig that sounds: it is not heard, leaves nothing behind, and each
// refusal says why.

import BadInputs
import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("Bad input", .serialized)
struct BadInputTests {
  /// How many inputs each door gets; `TARMAC_BAD_INPUTS` sets another number.
  private static let count =
    ProcessInfo.processInfo.environment["TARMAC_BAD_INPUTS"].flatMap { Int($0) } ?? 2_000
  private static let seed: UInt64 = 12

  /// The resources that a program holds.
  private struct Holdings {
    var kilobytes: Int
    var descriptors: Int
    var threads: Int

    init(of process: pid_t) throws {
      kilobytes = try processStatus("VmRSS", of: process) ?? 0
      threads = try processStatus("Threads", of: process) ?? 0
      descriptors = try descriptorCount(of: process)
    }
  }

  /// More than that, in kilobytes, counts as growth; a million inputs that leave a few bytes each
  /// exceed it.
  private static let room = 32_768

  @Test(
    "at every door neither ends nor holds up nor fattens the rig, changes no sample, and is refused with a reason; what stops halfway holds nobody up, and is dropped"
  )
  func storms() async throws {
    try await BadInputRig.run { rig in
      let storms = try Self.blow(rig)
      for (name, tally) in storms {
        #expect(tally.inputs >= Self.count, "\(name)")
        #expect(tally.speechless.isEmpty, "\(name)")
        if name != "MIDI" { #expect(tally.refusals > tally.inputs / 10, "\(name): \(tally)") }
      }
      try rig.tarmac.waitForLog("MIDI: 'unheard_two.mute' is locked")
      if getuid() == 0 { #expect(try Self.knockAsNobody(rig) == "\(EACCES)\n") }
      for complaint in Loris.complaints { try rig.tarmac.waitForLog(complaint) }
    }
  }

  /// The error number of another user's attempt to connect to the socket, though its folder is
  /// open.
  private static func knockAsNobody(_ rig: BadInputRig) throws -> String {
    let folder = rig.tarmac.folder.appending(path: "tarmac")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let knock =
      "import socket,sys\n"
      + "print(socket.socket(socket.AF_UNIX).connect_ex(sys.argv[1]))\n"
    let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let socket = folder.appending(path: "rig.sock").path
    return try Foreign("/usr/bin/env", nobody + ["/usr/bin/python3", "-c", knock, socket]).rest()
  }

  /// Prints a line in long runs, which somebody has asked for.
  private static func tell(_ line: String) {
    guard count > 2_000 else { return }
    print(line)
    fflush(nil)
  }

  /// Runs all storms after a short one, which fills caches once, and returns the tally of each.
  private static func blow(_ rig: BadInputRig) throws -> [(String, Tally)] {
    var numbers = SeededNumbers(seed: seed)
    var results: [(String, Tally)] = []
    func blowAll(_ count: Int) throws {
      let storms: [() throws -> any Storm] = [
        { MIDIStorm(rig) }, { try SocketStorm(rig) }, { FrameStorm(rig) }, { HTTPStorm(rig) },
        { try OSCStorm(rig) },
      ]
      results = []
      for rise in storms {
        let begin = ContinuousClock.now
        var storm = try rise()
        let tally = try storm.blow(count, &numbers)
        results.append((storm.name, tally))
        let time = ContinuousClock.now - begin
        tell("\(storm.name): \(tally) in \(time), \(try Holdings(of: rig.tarmac.pid))")
        if let heard = rig.carousel.findings { tell("\(heard)") }
      }
    }
    var before = try Holdings(of: rig.tarmac.pid)
    let loris = try Loris(rig)
    try blowAll(min(count, 1_000))
    before.kilobytes = try Holdings(of: rig.tarmac.pid).kilobytes
    try rig.waitForSound()
    try blowAll(count)
    try loris.awaitEnd()
    var after = before
    try rig.tarmac.wait("the doors to let go, not \(after), as \(before)") {
      after = try Holdings(of: rig.tarmac.pid)
      return after.descriptors <= before.descriptors && after.threads <= before.threads + 4
    }
    #expect(after.kilobytes - before.kilobytes < room)
    let heard = try #require(rig.carousel.findings)
    #expect(heard.differentFrames == 0 && heard.frames > 0)
    #expect(try rig.tarmac.ask(ServerInfoRequest()).name == "rig")
    tell("before \(before), after \(after), heard \(heard)")
    return results
  }
}
