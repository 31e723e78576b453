// SPDX-License-Identifier: Apache-2.0
// A small picture for tests.

import Foundation

/// A PNG of 96 by 96 pixels.
enum CoverFile {
  static let png =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAMAAADVRocKAAAACVBMVEUAAAD/sCA8eNySoJTTAAAATElEQVR42u3YIQ4AMAgD\
        QNj/Hz2LqVgyQ3LVDWcb6oR0yGu/AAAAAAAAAJYAvw6lPgAAAAAAAMAWwHQEAAAAAAAA8C8CAAAAAAAAGLl96jYBRn0e2AAA\
        AABJRU5ErkJggg==
        """
    ) ?? Data()

  /// Writes it.
  static func write(to file: URL) throws { try png.write(to: file) }
}
