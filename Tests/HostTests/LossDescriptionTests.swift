// SPDX-License-Identifier: Apache-2.0
// The report about a process that has ended without a word, by the calls that it was in.

@testable import PluginIsolation
@testable import LV2Hosting
import Testing

@Suite("The words for the end of a process")
struct LossDescriptionTests {
  private let words = LossDescription(plugins: ["reverb", "delay"])

  private func entry(_ thread: Int, _ plugin: Int, _ call: PluginCall) -> CallBoard.Entry {
    CallBoard.Entry(thread: thread, turn: 1, plugin: plugin, call: call)
  }

  private func sentence(_ calls: [CallBoard.Entry]) -> String {
    words.sentence(ofEnd: 0, calls: calls)
  }

  @Test("name the plugin that it was in, on however many threads")
  func onePlugin() {
    let work = entry(1, 1, .work)
    #expect(sentence([work]) == "plugin 'delay' ended its process in work()")
    let both = [entry(0, 1, .run), work]
    #expect(sentence(both) == "plugin 'delay' ended its process in run() or work()")
    #expect(LossDescription.cause(both) == 1)
  }

  @Test("name all that it was in, where nobody can tell which of them it was")
  func manyPlugins() {
    let calls = [entry(0, 0, .run), entry(1, 1, .work)]
    let both = "its process has ended in run() of 'reverb' or work() of 'delay'"
    #expect(sentence(calls) == both)
    #expect(LossDescription.cause(calls) == nil)
  }

  @Test("name no plugin where it was in none, or where somebody has killed it")
  func nobody() {
    #expect(sentence([]) == "its process has ended")
    let killed = words.sentence(ofEnd: 9, calls: [entry(0, 0, .run)])
    #expect(killed == "its process was killed (SIGKILL)")
  }
}
