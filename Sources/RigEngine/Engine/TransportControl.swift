// SPDX-License-Identifier: Apache-2.0
// Where the music is: what the preset says, and what its user has made of it.

import LV2Hosting
package import RenderCore
import RigModel

/// The transport that plugins follow, and how beats are counted.
///
/// > Threading: Control.
package final class TransportControl: EnginePart {
  let context: EngineContext
  /// Whether there is no server whose transport could be followed.
  private let isOffline: Bool
  /// How beats are counted where JACK's transport does not say, as its user has left it.
  package private(set) var tempo: Tempo?

  init(_ context: EngineContext, isOffline: Bool) {
    self.context = context
    self.isOffline = isOffline
  }

  /// Counts beats as another rig has done.
  func succeed(_ old: TransportControl) {
    tempo = old.tempo
  }

  /// Starts the clock that plugins follow, as the preset says.
  ///
  /// Without a server there is no transport but the rig's own, so that a tempo is enough for it to
  /// roll.
  func start() {
    tempo = live.rig.transport?.usualTempo
    guard let settings = live.rig.transport else { return }
    clock.follow(driver: settings.source == .jack && !isOffline)
    if settings.isOwn || (isOffline && tempo != nil) {
      clock.set(Transport(speed: rolls(settings) ? 1 : 0, tempo: tempo))
    } else {
      clock.count(tempo)
    }
  }

  /// Goes over to the transport of another preset; what that leaves as it was stays as the user has
  /// left it.
  func take(since old: TransportSettings?) {
    let new = live.rig.transport
    guard new != old else { return }
    if new?.usualTempo != old?.usualTempo { count(new?.usualTempo) }
    guard new?.source != old?.source, new?.isOwn == true || old?.isOwn == true else { return }
    if let new, new.isOwn {
      clock.follow(driver: false)
      clock.set(Transport(speed: rolls(new) ? 1 : 0, tempo: tempo))
    } else {
      clock.follow(driver: true)
    }
  }

  /// Whether a transport that is not JACK's rolls from the start; offline no deck starts it.
  private func rolls(_ settings: TransportSettings) -> Bool {
    settings.source == .own ? settings.isRolling : isOffline
  }

  /// Counts beats by another tempo, from the beat where the music is.
  package func count(_ tempo: Tempo?) {
    self.tempo = tempo
    clock.count(tempo)
  }

  /// Goes to where another clock is, and goes on as fast as it does.
  package func join(_ reading: ClockReading) {
    if let unit = tempo?.beatUnit {
      tempo?.beatsPerMinute = Float(reading.quartersPerMinute * Double(unit) / 4)
    }
    clock.join(reading)
  }

  /// Tells all plugins that want to know it whether the server renders as fast as it can.
  package func setFreeWheeling(_ isOn: Bool) {
    for channel in live.channels {
      for instance in channel.plugins.flatMap(\.instances) {
        for port in instance.controls(.input) where port.isFreeWheelingSwitch {
          instance.setControl(port.symbol, to: isOn ? 1 : 0, through: controller)
        }
      }
    }
  }

  /// What plugins follow.
  package var clock: TransportClock { controller.processor.transport }
}

extension TransportSettings {
  /// Whether the rig does not follow JACK's transport.
  package var isOwn: Bool { source != .jack }

  /// The tempo that the preset gives.
  var usualTempo: Tempo? {
    tempo.map {
      Tempo(
        beatsPerMinute: Float($0),
        beatsPerBar: Float(beatsPerBar),
        beatUnit: Int32(clamping: beatUnit)
      )
    }
  }
}
