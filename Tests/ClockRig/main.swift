// SPDX-License-Identifier: Apache-2.0
// A rig as `tarmac run` brings it up, on a clock, with clients that a test plugs in by a socket:
// clock-rig PRESET NAME SOCKET.

import ClockStage
import ControlProtocol
import Glibc
import Host
import JACKVocabulary

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, guardEnd(exitCode: EXIT_FAILURE, isJournal: false) else {
  exit(EXIT_FAILURE)
}
let log = LogWriter { _, sentence in
  let line = Array("\(sentence)\n".utf8)
  _ = unsafe write(STDOUT_FILENO, line, line.count)
}
let options = RunOptions(preset: words[0], name: words[1], server: .clock)
let devices = Devices()
do {
  try devices.serve(at: ControlSocketPath(path: words[2]))
  try await runHost(
    options,
    on: devices.backend,
    log: RunLog(threshold: .notice) { log($0, RunLog.stamped($1)) }
  )
} catch {
  print(error)
  exit(EXIT_FAILURE)
}
