// SPDX-License-Identifier: Apache-2.0
// What a plugin costs: plugin-cost URI [SYMBOL=VALUE ...] answers nanoseconds for each frame, the
// least of ten seconds' ones, in blocks of 256 frames at 48 kHz, of noise over a tone. Plugins are
// those of LV2_PATH. `limiters FOLDER` compares limiters.

import Glibc
import LV2Hosting
import Quantities

func fail(_ problem: String) -> Never {
  let line = Array("plugin-cost: \(problem)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
  exit(65)
}

guard let uri = CommandLine.arguments.dropFirst().first else { fail("URI [SYMBOL=VALUE ...]") }
if uri == "limiters", CommandLine.arguments.count == 3 {
  printLimiters(CommandLine.arguments[2])
  exit(0)
}
let world = LV2World()
world.load()
do {
  let instance = try world.instantiate(
    uri,
    sampleRate: SampleRate(hertz: 48_000),
    maximumBlock: FrameCount(256),
    nominalBlock: FrameCount(256),
    worksAtOnce: true
  )
  for setting in CommandLine.arguments.dropFirst(2) {
    let parts = setting.split(separator: "=").map(String.init)
    guard parts.count == 2, let value = Float(parts[1]),
      let port = instance.controls.first(where: { $0.info.symbol == parts[0] })
    else { fail("\(setting) is no SYMBOL=VALUE of \(uri)") }
    unsafe port.pointer.pointee = value
  }
  let bench = PluginBench(instance, longestBlock: 256)
  var least = Double.infinity
  for second in 1...11 {
    let before = bench.findings
    while bench.findings.frames < second * 48_000 { bench.run(frames: 256) }
    let frames = bench.findings.frames - before.frames
    let cost = Double(bench.findings.nanoseconds - before.nanoseconds) / Double(frames)
    // The first second warms up caches, and includes one-time computations.
    if second > 1 { least = min(least, cost) }
  }
  print(least)
} catch {
  fail("\(uri): \(error.reason)")
}
