// SPDX-License-Identifier: Apache-2.0
// What words of the command line mean.

internal import Glibc
internal import Quantities

/// The number that `word` stands for, at least 0.
func nonNegative(_ word: String, _ name: String) throws(Failure) -> Double {
  guard let number = Double(word), number.isFinite, number >= 0 else {
    throw Failure("\(name) is a number from 0 on, not '\(word)'.", .usage)
  }
  return number
}

/// The time that `word` stands for, at least 0: `61.5`, `1:01.5` or `1:00:00`.
func secondsOfTime(_ word: String, _ name: String) throws(Failure) -> Double {
  let parts = word.split(separator: ":", omittingEmptySubsequences: false)
  let numbers = parts.compactMap { Double($0) }
  let isTime =
    parts.count <= 3 && numbers.count == parts.count
    && numbers.allSatisfy { $0.isFinite && $0 >= 0 } && numbers.dropFirst().allSatisfy { $0 < 60 }
    && numbers.dropLast().allSatisfy { $0.rounded() == $0 }
  guard isTime else {
    throw Failure("\(name) is a time such as 61.5 or 1:01.5, not '\(word)'.", .usage)
  }
  return numbers.reduce(0) { $0 * 60 + $1 }
}

/// The folder where relative paths start.
var workingFolder: String? {
  guard let here = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(here) }
  return unsafe String(cString: here)
}

/// Makes `path` absolute: the host has a working directory of its own.
func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), !StreamAddress.isOne(path), let workingFolder else { return path }
  return workingFolder + "/" + path
}
