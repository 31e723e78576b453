// SPDX-License-Identifier: Apache-2.0
// One JACK server per process at a time: libjack keeps its map of the server in globals.

@unsafe @preconcurrency internal import Glibc  // stdout
internal import Patience

/// Lets one test at a time have a server.
///
/// jackd2's libjack holds one graph and one engine for the whole process; a client on a second
/// server would take them away from the first one's clients. Tests of all suites run in one
/// process, so they queue here.
let serverGate: Gate = {
  // The output of hanging tests then ends with the line at which they hang.
  unsafe setvbuf(stdout, nil, _IOLBF, 0)
  return Gate(places: 1)
}()
