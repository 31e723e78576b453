// SPDX-License-Identifier: Apache-2.0
// The page about the protocol, its examples, and a table of all methods that understands them.

import ControlProtocol
import ControlServer
import Foundation

/// docs/control-protocol.md.
enum ProtocolPage {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text() throws -> String {
    try String(
      contentsOf: root.appendingPathComponent("docs/control-protocol.md"),
      encoding: .utf8
    )
  }

  /// The requests of the page, each with the heading under which it is listed.
  static func examples() throws -> [(heading: String, line: String)] {
    var heading = ""
    var examples: [(String, String)] = []
    for line in try text().split(separator: "\n").map(String.init) {
      if let match = line.firstMatch(of: /^### `([^`]+)`$/) { heading = String(match.1) }
      let isRequest =
        line.hasPrefix(#"{"jsonrpc""#) && line.contains("\"method\"") && line.contains("\"id\"")
      if isRequest { examples.append((heading, line)) }
    }
    return examples
  }
}

extension CommandTable {
  /// All requests; each is answered with an error of its own, which shows that it was understood.
  static var everything: CommandTable { everything { _ in } }

  /// The same; `see` is shown what was understood.
  static func everything(_ see: @escaping @Sendable (any ControlRequest) -> Void) -> CommandTable {
    var table = CommandTable()
    func add<Request: ControlRequest>(_ type: Request.Type) {
      table.on(type) { request throws(ControlError) in
        see(request)
        throw ControlError(code: .refused, message: "understood")
      }
    }
    add(ServerInfoRequest.self)
    add(StatusRequest.self)
    add(ReloadRequest.self)
    add(StopRequest.self)
    add(ResetCountersRequest.self)
    add(SetRequest.self)
    add(GetRequest.self)
    add(TreeListRequest.self)
    add(TreeGetRequest.self)
    add(TreeSetRequest.self)
    add(TreeApplyRequest.self)
    add(TreeTriggerRequest.self)
    add(TreeSubscribeRequest.self)
    add(TreeUnsubscribeRequest.self)
    add(MIDILearnRequest.self)
    add(MIDILearnedRequest.self)
    add(MIDIForgetRequest.self)
    add(MIDIWriteRequest.self)
    add(WebPairRequest.self)
    add(WebDevicesRequest.self)
    add(WebRevokeRequest.self)
    add(WebSelfRequest.self)
    add(PluginPresetsRequest.self)
    add(PluginApplyRequest.self)
    add(PluginSaveRequest.self)
    add(PluginRestoreRequest.self)
    add(StateSaveRequest.self)
    add(StateRestoreRequest.self)
    add(RecordPrepareRequest.self)
    add(RecordStartRequest.self)
    add(RecordStopRequest.self)
    add(SessionListRequest.self)
    add(SessionShowRequest.self)
    add(ActivateRequest.self)
    add(DeactivateRequest.self)
    add(InterruptBeginRequest.self)
    add(InterruptEndRequest.self)
    add(PlayerRequest.self)
    add(QueueRequest.self)
    add(TrackSearchRequest.self)
    add(LibrarySearchRequest.self)
    add(WaveformRequest.self)
    add(InterruptRingRequest.self)
    add(InterruptAcceptRequest.self)
    add(InterruptDeclineRequest.self)
    add(SwitchRequest.self)
    add(RoutePickRequest.self)
    add(PermissionSetRequest.self)
    add(SystemSoundRequest.self)
    add(TransportShowRequest.self)
    add(TransportSetRequest.self)
    add(ExplainRequest.self)
    add(ReasonsRequest.self)
    add(WhatIfRequest.self)
    add(DecisionListRequest.self)
    add(ForegroundRequest.self)
    add(ForceRequest.self)
    add(SetCategoryRequest.self)
    add(OverrideOutputRequest.self)
    add(SubscribeRequest.self)
    add(UnsubscribeRequest.self)
    add(ClientOpenRequest.self)
    add(ClientStateRequest.self)
    add(ClientSetCategoryRequest.self)
    add(ClientSetModeRequest.self)
    add(ClientSetActiveRequest.self)
    add(ClientSetPreferencesRequest.self)
    add(ClientOverrideOutputRequest.self)
    add(ClientSetPlayingRequest.self)
    add(ClientSetOutputMutedRequest.self)
    add(ClientSetInputMutedRequest.self)
    add(ClientRecordPermissionRequest.self)
    return table
  }
}
