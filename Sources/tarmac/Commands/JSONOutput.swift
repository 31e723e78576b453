// SPDX-License-Identifier: Apache-2.0
// Answers for programs.

internal import FoundationEssentials

/// Writes `value` as JSON, one document with sorted keys.
func writeJSON(_ value: some Encodable) throws(Failure) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  do {
    Terminal.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  } catch {
    throw Failure("The answer can't be written as JSON: \(error).", .software)
  }
}
