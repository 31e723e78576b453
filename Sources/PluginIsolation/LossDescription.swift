// SPDX-License-Identifier: Apache-2.0
// What becomes of the process of an isolated graph, in words.

import ChildPrograms
import Glibc
import LV2Hosting

/// Says what has become of a process whose plugins it knows by name.
struct LossDescription: Sendable {
  /// The plugins' names, one for each instance.
  let plugins: [String]

  /// The name of a plugin by the index of its instance.
  func name(_ number: Int) -> String? {
    plugins.indices.contains(number) ? plugins[number] : nil
  }

  /// What has happened, as the end of a sentence.
  func sentence(of loss: CrashGuard.Loss) -> String {
    let who = loss.plugin.flatMap(name).map { "plugin '\($0)'" } ?? "one of its plugins"
    let during = loss.call.map { " in \($0.name)" } ?? ""
    switch loss.what {
    case .crash(let signal): return "\(who) crashed (\(signalName(signal)))\(during)"
    case .exit(let status): return "\(who) ended its process\(during): it called exit(\(status))"
    case .stuck, nil:
      return "\(who) did not come back" + (loss.call.map { " from \($0.name)" } ?? "")
    }
  }

  /// How a process has ended, by its status, that has said nothing of it.
  func sentence(ofEnd status: Int32, calls: [CallBoard.Entry]) -> String {
    let signal = status & 0x7f
    guard signal == 0 else { return "its process was killed (\(signalName(signal)))" }
    let during = calls.map(\.call.name).joined(separator: " or ")
    guard let plugin = Self.cause(calls) else {
      let inside = calls.map { "\($0.call.name) of '\(name($0.plugin) ?? "?")'" }
      guard !inside.isEmpty else { return "its process has ended" }
      return "its process has ended in " + inside.joined(separator: " or ")
    }
    return "plugin '\(name(plugin) ?? "?")' ended its process in \(during)"
  }

  /// Whose call a sandbox has refused, by name, and inside of which call of LV2; nothing where that
  /// is not known.
  func caller(of refusal: SandboxRefusal) -> (plugin: String?, call: String?) {
    guard let caller = refusal.caller, let plugin = name(caller.plugin) else { return (nil, nil) }
    return (plugin, caller.call.name)
  }

  /// The plugin that a process was inside of at its end, on whatever threads, where there is no
  /// other.
  static func cause(_ calls: [CallBoard.Entry]) -> Int? {
    let plugins = Set(calls.map(\.plugin))
    return plugins.count == 1 ? plugins.first : nil
  }
}
