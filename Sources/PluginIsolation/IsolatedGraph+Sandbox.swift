// SPDX-License-Identifier: Apache-2.0
// What the process of an isolated graph is given to live with, and what its sandbox tells.

import ChildPrograms
import ControlProtocol
import LV2Hosting
import Presets
import RigEngine

extension IsolatedGraph {
  /// The variables of its process, which has a folder of its own for temporary files.
  ///
  /// A sandbox is not told what concerns the user's other programs.
  func environment(temporary folder: String) -> [String] {
    let kept = presentEnvironment.filter { variable in
      guard !variable.hasPrefix("TMPDIR=") else { return false }
      return session.isolation != .sandbox || Self.isHarmless(variable)
    }
    return kept + ["TMPDIR=\(folder)"]
  }

  private static func isHarmless(_ variable: String) -> Bool {
    let names = ["HOME=", "PATH=", "LANG=", "TZ=", "LD_LIBRARY_PATH=", "USER="]
    let beginnings = ["LC_", "LV2_", "JACK_", "XDG_", "PIPEWIRE_", "ASAN_", "TSAN_", "UBSAN_"]
    return (names + beginnings).contains(where: variable.hasPrefix)
  }

  /// Notes what the sandbox has refused; the same is told once, and not without an end.
  func note(_ refusal: SandboxRefusal) {
    sandbox?.refusals += refusal.times
    let (plugin, call) = words.caller(of: refusal)
    sandbox?.lastRefusal = refusal.what
    sandbox?.lastPlugin = plugin
    sandbox?.lastCall = call
    let news = RemoteGraphEvent.refused(refusal.what, plugin: plugin, call: call)
    let sentence = news.sentence(session: session.name)
    guard toldRefusals.count < 50, toldRefusals.insert(sentence).inserted else { return }
    untold.append(news)
  }
}
