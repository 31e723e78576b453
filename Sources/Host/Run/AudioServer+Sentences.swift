// SPDX-License-Identifier: Apache-2.0
// What the log says of the server.

import AudioBackend
import JACKDriver
import JACKVocabulary
import Quantities

extension AudioServer {
  /// How the server differs from what the preset wants; `nil` where it does not.
  var difference: String? {
    choice.difference(
      rate: Int(clamping: driver.sampleRate.hertz),
      period: driver.bufferFrames.value,
      formatSentence
    )
  }

  /// Which server the rig has found.
  var sentence: String {
    if options.server == .clock {
      return "No JACK server: a clock drives the rig (\(format)), and nobody hears it."
    }
    guard let running = choice.running, running.isOurs else {
      let isDummy = link.outlet.driver?.isDummy == true
      let words = isDummy ? ", which plays to the dummy driver: nobody hears it" : ""
      return "JACK: attached to \(formatSentence)\(words)."
    }
    let device = running.device ?? "dummy"
    let why = choice.wish.card == .dummy ? "" : "no sound card found, so "
    let sound = device == "dummy" ? "\(why)the dummy driver, which nobody hears" : device
    let scheduling = running.isRealtime ? "real time" : "no real-time rights, see 'tarmac doctor'"
    return "JACK: no server was running; started jackd, \(sound), \(scheduling): \(formatSentence)."
  }

  /// The server's name and format.
  var formatSentence: String { "server '\(choice.running?.realName ?? "")' (\(format))" }

  private var format: String {
    "\(Int(clamping: driver.sampleRate.hertz)) Hz, \(driver.bufferFrames.value) frames"
  }
}
