// SPDX-License-Identifier: Apache-2.0
// What strips and outputs measure, in the tree.

import ControlTree
import Quantities
import RenderCore
import RigModel

extension TreeBuilder {
  func meters(of session: LiveChannel) -> [TreeNode] {
    let channels = session.strip.channels
    let names = (0..<channels).map { channelLabel($0, of: channels) }
    return levels(of: session.strip, named: names, at: session.name, hasPost: true) + [
      latency("How much later than it came in its sound leaves its plugins.", session.name) {
        self.context.latencies.latency(of: session.strip)
      },
      TreeNode(
        RigPath.Strip.load_percent.path(of: session.name),
        .meter(unit: "%"),
        "The part of real time that it takes.",
        read: { .number(self.meters.load(of: session.strip)) }
      ),
      TreeNode(
        RigPath.Strip.overruns.path(of: session.name),
        .meter(unit: nil),
        "How many cycles took longer than they last because of it.",
        read: { TreeValue(whole: Int64(clamping: session.strip.overruns)) }
      ),
    ]
  }

  /// How late something is.
  func latency(
    _ summary: String,
    _ path: String,
    _ frames: @escaping () -> FrameCount
  ) -> TreeNode {
    TreeNode(
      RigPath.Strip.latency_ms.path(of: path),
      .meter(unit: "ms"),
      summary,
      read: { .number(frames().seconds(at: self.context.sampleRate).value * 1_000) }
    )
  }

  /// Clips, and the levels of each channel; of strips, those at their end as well.
  func levels(
    of owner: AnyObject,
    named channels: [String],
    at path: String,
    hasPost: Bool = false
  ) -> [TreeNode] {
    let clips = TreeNode(
      RigPath.Strip.clips.path(of: path),
      .meter(unit: nil),
      "How many moments were over full scale since counters were reset.",
      read: { TreeValue(whole: Int64(clamping: self.meters.clips(of: owner))) }
    )
    return [clips]
      + channels.enumerated().flatMap { index, label in
        let channel = channelName(label)
        func meter(
          _ word: RigPath.Meter,
          _ summary: String,
          _ level: KeyPath<ChannelLevel, Float>,
          isPost: Bool = false
        ) -> TreeNode {
          TreeNode(
            word.path(of: RigPath.Branch.meters.path(of: path, channel)),
            .meter(unit: "dB"),
            summary,
            read: {
              let levels =
                isPost ? self.meters.postLevels(of: owner) : self.meters.levels(of: owner)
              let factor = index < levels.count ? levels[index][keyPath: level] : 0
              return .number(Double(Decibels(LinearGain(factor: factor)).value))
            }
          )
        }
        let pre = [
          meter(.peak_db, "The peak of the last moment, falling by 24 dB a second.", \.peak),
          meter(.rms_db, "The level of the last moment.", \.rms),
        ]
        guard hasPost else { return pre }
        let place = "behind duck, fader, balance, mute and groups"
        return pre + [
          meter(.post_peak_db, "The same as peak_db \(place).", \.peak, isPost: true),
          meter(.post_rms_db, "The same as rms_db \(place).", \.rms, isPost: true),
        ]
      }
  }
}
