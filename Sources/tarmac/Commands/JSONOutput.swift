// SPDX-License-Identifier: Apache-2.0
// Answers for programs.

internal import FoundationEssentials

/// Writes `value` as JSON, one document with sorted keys, spread over lines unless `isOneLine`.
func writeJSON(_ value: some Encodable, isOneLine: Bool = false) throws(Failure) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
  do {
    Terminal.write(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
  } catch {
    throw Failure("The answer can't be written as JSON: \(error).", .software)
  }
}
