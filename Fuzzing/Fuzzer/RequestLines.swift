// SPDX-License-Identifier: Apache-2.0
// The command table with every request of the rig, and a rig that refuses them all.

import ControlProtocol
import ControlServer
import Dispatch
import StrictJSON

/// Lines on the socket, up to the point where a rig would act.
enum RequestLines {
  private static let table = {
    var table = CommandTable()
    func take<Request: ControlRequest>(_ type: Request.Type) {
      table.on(type) { _ throws(ControlError) in
        throw ControlError(code: .refused, message: "It was understood.")
      }
    }
    for type in requests { take(type) }
    return table
  }()

  private static let requests: [any ControlRequest.Type] = [
    ServerInfoRequest.self, StatusRequest.self, ReloadRequest.self, StopRequest.self,
    ResetCountersRequest.self, SetRequest.self, GetRequest.self, RecordStartRequest.self,
    RecordStopRequest.self, SubscribeRequest.self, UnsubscribeRequest.self,
    SessionListRequest.self, SessionShowRequest.self, ActivateRequest.self, DeactivateRequest.self,
    InterruptBeginRequest.self, InterruptEndRequest.self, PlayerRequest.self,
    InterruptRingRequest.self, InterruptAcceptRequest.self, InterruptDeclineRequest.self,
    SwitchRequest.self, RoutePickRequest.self, PermissionSetRequest.self, SystemSoundRequest.self,
    PluginPresetsRequest.self, PluginApplyRequest.self, PluginSaveRequest.self,
    PluginRestoreRequest.self, StateSaveRequest.self, StateRestoreRequest.self,
    ExplainRequest.self, WhatIfRequest.self, DecisionListRequest.self, ForegroundRequest.self,
    ForceRequest.self, SetCategoryRequest.self, OverrideOutputRequest.self,
    TransportShowRequest.self, TransportSetRequest.self, ClientOpenRequest.self,
    ClientStateRequest.self, ClientSetCategoryRequest.self, ClientSetModeRequest.self,
    ClientSetActiveRequest.self, ClientSetPreferencesRequest.self,
    ClientOverrideOutputRequest.self, ClientSetPlayingRequest.self,
    ClientSetOutputMutedRequest.self, ClientRecordPermissionRequest.self,
    WebPairRequest.self, WebDevicesRequest.self, WebRevokeRequest.self, WebSelfRequest.self,
  ]

  /// Handles the bytes line by line, as a connection would; every answer must be JSON.
  @Sendable
  static func answer(_ bytes: [UInt8]) {
    var lines = LineBuffer()
    lines.append(bytes)
    while let line = lines.next() ?? lines.rest() {
      guard case .complete(let line) = line else { continue }
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        if let answer = await table.answer(line: line) {
          precondition((try? JSONText.value(of: answer)) != nil, "the answer is no JSON")
        }
        done.signal()
      }
      done.wait()
    }
  }
}
