// SPDX-License-Identifier: Apache-2.0
// Answers for programs.

internal import ControlProtocol
import StrictJSON

/// Writes `value` as JSON, one document with sorted keys, spread over lines unless `isOneLine`.
func writeJSON(_ value: some Encodable, isOneLine: Bool = false) throws(Failure) {
  do {
    let text = try JSONText.encode(value, as: isOneLine ? .line : .page)
    Terminal.writeAsIs(String(decoding: text, as: UTF8.self) + "\n")
  } catch {
    throw Failure("The answer can't be written as JSON: \(error).", .software)
  }
}
