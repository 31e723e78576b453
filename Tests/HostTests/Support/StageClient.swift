// SPDX-License-Identifier: Apache-2.0
// What plays for a rig's sessions and listens at its outputs: clients of JACK, or of a clock.

import ClockStage
import ControlClient
import Foundation
import JACKTestBench
import Patience

/// A client beside a rig.
protocol StageClient: AnyObject {
  /// The full name of input `number`, from 1.
  func input(_ number: Int) -> String
  /// The full name of output `number`, from 1.
  func output(_ number: Int) -> String
  /// The names of the ports that `port` is connected to, sorted.
  func connections(of port: String) -> [String]
  /// The names of all ports that match the regular expression, sorted.
  func ports(matching expression: String) -> [String]
  /// Returns when `frames` more frames have gone by.
  func wait(frames: Int) throws
  /// Captures `frames` frames of every input, from the next cycle on.
  func capture(frames: Int) throws -> [[Float]]
  /// Captures every input from before `body` until `tail` frames after its end.
  func capture(tail: Int, around body: () throws -> Void) throws -> [[Float]]
  /// Leaves; may be called more than once.
  func close()
}

extension Listener: StageClient {}

/// A client beside a rig of the program `clock-rig`.
final class ClockClient: StageClient {
  /// How many frames an answer has room for.
  private static let piece = 65_536
  private let name: String
  private let rig: ControlClient
  private var isOpen = true

  /// Comes, and plays constants.
  init(_ name: String, beside rig: ControlClient, inputs: Int, levels: [Float] = []) throws {
    (self.name, self.rig) = (name, rig)
    _ = try rig.send(PlugRequest(name: name, inputs: inputs, levels: levels))
  }

  func input(_ number: Int) -> String { "\(name):in_\(number)" }

  func output(_ number: Int) -> String { "\(name):out_\(number)" }

  func connections(of port: String) -> [String] {
    (try? rig.send(ConnectionsRequest(port: port))) ?? []
  }

  func ports(matching expression: String) -> [String] {
    guard let pattern = try? Regex(expression) else { return [] }
    let all = (try? rig.send(PortsRequest())) ?? []
    return all.filter { $0.firstMatch(of: pattern) != nil }
  }

  private func act(_ act: DeviceRequest.Act) throws {
    _ = try rig.send(DeviceRequest(name: name, act: act))
  }

  private var frames: FramesRequest.Reply {
    get throws { try rig.send(FramesRequest(name: name)) }
  }

  /// Plays other constants from the next cycle on.
  func play(_ levels: [Float]) throws { _ = try rig.send(PlayRequest(name: name, levels: levels)) }

  func wait(frames: Int) throws {
    let wanted = try self.frames.run + frames
    try wait("\(frames) frames") { try self.frames.run >= wanted }
  }

  private func wait(_ what: String, until condition: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !condition() {
      guard ContinuousClock.now < end else {
        throw RunFailure(description: "\(name) waited in vain for \(what)")
      }
      usleep(2_000)
    }
  }

  func capture(frames: Int) throws -> [[Float]] {
    try capture { _ in frames }
  }

  func capture(tail: Int, around body: () throws -> Void) throws -> [[Float]] {
    try capture { frames in
      try body()
      return try frames() + tail
    }
  }

  /// Captures until as many frames are there as `length` says once it has returned.
  private func capture(_ length: (_ frames: () throws -> Int) throws -> Int) throws -> [[Float]] {
    try act(.beginCapture)
    defer { try? act(.endCapture) }
    let wanted = try length { try frames.captured }
    try wait("\(wanted) frames") { try frames.captured >= wanted }
    return try take(wanted)
  }

  /// Takes so many frames of a capture.
  private func take(_ frames: Int) throws -> [[Float]] {
    var channels: [[Float]] = []
    for first in stride(from: 0, to: frames, by: Self.piece) {
      let pieces = try rig.send(TakeRequest(name: name, frames: min(Self.piece, frames - first)))
      if channels.isEmpty { channels = pieces.map { _ in [] } }
      for (input, bytes) in pieces.enumerated() {
        channels[input] += unsafe bytes.withUnsafeBytes {
          unsafe Array($0.bindMemory(to: Float.self))
        }
      }
    }
    return channels
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    try? act(.unplug)
  }
}
