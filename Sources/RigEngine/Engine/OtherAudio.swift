// SPDX-License-Identifier: Apache-2.0
// Whether others are heard: what the tower lets sound, as far as faders, sends and outputs are not
// turned down (SIL-01).

package import ControlTower
import Quantities
package import RigModel

extension ControlTower {
  /// Whether another session is heard in a mixer with these channels of sessions; a session that is
  /// not in it counts as turned up.
  package func isOtherAudioPlaying(
    for id: SessionID,
    in channels: [Channel],
    _ routes: [Route]
  ) -> Bool {
    isOtherAudioPlaying(for: id) { id, destination in
      guard let channel = channels.first(where: { $0.name == id.name }) else { return true }
      switch destination {
      case .output(let output):
        let route = routes.first { $0.name == output.name }
        let isDown = route?.isMuted == true || volume(of: output)?.value.isFinite == false
        return channel.isSent(to: output, isTurnedDown: isDown)
      case .session(let host):
        let sources = channels.first { $0.name == host.name }?.sources ?? []
        return sources.allSatisfy { source in
          guard case .session(id.name, _, .post) = source.kind else { return true }
          return channel.values.fader.value.isFinite
        }
      }
    }
  }
}

extension Channel {
  /// Whether one of its sends lets something be heard at an output, whose own fader may be down.
  func isSent(to output: PortID, isTurnedDown: Bool = false) -> Bool {
    if isTurnedDown, entry == .sum { return false }
    return sends.contains { send in
      (send.followsRoute || send.outputs.contains(output.name)) && isLetOut(by: send)
    }
  }

  /// Whether something leaves it by a send, with its faders as they are.
  private func isLetOut(by send: Send) -> Bool {
    !send.isImplied && send.gain(isCued: values.isCued).factor > 0
      && (send.tap == .pre || values.fader.value.isFinite)
  }

  /// Whether something leaves it by one of its sends.
  var isLetOut: Bool { sends.contains { isLetOut(by: $0) } }
}
