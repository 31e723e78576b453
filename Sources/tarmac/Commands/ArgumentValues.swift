// SPDX-License-Identifier: Apache-2.0
// What words of the command line mean.

internal import Glibc

/// The number that `word` stands for, at least 0.
func nonNegative(_ word: String, _ place: String) throws(Failure) -> Double {
  guard let number = Double(word), number.isFinite, number >= 0 else {
    throw Failure("\(place) is a number from 0 on, not '\(word)'.", .usage)
  }
  return number
}

/// Where relative paths start.
var workingFolder: String? {
  guard let here = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(here) }
  return unsafe String(cString: here)
}

/// `path` from the root: the host has a working directory of its own.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let workingFolder else { return path }
  return workingFolder + "/" + path
}
