// SPDX-License-Identifier: Apache-2.0
// The options of a campaign.

import Foundation
import JACKTestBench

/// The arguments of `torture`.
struct Options {
  /// How long, in seconds.
  var seconds = 60.0
  /// How many faults, however long they take; `nil` for as many as there is time for.
  var times: Int?
  /// The seed of the order of faults and gestures.
  var seed = UInt64.random(in: 0...999_999)
  /// The names of the faults; all when there are none.
  var faults: [String] = []
  /// Whether plugins are to misbehave in each call of LV2, instead of faults at random.
  var isAboutPlugins = false
  /// Those calls.
  var calls = HostilePlugin.calls
  /// Where the plugins run: the isolation of their sessions.
  var isolations = ["none", "process", "sandbox"]
  /// Frames in a cycle.
  var period = 256
  /// Whether each fault is printed as it happens.
  var isVerbose = false

  static let usage = """
    torture [--minutes N | --times N] [--seed N] [--faults NAME,NAME …] [--period FRAMES] [--verbose]
    torture --plugins [--calls NAME,NAME …] [--isolations none,process,sandbox] [--period FRAMES]

    Plays a rig on a private JACK server and does to it what happens on a bad night: processes are killed, servers
    stall, ports vanish, disks fill, clients rave, plugins crash and hang. Listens meanwhile, sample by sample.
    With --plugins, plugins misbehave in each call of LV2 in each way, wherever their graphs may run.
    """

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Complaint("\(word) needs a value") }
        return value
      }
      func number<Number: LosslessStringConvertible & Comparable>(
        _ type: Number.Type,
        in range: ClosedRange<Number>
      ) throws -> Number {
        let text = try value()
        guard let number = Number(text), range.contains(number) else {
          throw Complaint("\(word) takes \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
      }
      func words(of known: [String]) throws -> [String] {
        let words = try value().split(separator: ",").map(String.init)
        if let unknown = words.first(where: { !known.contains($0) }) {
          throw Complaint("\(word) takes \(known.joined(separator: ", ")), not '\(unknown)'")
        }
        return words
      }
      switch word {
      case "--minutes": seconds = 60 * (try number(Double.self, in: 0.1...10_000))
      case "--times": times = try number(Int.self, in: 1...1_000_000)
      case "--seed": seed = try number(UInt64.self, in: 0...UInt64.max)
      case "--period": period = try number(Int.self, in: 16...8_192)
      case "--faults": faults = try words(of: Fault.all.map { $0.name })
      case "--verbose": isVerbose = true
      case "--plugins": isAboutPlugins = true
      case "--calls": calls = try words(of: HostilePlugin.calls)
      case "--isolations": isolations = try words(of: isolations)
      default: throw Complaint("'\(word)' is no option of it")
      }
    }
  }
}

/// What went wrong, in a sentence.
struct Complaint: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
