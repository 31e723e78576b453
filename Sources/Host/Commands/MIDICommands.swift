// SPDX-License-Identifier: Apache-2.0
// Learning which control of a MIDI controller steers what.

import ControlProtocol
import ControlServer
import RigErrors
import Synchronization

/// The commands of MIDI controllers.
struct MIDICommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    table.on(MIDILearnRequest.self) { request, client throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await MIDILearning(host: host).learn(request, for: client, host)
      }
    }
    table.on(MIDILearnedRequest.self) { _ throws(ControlError) in
      try await host.answer { host, _ throws(RigError) in host.doors.midi.learned.withLock(\.status)
      }
    }
    table.on(MIDIForgetRequest.self) { request throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await MIDILearning(host: host).forget(request.path, host)
      }
    }
    table.on(MIDIWriteRequest.self) { _ throws(ControlError) in
      try await host.answerLater { host async throws(RigError) in
        try await MIDILearning(host: host).write(host)
      }
    }
    table.onLeave { client in await endLearning(of: client, host) }
  }

  private func endLearning(of client: ClientID, _ host: isolated RigHost) {
    // Before its learning is ended, so that it can't begin to learn afterwards.
    host.programs.leave(client)
    host.doors.midi.desk.withLock { $0.endLearning(of: client) }
  }
}
