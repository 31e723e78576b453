// SPDX-License-Identifier: Apache-2.0
// Reads the behaviour of a session, and its preferences for the hardware.

import ControlTower
import Quantities
import RigModel

extension SessionBehaviour {
  /// What ends the activity of a session.
  enum Deactivation: String, CaseIterable {
    case never, stop
  }

  /// What a session does when its output is back.
  enum Return: String, CaseIterable {
    case stay, resume
  }

  /// What its user has answered.
  enum Permission: String, CaseIterable {
    case granted, ask
  }

  /// Reads behaviour; the defaults are those of `base`.
  init(_ fields: Fields, base: SessionBehaviour) {
    self = base
    resume = fields.choice("resume") ?? base.resume
    routePolicy = fields.choice("route_policy") ?? base.routePolicy
    if let wish: Return = fields.choice("on_return") { resumesOnReturn = wish == .resume }
    if let end: Deactivation = fields.choice("deactivate_on") { deactivatesOnStop = end == .stop }
    if let answer: Permission = fields.choice("record_permission") {
      recordPermission = answer == .granted ? .granted : .undetermined
    }
    func take(_ key: String, _ path: WritableKeyPath<SessionBehaviour, Bool>) {
      self[keyPath: path] = fields.boolean(key, default: base[keyPath: path])
    }
    take("resume_after_reset", \.resumesAfterReset)
    take("foreground", \.startsInForeground)
    take("background_audio", \.backgroundAudio)
    take("may_interrupt_from_background", \.mayInterruptFromBackground)
    take("prefers_no_interruptions_from_system_alerts", \.prefersNoInterruptionsFromSystemAlerts)
    take("prefers_interruption_on_route_disconnect", \.prefersInterruptionOnRouteDisconnect)
    take("system_sounds_during_recording", \.allowsSystemSoundsDuringRecording)
    take("ducked_by_announcers", \.isDuckedByAnnouncers)
    take("exclusive_outputs", \.hasExclusiveOutputs)
    take("inter_session", \.interSession)
  }
}

extension Preference {
  /// Reads everything that a session prefers.
  static func read(_ fields: Fields, _ routes: RouteTable) -> [Preference] {
    let duration = fields.number("preferred_io_buffer_seconds")
    let rate = fields.number("preferred_sample_rate_hz")
    let input = fields["preferred_input"].flatMap { routes.find($0, .input, fields.log) }
    let all: [Preference?] = [
      duration.map { .ioBufferDuration(Seconds($0)) },
      rate.map { .sampleRate(SampleRate(hertz: $0)) },
      input.map { .input(PortID($0.name)) },
      fields.wholeNumber("preferred_input_channels").map { .inputChannels($0) },
      fields.wholeNumber("preferred_output_channels").map { .outputChannels($0) },
      fields.number("input_gain").map { .inputGain($0) },
    ]
    return all.compactMap(\.self)
  }
}
