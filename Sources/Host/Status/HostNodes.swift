// SPDX-License-Identifier: Apache-2.0
// What the tree has beside the engine's values: the transport, the sound server, the renderer,
// recordings, the preset.

import ControlProtocol
import ControlTower
import ControlTree
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel
import SoundFiles

/// The nodes that only the host knows; they hold the engine unowned, since its tree holds them.
///
/// > Threading: Control.
struct HostNodes {
  let host: RigHost
  let server: AudioServer
  let alerts: AlertWatch
  unowned let engine: Engine
  /// The preset that runs.
  let preset: () -> String

  /// All of them.
  var nodes: [TreeNode] {
    let subjects = engine.live.sessions.map(\.name) + engine.live.routes.map(\.route.name)
    return transportNodes + serverNodes + renderNodes + alertNodes + rigNodes
      + engine.live.routes.flatMap(connectedNodes) + subjects.flatMap(recordingNodes)
      + engine.live.sessions.flatMap(playerNodes)
  }

  // MARK: Transport

  private var transportNodes: [TreeNode] {
    func transport() -> Transport { Transport(driver: server.driver, engine: engine) }
    func set(_ request: TransportSetRequest) throws(RigError) { try transport().obey(request) }
    return [
      TreeNode(
        RigPath.Transport.rolling.path(of: .transport),
        .toggle(),
        "Whether the transport rolls.",
        read: { .toggle(transport().status.isRolling) },
        write: { (value: TreeValue) throws(RigError) in
          try set(TransportSetRequest(isRolling: value == .toggle(true)))
        }
      ),
      TreeNode(
        RigPath.Transport.position_seconds.path(of: .transport),
        .number(NumberRange(0...86_400, unit: "s")),
        "Where the transport is.",
        read: { .number(transport().status.position_seconds) },
        write: { (value: TreeValue) throws(RigError) in
          try set(TransportSetRequest(position_seconds: value.number))
        }
      ),
      TreeNode(
        RigPath.Transport.tempo_bpm.path(of: .transport),
        .number(NumberRange(10...1_000, unit: "bpm")),
        "How many beats a minute has; 0 where nobody counts them.",
        read: { .number(transport().status.tempo_bpm ?? 0) },
        write: { (value: TreeValue) throws(RigError) in
          try set(TransportSetRequest(tempo_bpm: value.number))
        }
      ),
      TreeNode(
        RigPath.Transport.meter.path(of: .transport),
        .text,
        "The time signature, such as 4/4; nothing where nobody counts beats.",
        read: { .text(transport().status.meter ?? "") },
        write: { (value: TreeValue) throws(RigError) in
          try set(TransportSetRequest(meter: value.words))
        }
      ),
      TreeNode(
        RigPath.Transport.bar.path(of: .transport),
        .number(NumberRange(1...100_000, isWhole: true)),
        "The bar that the music is in, from 1; 0 where nobody counts them.",
        read: { TreeValue(whole: Int64(clamping: transport().status.bar ?? 0)) },
        write: { (value: TreeValue) throws(RigError) in
          try set(TransportSetRequest(bar: value.number.flatMap { Int(exactly: $0) }))
        }
      ),
      TreeNode(
        RigPath.Transport.beat.path(of: .transport),
        .meter(unit: nil),
        "The beat of the bar, from 1; 0 where nobody counts them.",
        read: { .number(transport().status.beat ?? 0) }
      ),
    ]
  }

  // MARK: Connections

  private func connectedNodes(of live: LiveRoute) -> [TreeNode] {
    func ports(_ cables: [PortKey: [String]]) -> TreeValue {
      let all = live.route.channels.indices.flatMap {
        cables[.route(live.route.name, channel: $0)] ?? []
      }
      return .text(all.joined(separator: ", "))
    }
    return [
      TreeNode(
        RigPath.Route.connected.path(of: live.route.name),
        .text,
        "The JACK ports that it is connected to.",
        read: { ports(server.link.cables.connections) }
      ),
      TreeNode(
        RigPath.Route.disconnected.path(of: live.route.name),
        .text,
        "The JACK ports that are there and that another program has disconnected from it.",
        read: { ports(server.link.cables.missing) }
      ),
    ]
  }

  // MARK: Server and renderer

  private var serverNodes: [TreeNode] {
    func status() -> ServerStatus { server.status(isLost: engine.tower.isServerLost) }
    func text(
      _ word: RigPath.Server,
      _ summary: String,
      _ read: @escaping () -> String?
    ) -> TreeNode {
      TreeNode(word.path(of: .server), .text, summary, read: { .text(read() ?? "") })
    }
    func meter(
      _ word: RigPath.Server,
      unit: String? = nil,
      _ summary: String,
      _ read: @escaping () -> TreeValue
    ) -> TreeNode {
      TreeNode(word.path(of: .server), .meter(unit: unit), summary, read: read)
    }
    return [
      TreeNode(
        RigPath.Server.connected.path(of: .server),
        .toggle(),
        "Whether the sound server is there.",
        read: { .toggle(status().isConnected) }
      ),
      text(
        .driver,
        "What JACK plays with, such as alsa, net or dummy, which nobody hears; nothing where it can't be known."
      ) { status().driver },
      text(.device, "What JACK plays to, such as hw:USB; nothing where it can't be known.") {
        status().device
      },
      text(
        .waits_for,
        "What is waited for while there is no sound server; nothing while there is one."
      ) { status().waitsFor },
      meter(.xruns, "How many cycles JACK has lost.") {
        TreeValue(whole: Int64(clamping: status().xruns))
      },
      meter(.load_percent, unit: "%", "What JACK says of its load.") {
        .number(status().load_percent)
      },
      meter(.sample_rate_hz, unit: "Hz", "The sample rate.") { .number(status().sampleRate_hz) },
      meter(.period_frames, "How many frames a cycle has.") {
        TreeValue(whole: Int64(clamping: status().period_frames))
      },
    ]
  }

