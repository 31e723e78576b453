// SPDX-License-Identifier: Apache-2.0
// A link as a QR code for phones.

internal import CQrencode
internal import Glibc

/// A QR code in half blocks: two of its squares in a character, dark on light whatever the
/// terminal's colours.
enum QRCode {
  /// The margin that phones need around the code, in squares.
  private static let quietZone = 4

  /// The picture of a text, in lines; `nil` when the text is too long for one.
  static func lines(of text: String) -> [String]? {
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = Int(clamping: unsafe code.pointee.width)
    guard width > 0, let squares = unsafe code.pointee.data else { return nil }
    func isDark(_ column: Int, _ row: Int) -> Bool {
      guard 0..<width ~= column, 0..<width ~= row else { return false }
      return unsafe squares[row * width + column] & 1 == 1
    }
    let span = -quietZone..<(width + quietZone)
    return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
      let line = span.map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return line.joined()
    }
  }

  /// The picture for a terminal that has Unicode; black on white.
  static func picture(of text: String) -> String? {
    lines(of: text)?.map { "\u{1B}[30;107m\($0)\(Style.end)\n" }.joined()
  }
}
