// SPDX-License-Identifier: Apache-2.0
// Reads the behaviour of a session, and its preferences for the hardware.

import ControlTower
import Quantities
import RigModel

extension SessionBehaviour {
  private enum Deactivation: String, CaseIterable {
    case never, stop
  }

  private enum Return: String, CaseIterable {
    case stay, resume
  }

  private enum Permission: String, CaseIterable {
    case granted, ask
  }

  /// Reads behaviour; the defaults are those of `base`.
  init(_ fields: Fields, base: SessionBehaviour) {
    self = base
    resume = fields.word("resume", default: base.resume)
    routePolicy = fields.word("route_policy", default: base.routePolicy)
    let wish: Return = base.resumesOnReturn ? .resume : .stay
    resumesOnReturn = fields.word("on_return", default: wish) == .resume
    let deactivation: Deactivation = base.deactivatesOnStop ? .stop : .never
    deactivatesOnStop = fields.word("deactivate_on", default: deactivation) == .stop
    let permission: Permission = base.recordPermission == .granted ? .granted : .ask
    let answer = fields.word("record_permission", default: permission)
    recordPermission = answer == .granted ? .granted : .undetermined
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
    let channels = 1...Limits.channels
    let duration = fields.number("preferred_io_buffer_seconds", Limits.bufferSeconds)
    let rate = fields.number("preferred_sample_rate_hz", Limits.sampleRate)
    let input = fields["preferred_input"].flatMap { routes.find($0, .input, fields.log) }
    let all: [Preference?] = [
      duration.map { .ioBufferDuration(Seconds($0)) },
      rate.map { .sampleRate(SampleRate(hertz: $0)) },
      input.map { .input(PortID($0.name)) },
      fields.wholeNumber("preferred_input_channels", channels).map { .inputChannels($0) },
      fields.wholeNumber("preferred_output_channels", channels).map { .outputChannels($0) },
      fields.number("input_gain", 0...1).map { .inputGain($0) },
    ]
    return all.compactMap(\.self)
  }
}