  private var renderNodes: [TreeNode] {
    func time(
      _ word: RigPath.Render,
      _ summary: String,
      _ nanoseconds: @escaping () -> UInt64
    ) -> TreeNode {
      TreeNode(
        word.path(of: .render),
        .meter(unit: "µs"),
        summary,
        read: { .number(Double(nanoseconds()) / 1_000) }
      )
    }
    return [
      TreeNode(
        RigPath.Render.cycles.path(of: .render),
        .meter(unit: nil),
        "How many cycles have been rendered.",
        read: { TreeValue(whole: Int64(clamping: engine.controller.processor.cycles.count())) }
      ),
      time(.median_us, "How long half of the cycles took at most.") {
        engine.controller.processor.cycles.quantile(0.5)
      },
      time(.p999_us, "How long 999 of 1,000 cycles took at most.") {
        engine.controller.processor.cycles.quantile(0.999)
      },
      time(.worst_us, "How long the slowest cycle took.") {
        engine.controller.processor.cycles.worst
      },
    ]
  }

  // MARK: Alerts

  private var alertNodes: [TreeNode] {
    let kinds = AlertKind.allCases.map { kind in
      TreeNode(
        RigPath.Branch.alerts.path(kind.rawValue),
        .text,
        "Of what there is an alert of this kind, one after the other; nothing where there is none.",
        read: {
          let subjects = alerts.raised.filter { $0.kind == kind }.map(\.subject)
          return .text(subjects.joined(separator: ", "))
        }
      )
    }
    return kinds + [
      TreeNode(
        RigPath.Branch.alerts.path("count"),
        .meter(unit: nil),
        "How many alerts there are.",
        read: { TreeValue(whole: Int64(clamping: alerts.raised.count)) }
      )
    ]
  }

  // MARK: What can be done

  private var rigNodes: [TreeNode] {
    [
      TreeNode(
        RigPath.Rig.preset.path(),
        .text,
        "The preset that runs.",
        read: { .text(preset()) }
      ),
      TreeNode(
        trigger: RigPath.Rig.reload.path(),
        "Reads the preset again, or another one; a bad one leaves the rig as it was.",
        taking: [TriggerArgument("preset", isOptional: true)],
        .later { [host] arguments async throws(RigError) in
          try await host.reload(arguments["preset"])
        }
      ),
      TreeNode(
        trigger: RigPath.Rig.reset_counters.path(),
        "Resets the counters of cycles, xruns and clips.",
        .now { _ throws(RigError) in server.resetCounters(of: engine) }
      ),
    ]
  }

  private func playerNodes(of session: LiveChannel) -> [TreeNode] {
    let name = session.name
    return session.players.compactMap { $0?.source }.flatMap { source in
      let path = RigPath.Branch.sources.path(of: name, source)
      return [
        TreeNode(
          trigger: RigPath.Player.load.path(of: path),
          "Plays another file, from its beginning.",
          taking: [TriggerArgument("file")],
          .later { [host] arguments async throws(RigError) in
            let action = PlayerRequest.Action.load(file: arguments["file"] ?? "")
            let request = PlayerRequest(session: name, source: source, action: action)
            try await SoundCommands(host: host).perform(request, host)
          }
        ),
        TreeNode(
          trigger: RigPath.Player.queue.path(of: path),
          "Plays a file after the present track, and after what is queued already.",
          taking: [TriggerArgument("file")],
          .later { [host] arguments async throws(RigError) in
            let edit = QueueRequest.Edit.add(files: [arguments["file"] ?? ""])
            let request = QueueRequest(session: name, source: source, edit: edit)
            try await QueueCommands(host: host).perform(request, host)
          }
        ),
      ]
    }
  }

  private func recordingNodes(of subject: String) -> [TreeNode] {
    [
      TreeNode(
        RigPath.Recording.recording.path(of: subject),
        .toggle(),
        "Whether it is being recorded.",
        read: { .toggle(engine.recorders.running.contains { $0.subject == subject }) }
      ),
      TreeNode(
        RigPath.Recording.recording_disk_wait_seconds.path(of: subject),
        .meter(unit: "s"),
        "For how long its recording has been waiting for its disk; 0 while that answers.",
        read: {
          let running = engine.recorders.running.first { $0.subject == subject }
          return .number(running?.recorder.wait(at: .now)?.value ?? 0)
        }
      ),
      TreeNode(
        trigger: RigPath.Recording.record.path(of: subject),
        "Begins to record it.",
        taking: [TriggerArgument("file")],
        .later { [host] arguments async throws(RigError) in
          _ = try await SoundCommands(host: host)
            .startRecording(subject, to: arguments["file"] ?? "", host)
        }
      ),
      TreeNode(
        trigger: RigPath.Recording.stop_recording.path(of: subject),
        "Ends its recording and completes the file.",
        .later { [host] _ async throws(RigError) in
          _ = try await SoundCommands(host: host).stopRecording(subject, host)
        }
      ),
    ]
  }
}
