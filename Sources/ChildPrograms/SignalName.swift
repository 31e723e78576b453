// SPDX-License-Identifier: Apache-2.0
// What a signal is called.

import Glibc

/// What a signal is called.
package func signalName(_ number: Int32) -> String {
  switch number {
  case SIGSEGV: "SIGSEGV"
  case SIGABRT: "SIGABRT"
  case SIGBUS: "SIGBUS"
  case SIGFPE: "SIGFPE"
  case SIGILL: "SIGILL"
  case SIGKILL: "SIGKILL"
  case SIGSTOP: "SIGSTOP"
  case SIGTERM: "SIGTERM"
  case SIGINT: "SIGINT"
  case SIGHUP: "SIGHUP"
  case SIGPIPE: "SIGPIPE"
  case SIGCHLD: "SIGCHLD"
  case SIGALRM: "SIGALRM"
  case SIGVTALRM: "SIGVTALRM"
  case SIGPROF: "SIGPROF"
  default: "signal \(number)"
  }
}
