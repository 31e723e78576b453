// SPDX-License-Identifier: Apache-2.0
// SHA-256, by Nettle.

internal import CNettle
internal import StrictJSON

/// What stands for bytes and tells nothing of them.
enum Digest {
  /// The SHA-256 in hexadecimal digits.
  static func hexadecimal(of bytes: [UInt8]) -> String {
    var context = sha256_ctx()
    var digest: [UInt8] = Array(repeating: 0, count: Int(clamping: SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_init(&context)
    unsafe nettle_sha256_update(&context, bytes.count, bytes)
    unsafe nettle_sha256_digest(&context, digest.count, &digest)
    return Hexadecimal.text(of: digest)
  }

  /// Whether two texts are the same; of two that are equally long it takes the same time.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return unsafe nettle_memeql_sec(one, other, one.count) != 0
  }
}
