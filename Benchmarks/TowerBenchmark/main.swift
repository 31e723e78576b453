// SPDX-License-Identifier: Apache-2.0
// What scripts/bench asks of the session layer: `decisions COUNT` times the tower alone with that
// many sessions, `doors SERVER NAME SECONDS CLIENTS` loads a rig's socket, `peer-door SERVER PORT
// SECONDS` that of a mod-host, `interruption SERVER NAME PORT` times a live interruption from the
// command to silence, `seeks SERVER NAME SESSION PORT SECONDS` jumps in a file until they are
// heard, `peer-seeks SERVER DOOR PORT SECONDS` those of an mpd. Answers numbers in a line.

import ControlProtocol
import Glibc

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.dropFirst().map { $0 }) {
case ("decisions", let rest) where rest.count == 1:
  guard let count = Int(rest[0]), count > 0 else { fail("COUNT is a number from 1 on") }
  let times = DecisionTimes(sessions: count)
  print(times.perSecond, times.median, times.p999, times.worst)
case ("interruption", let rest) where rest.count == 3:
  do {
    print(try interruptionFrames(server: rest[0], socket: rest[1], port: rest[2]))
  } catch {
    fail("\(error)")
  }
case ("doors", let rest) where rest.count == 4:
  guard let seconds = Double(rest[2]), seconds > 0, let clients = Int(rest[3]), clients > 0 else {
    fail("SECONDS and CLIENTS are numbers from 1 on")
  }
  do {
    let path = try ControlSocketPath(name: rest[1])
    let load = DoorLoad(server: rest[0], path: path, seconds: seconds, watchers: clients)
    for (name, figure) in try load.run() { print(name, figure) }
  } catch {
    fail("\(error)")
  }
case ("peer-door", let rest) where rest.count == 3:
  guard let port = UInt16(rest[1]), let seconds = Double(rest[2]), seconds > 0 else {
    fail("PORT and SECONDS are numbers from 1 on")
  }
  do {
    let load = PeerLoad(server: rest[0], port: port, seconds: seconds)
    for (name, figure) in try load.run() { print(name, figure) }
  } catch {
    fail("\(error)")
  }
case ("seeks", let rest) where rest.count == 5:
  do {
    let times = SeekTimes(server: rest[0], port: rest[3], seconds: Double(rest[4]) ?? 10)
    for (name, figure) in try times.rig(rest[1], session: rest[2]) { print(name, figure) }
  } catch {
    fail("\(error)")
  }
case ("peer-seeks", let rest) where rest.count == 4:
  do {
    let times = SeekTimes(server: rest[0], port: rest[2], seconds: Double(rest[3]) ?? 10)
    for (name, figure) in try times.peer(UInt16(rest[1]) ?? 0) { print(name, figure) }
  } catch {
    fail("\(error)")
  }
default:
  fail(
    "decisions COUNT | doors SERVER NAME SECONDS CLIENTS | peer-door SERVER PORT SECONDS | interruption SERVER NAME PORT | seeks SERVER NAME SESSION PORT SECONDS | peer-seeks SERVER DOOR PORT SECONDS"
  )
}

func fail(_ problem: String) -> Never {
  let line = Array("tower-benchmark: \(problem)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
  exit(64)
}
