// SPDX-License-Identifier: Apache-2.0
// What a rig has answered to hostile input.

import Foundation
import OSC

/// Answers, and whether each refusal says why.
struct Tally: CustomStringConvertible {
  var inputs = 0
  var answers = 0
  var refusals = 0
  /// Refusals that do not say why, the first few of them.
  private(set) var speechless: [String] = []

  var description: String { "\(inputs) inputs, \(answers) answers, \(refusals) refusals" }

  static func + (one: Tally, other: Tally) -> Tally {
    var sum = one
    sum.inputs += other.inputs
    sum.answers += other.answers
    sum.refusals += other.refusals
    other.speechless.forEach { sum.complain($0) }
    return sum
  }

  mutating func complain(_ refusal: String) {
    if speechless.count < 5 { speechless.append(String(refusal.prefix(300))) }
  }

  private mutating func refuse(saysWhy: Bool, _ refusal: @autoclosure () -> String) {
    refusals += 1
    if !saysWhy { complain(refusal()) }
  }

  private static let failures = ["{\"error\":", "[{\"error\":"].map { Array($0.utf8) }
  private static let reason = Data("\"message\":\"".utf8)

  /// Counts a line of the control protocol: an answer, unless it is an event.
  mutating func hear(line: [UInt8]) {
    let beginning = Data(line.prefix(120))
    answers += 1
    guard Self.failures.contains(where: { line.starts(with: $0) }) else { return }
    let words = beginning.range(of: Self.reason).map { beginning[$0.upperBound...].first }
    let saysWhy = words.map { $0 != nil && $0 != UInt8(ascii: "\"") } ?? false
    refuse(saysWhy: saysWhy, String(decoding: line, as: UTF8.self))
  }

  /// Counts an answer of HTTP.
  mutating func hear(status: Int, body: [UInt8], isHead: Bool) {
    answers += 1
    guard status >= 400 else { return }
    refuse(saysWhy: isHead || !body.isEmpty, "\(status) without a word")
  }

  /// Counts the end of a WebSocket, whose first two bytes are a status code.
  mutating func hear(goodbye: [UInt8]) {
    refuse(saysWhy: goodbye.count >= 2, "the end of a WebSocket with \(goodbye)")
  }

  /// Counts what an OSC sender receives.
  mutating func hear(_ packet: OSCPacket) {
    switch packet {
    case .bundle(let bundle): for element in bundle.elements { hear(element) }
    case .message(let message):
      answers += 1
      guard message.address == "/error" else { return }
      let sentence = message.arguments.count == 2 ? message.arguments[1].text ?? "" : ""
      refuse(saysWhy: sentence.count > 8, "\(message)")
    }
  }
}
