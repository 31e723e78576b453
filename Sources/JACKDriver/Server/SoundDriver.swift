// SPDX-License-Identifier: Apache-2.0
// What a server plays to, by the names of its ports: a sound card, the network, or nobody.

package import AudioBackend
package import JACKVocabulary

/// The driver of a server.
///
/// jackd gives each port of its driver an alias such as `alsa_pcm:hw:USB:in1`, whichever program
/// has started it, and from wherever.
package struct SoundDriver: Hashable, Sendable {
  /// JACK's name of the driver, such as `alsa`, `net` or `dummy`.
  package var name: String
  /// What it plays to, such as `hw:USB`.
  package var device: String

  /// Describes a driver.
  package init(name: String, device: String) {
    (self.name, self.device) = (name, device)
  }

  /// JACK's dummy driver.
  package static let dummy = SoundDriver(name: "dummy", device: "dummy")

  /// The driver of a server of ours, which plays to a card or to nobody.
  package init(ofOwn device: String) {
    self.init(name: device == "dummy" ? "dummy" : "alsa", device: device)
  }

  /// Whether nobody hears what is played there.
  package var isDummy: Bool { name == "dummy" }

  /// Finds the driver that these ports belong to; `nil` where they don't tell.
  ///
  /// A server may have several: one that somebody hears counts, and one that does not tell may be
  /// heard.
  package init?(of ports: [PresentPort]) {
    let physical = ports.filter { $0.isPhysical && $0.kind == .audio }
    let outputs = physical.filter { $0.direction == .input }
    let drivers: [SoundDriver?] = (outputs.isEmpty ? physical : outputs).map { SoundDriver($0) }
    if let heard = drivers.compactMap(\.self).first(where: { !$0.isDummy }) {
      self = heard
    } else if !drivers.isEmpty, drivers.allSatisfy({ $0 != nil }) {
      self = .dummy
    } else {
      return nil
    }
  }

  /// The driver of a port; `nil` where it does not tell.
  package init?(_ port: PresentPort) {
    // PipeWire has this sink while there is no other one.
    if port.name.hasPrefix("Dummy Output:") {
      self = .dummy
      return
    }
    for alias in port.aliases {
      guard let end = alias.firstRange(of: "_pcm:"), let last = alias.lastIndex(of: ":"),
        end.upperBound < last
      else { continue }
      name = String(alias[..<end.lowerBound])
      device = String(alias[end.upperBound..<last])
      return
    }
    return nil
  }

  /// Whether it is what a preset wants; `nil` where nobody can say.
  package func fulfils(_ wish: CardWish, among cards: [SoundCard] = SoundCard.all()) -> Bool? {
    guard case .card(let pattern) = wish else { return isDummy }
    if isDummy { return false }
    guard name == "alsa", let own = CardAddress(device) else { return nil }
    let card = cards.first { $0.id == own.card || "\($0.number)" == own.card }
    return (card ?? SoundCard(id: own.card, captures: true)).matches(pattern)
  }
}

/// The card in an ALSA address such as `hw:USB,0`.
private struct CardAddress {
  var card: String

  init?(_ device: String) {
    guard let colon = device.firstIndex(of: ":"), device[..<colon].hasSuffix("hw") else {
      return nil
    }
    let rest = device[device.index(after: colon)...].split(separator: ",").first ?? ""
    let name = rest.hasPrefix("CARD=") ? rest.dropFirst(5) : rest
    guard !name.isEmpty else { return nil }
    card = String(name)
  }
}
