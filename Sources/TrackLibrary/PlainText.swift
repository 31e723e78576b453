// SPDX-License-Identifier: Apache-2.0
// Text as people type it when they look for something: small letters without accents.

/// Folds text, so that `beyonce` finds *Beyoncé* and `aether` finds *Æther*.
///
/// Foundation's folding brings tables of 38 MB into the program.
///
/// > Threading: Any.
enum PlainText {
  /// Letters with a mark, and the letters that are typed for them.
  private static let letters: [Unicode.Scalar: String] = {
    let rows = [
      ("a", "àáâãäåāăąǎǟǡǻȁȃȧạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"),
      ("e", "èéêëēĕėęěȅȇȩẹẻẽếềểễệ"), ("g", "ĝğġģǥǧǵ"), ("h", "ĥħȟ"), ("i", "ìíîïĩīĭįıǐȉȋịỉ"),
      ("j", "ĵǰ"), ("k", "ķǩ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉǹ"),
      ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱọỏốồổỗộớờởỡợ"), ("r", "ŕŗřȑȓ"), ("s", "śŝşšșſ"),
      ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷȳỳỵỷỹ"),
      ("z", "źżžƶ"), ("ae", "æǣǽ"), ("oe", "œ"), ("ss", "ß"), ("th", "þ"),
      ("и", "йѝ"), ("е", "ёѐ"), ("і", "ї"), ("у", "ў"), ("г", "ѓ"), ("к", "ќ"),
      ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
      ("か", "が"), ("き", "ぎ"), ("く", "ぐ"), ("け", "げ"), ("こ", "ご"), ("さ", "ざ"), ("し", "じ"),
      ("す", "ず"), ("せ", "ぜ"), ("そ", "ぞ"), ("た", "だ"), ("ち", "ぢ"), ("つ", "づ"), ("て", "で"),
      ("と", "ど"), ("は", "ばぱ"), ("ひ", "びぴ"), ("ふ", "ぶぷ"), ("へ", "べぺ"), ("ほ", "ぼぽ"),
      ("カ", "ガ"), ("キ", "ギ"), ("ク", "グ"), ("ケ", "ゲ"), ("コ", "ゴ"), ("サ", "ザ"), ("シ", "ジ"),
      ("ス", "ズ"), ("セ", "ゼ"), ("ソ", "ゾ"), ("タ", "ダ"), ("チ", "ヂ"), ("ツ", "ヅ"), ("テ", "デ"),
      ("ト", "ド"), ("ハ", "バパ"), ("ヒ", "ビピ"), ("フ", "ブプ"), ("ヘ", "ベペ"), ("ホ", "ボポ"), ("ウ", "ヴ"),
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (plain, marked) in rows {
      for scalar in marked.unicodeScalars { letters[scalar] = plain }
    }
    return letters
  }()
  /// Wide forms of ASCII, as Japanese text has them, and how far they are from it.
  private static let wide: ClosedRange<UInt32> = 0xFF01...0xFF5E
  private static let wideOffset: UInt32 = 0xFEE0

  /// A text in small letters, without accents and in narrow forms.
  static func of(_ text: String) -> String {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      if let letter = letters[scalar] {
        plain += letter
      } else if wide.contains(scalar.value),
        let narrow = Unicode.Scalar(scalar.value - wideOffset)
      {
        plain += String(narrow).lowercased()
      } else if scalar.properties.generalCategory != .nonspacingMark {
        plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
