// SPDX-License-Identifier: Apache-2.0
// What people should hear of without asking: plugins that speak, files that fail or wait for their
// disks.

import LV2Hosting
package import Quantities
import RenderCore
import SoundFiles
import TrackLibrary

/// Collects what people should hear of without asking.
///
/// > Threading: Control.
package final class EngineLog: EnginePart {
  let context: EngineContext
  private let recorders: Recorders
  /// Sentences that wait to be reported.
  private var waiting: [String] = []
  /// Failures of files that have been reported.
  private var toldFailures: Set<String> = []
  private var disks = DiskWatch()

  init(_ context: EngineContext, _ recorders: Recorders) {
    self.context = context
    self.recorders = recorders
  }

  /// Adds a sentence that is to be reported.
  func add(_ sentence: String) {
    waiting.append(sentence)
  }

  /// Takes the sentences that wait.
  func takeWaiting() -> [String] {
    defer { waiting = [] }
    return waiting
  }

  /// What has been new since the last call, in sentences; of each plugin no more than a few.
  package func take(now: MonotonicTime) -> [String] {
    let told = live.channels.flatMap { channel in
      channel.plugins.flatMap { messages(of: $0, in: channel) }
    }
    return takeWaiting() + told + news() + failures() + waits(now: now) + lateEndings()
  }

  /// What has become of players' files and their library, and what was found wrong with them.
  private func news() -> [String] {
    (live.library?.takeProblems() ?? [])
      + live.channels.flatMap { channel in
        channel.players.compactMap(\.self).flatMap { player in
          player.file.takeNews().map { "Player '\(player.source)' of '\(channel.name)': \($0)" }
        }
      }
  }

  private func waits(now: MonotonicTime) -> [String] {
    let sentences = disks.sentences(
      about: live.diskSubjects(at: now) + recorders.diskSubjects(at: now),
      rate: sampleRate,
      now: now
    )
    for channel in live.channels {
      for index in channel.players.indices {
        guard let player = channel.players[index] else { continue }
        channel.players[index]?.isStarving = disks.waiting.contains(player.node.id)
      }
    }
    return sentences
  }

  /// Plugins of which nothing is heard any more, but which do not let go of what they hold.
  private func lateEndings() -> [String] {
    LV2World.takeLateEndings().map { name in
      "Plugin '\(name)' does not come to its end: its worker, deactivate or cleanup does not return. "
        + "It keeps its memory and a thread until it does."
    }
  }

  private func messages(of plugin: LivePlugin, in channel: LiveChannel) -> [String] {
    let all = plugin.instance.takeMessages()
    let name = "Plugin '\(plugin.id)' of \(channel.title)"
    let told = all.prefix(HostTimes.messagesAtOnce).map { message in
      "\(name) \(message.level.verb): \(message.text)"
    }
    let more = all.count - told.count
    return more > 0 ? told + ["\(name) logged \(more) more messages."] : told
  }

  /// Each failure once.
  private func failures() -> [String] {
    let players = live.channels.flatMap(\.players).compactMap { $0?.file.failure }
    let present = Set(
      (players + recorders.running.compactMap(\.recorder.failure)).map(\.description)
    )
    defer { toldFailures = present }
    return present.subtracting(toldFailures).sorted().map { "\($0)." }
  }
}

extension PluginMessage.Level {
  /// What a plugin does that logs at this level.
  fileprivate var verb: String {
    switch self {
    case .error: "reports an error"
    case .warning: "warns"
    case .note, .trace: "says"
    }
  }
}
