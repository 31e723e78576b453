// SPDX-License-Identifier: Apache-2.0
// How commands get at the rig, and what a failure is to a client.

import ControlProtocol
import ControlServer
import RigEngine
import RigErrors
import RigModel

extension RigHost {
  /// Everything that clients may ask a running rig for, whatever the transport; `stop` ends it.
  nonisolated func makeCommands(stop: @escaping @Sendable () -> Void) -> CommandTable {
    var table = CommandTable(turnstile)
    RigCommands(host: self, stop: stop).add(to: &table)
    SessionCommands(host: self).add(to: &table)
    SoundCommands(host: self).add(to: &table)
    QueueCommands(host: self).add(to: &table)
    LibraryCommands(host: self).add(to: &table)
    WaveformCommands(host: self).add(to: &table)
    TreeCommands(host: self).add(to: &table)
    MIDICommands(host: self).add(to: &table)
    PluginCommands(host: self).add(to: &table)
    OperatorCommands(host: self).add(to: &table)
    TransportCommands(host: self).add(to: &table)
    TowerCommands(host: self).add(to: &table)
    ProgramCommands(host: self).add(to: &table)
    WebCommands(host: self).add(to: &table)
    return table
  }

  /// Lets `body` answer on the actor, once the rig is up; refuses a client that was shut out while
  /// it waited for its turn.
  nonisolated func answer<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost, Engine) throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    do throws(RigError) {
      return try await perform(body, on: self)
    } catch {
      throw await ControlError(reading: error)
    }
  }

  /// The same for an answer that takes time; the rig goes on meanwhile, and other clients have
  /// their turns.
  nonisolated func answerLater<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost) async throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    Turn.current?.end()
    do throws(RigError) {
      return try await performLater(body, on: self)
    } catch {
      throw await ControlError(reading: error)
    }
  }

  /// What paths in clients' requests mean.
  var clientPath: ClientPath { ClientPath(besidePreset: rig.file) }
}

private func perform<Reply: Sendable>(
  _ body: @Sendable (isolated RigHost, Engine) throws(RigError) -> Reply,
  on host: isolated RigHost
) throws(RigError) -> Reply {
  try Caller.current?.checkIsLetIn()
  return try body(host, try host.runningEngine())
}

private func performLater<Reply: Sendable>(
  _ body: @Sendable (isolated RigHost) async throws(RigError) -> Reply,
  on host: isolated RigHost
) async throws(RigError) -> Reply {
  try Caller.current?.checkIsLetIn()
  return try await body(host)
}

extension ControlError {
  /// What a failure is to a client; a message that takes time to make is made off the actor, as a
  /// task of its own.
  init(reading error: RigError) async {
    if error.isSlowToRead { await Turn.current?.goOn(as: "what was meant") }
    self.init(error)
  }

  private init(_ error: RigError) {
    self.init(
      code: Code(error.kind),
      message: error.message,
      rule: error.rule,
      sessionCode: error.sessionCode
    )
  }
}

extension ControlError.Code {
  /// What a kind of failure is on the socket.
  fileprivate init(_ kind: RigError.Kind) {
    self =
      switch kind {
      case .usage, .data: .invalidParams
      case .unavailable, .refused: .refused
      case .busy: .busy
      case .forbidden: .forbidden
      case .inputOutput, .system: .failed
      case .software: .internalError
      }
  }
}
